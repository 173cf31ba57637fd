#include "support/unicode.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "support/utf8.hpp"

namespace sapper {

namespace {

struct Range {
    char32_t first, last;
};

struct Digits {
    char32_t first, last;
    int value;  // of the first
};

#include "support/unicode_tables.inc"

// The last entry that starts at or before a character, if the character is in it; else null.
template <class Entry, std::size_t N>
const Entry* entry_of(const Entry (&table)[N], char32_t character) {
    const auto after =
        std::upper_bound(std::begin(table), std::end(table), character,
                         [](char32_t wanted, const Entry& entry) { return wanted < entry.first; });
    if (after == std::begin(table) || std::prev(after)->last < character) return nullptr;
    return std::prev(after);
}

template <std::size_t N>
std::optional<int> digit_in(const Digits (&table)[N], char32_t character) {
    const Digits* entry = entry_of(table, character);
    if (entry == nullptr) return std::nullopt;
    return entry->value + static_cast<int>(character - entry->first);
}

void append_hex(std::string& text, char32_t value, int digits) {
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        text += "0123456789abcdef"[value >> shift & 15];
}

void append_escaped(std::string& text, char32_t character, char32_t quote) {
    if (character == quote || character == '\\') {
        text += '\\';
        text += static_cast<char>(character);
    } else if (character == '\n') {
        text += "\\n";
    } else if (character == '\r') {
        text += "\\r";
    } else if (character == '\t') {
        text += "\\t";
    } else if (is_printable(character)) {
        append_utf8(text, character);
    } else if (character < 0x100) {
        append_hex(text += "\\x", character, 2);
    } else if (character < 0x10000) {
        append_hex(text += "\\u", character, 4);
    } else {
        append_hex(text += "\\U", character, 8);
    }
}

}  // namespace

bool is_blank(char32_t character) {
    if (character < 0x80)
        return character == ' ' || (character >= 9 && character <= 13) ||
               (character >= 28 && character <= 31);
    return entry_of(kBlanks, character) != nullptr;
}

bool is_printable(char32_t character) {
    return entry_of(kNotPrintable, character) == nullptr;
}

std::optional<int> decimal_digit(char32_t character) {
    return digit_in(kDecimals, character);
}

std::optional<int> digit_of(char32_t character) {
    const std::optional<int> decimal = decimal_digit(character);
    return decimal ? decimal : digit_in(kOtherDigits, character);
}

std::string quoted(std::u32string_view text) {
    const bool single = text.find(U'\'') != std::u32string_view::npos;
    const bool both = single && text.find(U'"') != std::u32string_view::npos;
    const char quote = single && !both ? '"' : '\'';
    std::string found(1, quote);
    for (const char32_t character : text)
        append_escaped(found, character, static_cast<char32_t>(quote));
    return found += quote;
}

std::string quoted(std::string_view utf8) {
    return quoted(decode_utf8(utf8));
}

std::string quoted_start(std::string_view utf8, std::size_t most) {
    std::u32string text = decode_utf8(utf8);
    if (text.size() > most) text.replace(most, std::u32string::npos, U"...");
    return quoted(text);
}

std::u32string_view stripped(std::u32string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string_view stripped(std::string_view utf8) {
    const std::u32string text = decode_utf8(utf8);
    const std::u32string_view inner = stripped(std::u32string_view(text));
    const auto before = static_cast<std::size_t>(inner.data() - text.data());
    const std::size_t start = encode_utf8(std::u32string_view(text).substr(0, before)).size();
    return utf8.substr(start, encode_utf8(inner).size());
}

std::string lower_ascii(std::string_view text) {
    std::string found(text);
    for (char& c : found)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return found;
}

}  // namespace sapper
