// The inconsistencies of a position that are visible without a search: clues that exceed the room
// around them, and numbers of mines that exceed the room on the board. Cost: linear.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "board/cell_names.hpp"
#include "board/cell_state.hpp"
#include "counting/question.hpp"

namespace sapper {

enum class FaultKind : std::uint8_t {
    kClueAboveRoom,    // the cells around a clue cannot hold as many mines
    kClueBelowFlags,   // more cells around a clue are flagged
    kClueAboveMines,   // a clue exceeds the number of mines
    kMinesAboveRoom,   // the covered cells cannot hold the mines
    kMinesBelowFlags,  // more cells are flagged than there are mines
};

struct Fault {
    FaultKind kind;
    std::int32_t cell;   // of the clue; -1 for a fault of the number of mines
    std::int64_t limit;  // the mines that there is room for, the flags, or all mines
    std::int64_t cells;  // the covered cells that should hold the mines, for kMinesAboveRoom
};

// The range of the number of mines.
struct MineRange {
    std::int64_t least, most;
};

// Faults of clues by cell, then those of the number of mines; `mines` is nullopt if any number is
// possible.
std::vector<Fault> find_faults(const Position& position, const std::optional<MineRange>& mines);
std::vector<Fault> find_faults(const Question& question);

// The fault in words; `mines` is the number of mines in words, such as "1 mine".
std::string fault_message(const Fault& fault, const Position& position, const CellNames& names,
                          const std::string& mines);

}  // namespace sapper
