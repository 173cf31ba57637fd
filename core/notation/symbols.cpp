#include "notation/symbols.hpp"

#include <algorithm>
#include <array>

#include "board/cell_state.hpp"
#include "support/input_error.hpp"
#include "support/unicode.hpp"
#include "support/utf8.hpp"

namespace sapper {

namespace {

constexpr std::u32string_view kCoveredSymbols = U"#Hh■▣◼▪◾█▓▒░";
// With the dashes of word processors.
constexpr std::u32string_view kCoveredOrZero = U"-_□▢◻▫◽⬛⬜🟥🟧🟨🟩🟦🟪🟫🔲🔳–—";
constexpr std::u32string_view kCoveredOrMine = U"xX*";
constexpr std::u32string_view kFlagSymbols = U"Ff🚩⚑⚐🏴🏳🏁";
constexpr std::u32string_view kMineSymbols = U"💣💥🧨☠💀✹";
constexpr std::u32string_view kZeroSymbols = U".·";
constexpr std::u32string_view kUnreadSymbols = U"?❓❔";
constexpr std::u32string_view kTen = U"🔟";

struct NamedSymbol {
    std::u32string_view name;
    std::int16_t state;
};

// The names of emoji in chats.
constexpr NamedSymbol kNames[] = {{U":zero:", 0},
                                  {U":one:", 1},
                                  {U":two:", 2},
                                  {U":three:", 3},
                                  {U":four:", 4},
                                  {U":five:", 5},
                                  {U":six:", 6},
                                  {U":seven:", 7},
                                  {U":eight:", 8},
                                  {U":nine:", 9},
                                  {U":bomb:", kFlagged},
                                  {U":boom:", kFlagged},
                                  {U":triangular_flag_on_post:", kFlagged}};

constexpr std::u32string_view kColors[] = {U"white",  U"black",  U"blue",   U"green", U"red",
                                           U"orange", U"yellow", U"purple", U"brown"};
constexpr std::u32string_view kSquares[] = {U"large_square", U"medium_square", U"small_square",
                                            U"square"};

const NamedSymbol* find_name(std::u32string_view symbol) {
    const auto found =
        std::find_if(std::begin(kNames), std::end(kNames),
                     [symbol](const NamedSymbol& known) { return known.name == symbol; });
    return found == std::end(kNames) ? nullptr : found;
}

// Whether a symbol is the name of a coloured square, as ":blue_square:".
bool is_named_square(std::u32string_view symbol) {
    if (symbol.size() < 2 || symbol.front() != U':' || symbol.back() != U':') return false;
    const std::u32string_view inner = symbol.substr(1, symbol.size() - 2);
    const std::size_t split = inner.find(U'_');
    if (split == std::u32string_view::npos) return false;
    return std::count(std::begin(kColors), std::end(kColors), inner.substr(0, split)) > 0 &&
           std::count(std::begin(kSquares), std::end(kSquares), inner.substr(split + 1)) > 0;
}

bool is_one_of(std::u32string_view symbol, std::u32string_view characters) {
    return symbol.size() == 1 && characters.find(symbol) != std::u32string_view::npos;
}

// The two meanings that a symbol can have.
struct TwoMeanings {
    const char *one, *other;
};

std::optional<TwoMeanings> may_be(std::u32string_view symbol) {
    if (is_one_of(symbol, kCoveredOrZero) || is_named_square(symbol) || symbol == kBlankSymbol)
        return TwoMeanings{"covered", "zero"};
    if (is_one_of(symbol, kCoveredOrMine)) return TwoMeanings{"covered", "mine"};
    return std::nullopt;
}

// The number of a symbol of decimal digits; nullopt if it is over the largest clue.
std::optional<std::int16_t> number_of(std::u32string_view digits) {
    if (digits.size() > 5) return std::nullopt;
    int number = 0;
    for (const char32_t digit : digits) number = 10 * number + decimal_digit(digit).value_or(0);
    if (number > kMostClue) return std::nullopt;
    return static_cast<std::int16_t>(number);
}

bool is_mark(char32_t character) {
    constexpr std::u32string_view kMarks = U"\u200b\u200d\u2060\u20e3\ufe0e\ufe0f\ufeff";
    return kMarks.find(character) != std::u32string_view::npos;
}

AmbiguousSymbol ambiguous(std::size_t index, std::u32string_view symbol, TwoMeanings meanings,
                          std::u32string_view other, bool other_is_covered) {
    const std::string shown = quoted(symbol);
    std::string why;
    if (other_is_covered)
        why = ", as " + quoted(other) + " is covered too";
    else if (!other.empty())
        why = " next to " + quoted(other);
    const std::string one = quoted(std::string_view(meanings.one));
    const std::string two = quoted(std::string_view(meanings.other));
    return {(symbol == kBlankSymbol ? "an empty field" : shown) + " can mean " + meanings.one +
                " or " + meanings.other + " here" + why + ": say which with symbols={" + shown +
                ": " + two + "} or {" + shown + ": " + one + "}",
            index};
}

}  // namespace

std::span<const std::pair<const char*, std::int16_t>> symbol_meanings() {
    static constexpr std::pair<const char*, std::int16_t> kMeanings[] = {
        {"covered", kCovered}, {"flag", kFlagged},  {"mine", kFlagged},
        {"zero", 0},           {"unread", kUnread}, {"outside", kOutside}};
    return kMeanings;
}

std::string meaning_of(std::int16_t state) {
    for (const auto& [word, known] : symbol_meanings())
        if (known == state) return word;
    return std::to_string(state);
}

std::u32string normal_symbol(std::u32string_view symbol) {
    std::u32string bare(symbol.substr(0, symbol.find(U'\u200d')));
    std::erase_if(bare, is_mark);
    if (bare.size() == 1 && bare[0] >= 0xff01 && bare[0] <= 0xff5e) bare[0] -= 0xfee0;
    return bare;
}

std::u32string check_symbol(std::u32string_view symbol) {
    std::u32string plain = normal_symbol(symbol);
    if (plain.size() != 1 && find_name(plain) == nullptr && !is_named_square(plain)) {
        const std::u32string shown = decode_utf8(quoted(symbol)).substr(0, 60);
        throw NotationError("a symbol is one character, not " + encode_utf8(shown));
    }
    if (is_one_of(plain, U"()\n\t|"))
        throw NotationError("the character " + quoted(symbol) + " cannot be a symbol of a cell");
    return plain;
}

std::optional<std::int16_t> own_state(std::u32string_view symbol) {
    if (symbol.empty()) return std::nullopt;
    if (std::all_of(symbol.begin(), symbol.end(),
                    [](char32_t character) { return decimal_digit(character).has_value(); }))
        return number_of(symbol);
    if (is_one_of(symbol, kCoveredSymbols)) return kCovered;
    if (is_one_of(symbol, kFlagSymbols) || is_one_of(symbol, kMineSymbols)) return kFlagged;
    if (is_one_of(symbol, kZeroSymbols)) return 0;
    if (is_one_of(symbol, kUnreadSymbols)) return kUnread;
    if (symbol == U"~") return kOutside;
    if (symbol == kTen) return 10;
    if (const NamedSymbol* name = find_name(symbol)) return name->state;
    const std::optional<int> digit = symbol.size() == 1 ? digit_of(symbol[0]) : std::nullopt;
    return digit ? std::optional(static_cast<std::int16_t>(*digit)) : std::nullopt;
}

bool is_known_symbol(std::u32string_view symbol) {
    return own_state(symbol).has_value() || may_be(symbol).has_value();
}

std::vector<std::int16_t> resolve_symbols(std::span<const std::u32string> used,
                                          const GivenSymbols& given) {
    std::vector<std::optional<std::int16_t>> states;
    for (const std::u32string& symbol : used) {
        const auto entry = given.find(symbol);
        states.push_back(entry != given.end() ? entry->second : own_state(symbol));
    }
    std::vector<std::size_t> unclear, hidden;  // hidden: the covered symbols, then the unclear ones
    for (std::size_t i = 0; i < used.size(); ++i) (states[i] ? hidden : unclear).push_back(i);
    std::erase_if(hidden, [&states](std::size_t i) { return *states[i] != kCovered; });
    const std::size_t covered = hidden.size();
    hidden.insert(hidden.end(), unclear.begin(), unclear.end());
    for (const std::size_t i : unclear) {
        const TwoMeanings meanings = may_be(used[i]).value();
        const auto first =
            std::find_if(hidden.begin(), hidden.end(), [i](std::size_t j) { return j != i; });
        const bool others = first != hidden.end();
        const bool only_dashes = std::all_of(hidden.begin(), hidden.end(), [&](std::size_t j) {
            return j == i || used[j] == U"-";  // a dash is a cell without a mine in a layout
        });
        if (used[i] == U"*" && others && !only_dashes) {
            states[i] = kFlagged;  // a mine, next to another kind of covered cell
        } else if (used[i] == kBlankSymbol && others) {
            states[i] = 0;  // an empty field, next to a kind of covered cell
        } else if (used[i] == kBlankSymbol &&
                   std::count(states.begin(), states.end(), std::int16_t{0}) == 0) {
            throw ambiguous(i, used[i], meanings, U"", false);
        } else if (others) {
            throw ambiguous(i, used[i], meanings, used[*first],
                            first - hidden.begin() < static_cast<std::ptrdiff_t>(covered));
        } else {
            states[i] = kCovered;
        }
    }
    std::vector<std::int16_t> found;
    for (const auto& state : states) found.push_back(state.value());
    return found;
}

}  // namespace sapper
