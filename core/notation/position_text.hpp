// The text notation of positions and layouts: one character per cell, one line per row.
//
// In positions "#" is a covered cell, "F" a flagged one, "?" an open one whose number is unread,
// "~" a cell out of view, "." or "0" a zero, "1" to "9" a clue, and "(12)" a clue of several
// digits; in layouts "*" is a mine, "-" none, and "(2)" two mines. Blanks, tabs and blank lines are
// ignored, so they can separate cells and the layers of a box. The first line may be a board spec.
// A graph is written as one row. Positions in other symbols are read by `lenient`. Texts are UTF-8.
// Cost: linear in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "board/spec.hpp"
#include "notation/symbols.hpp"
#include "notation/text_rows.hpp"

namespace sapper {

inline constexpr std::size_t kLongestText = 50'000'000;  // in characters
inline constexpr std::size_t kMostLines = 1'000'000;
inline constexpr int kMostPerCell = 100;  // mines

enum class Alphabet { kPositions, kLayouts };

// A board as a text needs it.
struct TextBoard {
    std::string title;  // as messages name it
    Shape shape;
    std::optional<std::int64_t> mines;
};

// Finds the board of a spec; throws SpecError.
using SpecReader = std::function<TextBoard(const std::string& spec)>;

// Finds boards of built-in kinds.
TextBoard read_built_in_spec(const std::string& spec);

struct TextOptions {
    Alphabet alphabet = Alphabet::kPositions;
    GivenSymbols symbols;                 // meanings that the caller has chosen
    std::optional<TextBoard> board = {};  // the caller's board, which takes precedence
    std::string spec = {};                // the same as a spec, which is read after the text
    std::string kind = {};                // a kind of board that takes its shape from the rows
    SpecReader read_spec = read_built_in_spec;
};

struct TextReading {
    enum class Source { kCaller, kHeader, kRows };
    Source source;     // of the board
    TextBoard board;   // the rows fit its shape
    std::string kind;  // of a board with the shape of the rows
    std::optional<std::int64_t> mines;
    std::vector<std::int16_t> states;
    std::vector<std::pair<std::string, std::string>> symbols;  // as in TextRows
};

// Reads a text; throws NotationError, and errors of `read_spec` about other specs than headers.
TextReading read_text(std::string_view text, const TextOptions& options);

// Whether a first line is a header: a board spec or a named board.
bool is_header(std::string_view line);

// Rows of one plain character per cell, without a header; nullopt if a text has anything else. For
// short texts, which it reads fastest.
struct PlainRows {
    std::vector<std::int16_t> states;
    std::size_t rows, columns;
};
std::optional<PlainRows> read_plain_rows(std::string_view text);

// The symbol of a state of a position; that of a number of mines of a layout.
std::string state_symbol(std::int16_t state);
std::string mines_symbol(std::int16_t mines);

// Writes the symbols of all cells in the rows and layers of a board, without a line end at the end;
// layers are separated by a blank line.
std::string format_rows(const Shape& shape, std::span<const std::int16_t> values,
                        Alphabet alphabet);

}  // namespace sapper
