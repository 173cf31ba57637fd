// Board specs: the text [KIND:]DIMS[/MINES], as in torus:9x12/15.
//
// A spec of a built-in kind is read and checked against the limits without building its board, so
// that specs with huge numbers are cheap to refuse. Kinds that callers add, and graphs, are theirs:
// they split the text first. Texts are UTF-8.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "board/kinds.hpp"
#include "board/lattice.hpp"

namespace sapper {

struct Spec {
    const BoardKind* kind;
    Shape shape;
    std::optional<std::int64_t> mines;

    [[nodiscard]] std::int64_t size() const { return cell_count(shape, kMostCells); }
    // The spec without its mines, in its shortest form.
    [[nodiscard]] std::string board_text() const { return spec_text(kind->name, shape); }
    // The same with its mines.
    [[nodiscard]] std::string text() const;
};

// The two parts of a spec in lower case and without blanks at the ends; that of a named board is
// replaced by its spec. Throws SpecError if the text is too long.
struct SpecParts {
    std::string board;
    std::optional<std::string> mines;
};
SpecParts split_spec(std::string_view text);

// Reads a spec of a built-in kind. The number of mines may be at most max_per_cell times the number
// of cells. `added` are further kinds that the caller knows, for suggestions. Throws SpecError.
Spec parse_spec(std::string_view text, int max_per_cell = 1,
                std::span<const std::string> added = {});

// Reads the dimensions DIMS of a spec `text`; throws SpecError.
Shape parse_dimensions(std::string_view dimensions, std::string_view text);

// Reads the mines of a spec `text` of a board that can hold `room` mines; throws SpecError.
std::int64_t parse_spec_mines(std::string_view mines, std::int64_t room, std::string_view text);

// Throws SpecError unless a board that can hold `room` mines can have this number.
void check_spec_mines(std::int64_t mines, std::int64_t room, std::string_view text);

// The number of cells by the dimensions in a spec, at most 2^62, without building a board; 0
// for a text without valid dimensions, and for a graph.
std::int64_t claimed_cells(std::string_view text);

// Up to three of the known words that are similar to a word, the most similar first, by the ratio
// of Ratcliff and Obershelp (1988), of at least 0.45.
std::vector<std::string> similar_words(std::string_view word, std::span<const std::string> known);

}  // namespace sapper
