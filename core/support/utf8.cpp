#include "support/utf8.hpp"

#include <cassert>

namespace sapper {

namespace {

unsigned byte_at(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

// The length of the well-formed sequence that starts at `at`; 0 if there is none.
std::size_t sequence_length(std::string_view text, std::size_t at) {
    const unsigned lead = byte_at(text, at);
    if (lead < 0x80) return 1;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (text.size() - at < length) return 0;
    // The second byte excludes overlong forms, surrogates and values above U+10FFFF.
    const unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    const unsigned second = byte_at(text, at + 1);
    if (second < low || second > high) return 0;
    for (std::size_t i = 2; i < length; ++i)
        if ((byte_at(text, at + i) & 0xc0) != 0x80) return 0;
    return length;
}

}  // namespace

std::optional<std::size_t> utf8_fault(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequence_length(text, at);
        if (length == 0) return at;
        at += length;
    }
    return std::nullopt;
}

char32_t next_code_point(std::string_view text, std::size_t& at) {
    const std::size_t length = sequence_length(text, at);
    assert(length > 0);
    constexpr unsigned kLeadBits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    char32_t found = byte_at(text, at) & kLeadBits[length];
    for (std::size_t i = 1; i < length; ++i) found = found << 6 | (byte_at(text, at + i) & 0x3f);
    at += length;
    return found;
}

void append_utf8(std::string& text, char32_t code_point) {
    assert(code_point <= 0x10ffff && (code_point < 0xd800 || code_point > 0xdfff));
    const auto append = [&text](char32_t byte) { text += static_cast<char>(byte); };
    if (code_point < 0x80) {
        append(code_point);
    } else if (code_point < 0x800) {
        append(0xc0 | code_point >> 6);
        append(0x80 | (code_point & 0x3f));
    } else if (code_point < 0x10000) {
        append(0xe0 | code_point >> 12);
        append(0x80 | (code_point >> 6 & 0x3f));
        append(0x80 | (code_point & 0x3f));
    } else {
        append(0xf0 | code_point >> 18);
        append(0x80 | (code_point >> 12 & 0x3f));
        append(0x80 | (code_point >> 6 & 0x3f));
        append(0x80 | (code_point & 0x3f));
    }
}

std::u32string decode_utf8(std::string_view text) {
    std::u32string found;
    found.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) found += next_code_point(text, at);
    return found;
}

std::string encode_utf8(std::u32string_view text) {
    std::string found;
    found.reserve(text.size());
    for (const char32_t code_point : text) append_utf8(found, code_point);
    return found;
}

}  // namespace sapper
