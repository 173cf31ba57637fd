// The symbols with which people write positions, and how each of them is read in a text.
//
// The standard notation has one meaning per symbol. Texts from other programs, chats and
// screenshots use many more symbols, and some of them mean different things in different texts: "-"
// is a covered cell in one and an open zero in another. Such a symbol is read as a covered cell if
// it is the only kind of covered cell in the text; otherwise the caller must say what it means.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sapper {

inline constexpr std::int16_t kMostClue = 32'000;

// The symbol of an empty cell in a table.
inline constexpr std::u32string_view kBlankSymbol = U" ";

// The symbols as error messages list them.
inline constexpr std::string_view kAcceptedSymbols =
    "# F ? . 0-9, among others H x - _ ■ □ and emoji";

// States by symbol, as the caller of a reader gives them.
using GivenSymbols = std::map<std::u32string, std::int16_t>;

// The words for meanings that a caller can give, with their states. A mine is taken as a flag.
std::span<const std::pair<const char*, std::int16_t>> symbol_meanings();

// A state in words, as notes for the reader show it.
std::string meaning_of(std::int16_t state);

// A symbol without marks of presentation, and full-width characters as plain ones.
std::u32string normal_symbol(std::u32string_view symbol);

// The normal form of a symbol that a caller gives a meaning; throws NotationError if it is none.
std::u32string check_symbol(std::u32string_view symbol);

// The state of a symbol that has one meaning; nullopt if it has several or none.
std::optional<std::int16_t> own_state(std::u32string_view symbol);

// Whether a symbol has a meaning without the caller's help.
bool is_known_symbol(std::u32string_view symbol);

// A symbol that can mean two things in its text.
struct AmbiguousSymbol : std::runtime_error {
    AmbiguousSymbol(const std::string& what, std::size_t index_)
        : std::runtime_error(what), index(index_) {}
    std::size_t index;  // of the symbol
};

// The states of the different known symbols of a text, in the order of their first use. Throws
// AmbiguousSymbol.
std::vector<std::int16_t> resolve_symbols(std::span<const std::u32string> used,
                                          const GivenSymbols& given);

}  // namespace sapper
