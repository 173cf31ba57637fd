// Reasons and contradictions as sentences for players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "board/cell_names.hpp"
#include "board/cell_state.hpp"
#include "explanation/reasons.hpp"

namespace sapper {

// The words for a position: the names of its cells, and its number of mines, such as "1 mine" or
// "8 to 12 mines".
struct PositionWords {
    const CellNames& names;
    std::string mines;
};

// "1 mine", "5 mines".
std::string mines_in_words(std::int64_t mines);

// "one clue", "subset", "overlap", "several clues", "mine count" or "flag".
const char* name_of(ReasonKind kind);

// The proof in a sentence.
std::string reason_text(const Reason& reason, const Position& position, const PositionWords& words);

// The contradiction in a sentence.
std::string contradiction_text(const ConflictingClues& conflict, const Position& position,
                               const PositionWords& words);

// Clues with their cells: "the 1 at (0, 0) and the 2 at (0, 2)"; of more than `most` clues only the
// number of the remaining ones.
std::string clues_in_words(std::span<const std::int32_t> clues, const Position& position,
                           const CellNames& names, std::size_t most);

// "a", "a and b", "a, b and c".
std::string listed(std::span<const std::string> items);

}  // namespace sapper
