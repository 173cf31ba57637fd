#include "explanation/position_faults.hpp"

#include "support/index.hpp"

namespace sapper {

std::vector<Fault> find_faults(const Position& position, const std::optional<MineRange>& mines) {
    const auto& [graph, states, max_per_cell] = position;
    std::vector<Fault> faults;
    std::int64_t all_unknown = 0, all_flags = 0;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        const std::int16_t state = states[to_index(cell)];
        all_unknown += may_hold_mine(state) ? 1 : 0;
        all_flags += state == kFlagged ? 1 : 0;
        if (state < 0) continue;
        std::int64_t unknown = 0, flags = 0;
        for (const std::int32_t other : graph.neighbors(cell)) {
            unknown += may_hold_mine(states[to_index(other)]) ? 1 : 0;
            flags += states[to_index(other)] == kFlagged ? 1 : 0;
        }
        const std::int64_t room = unknown * max_per_cell;
        if (state > room) faults.push_back({FaultKind::kClueAboveRoom, cell, room, 0});
        if (state < flags) faults.push_back({FaultKind::kClueBelowFlags, cell, flags, 0});
        if (mines && state > mines->most)
            faults.push_back({FaultKind::kClueAboveMines, cell, mines->most, 0});
    }
    if (!mines) return faults;
    const std::int64_t room = all_unknown * max_per_cell;
    if (mines->least > room) faults.push_back({FaultKind::kMinesAboveRoom, -1, room, all_unknown});
    if (mines->most < all_flags) faults.push_back({FaultKind::kMinesBelowFlags, -1, all_flags, 0});
    return faults;
}

std::vector<Fault> find_faults(const Question& question) {
    const MineCount& count = question.count();
    std::optional<MineRange> mines;
    if (!count.totals().empty())
        mines = {count.totals().front().mines, count.totals().back().mines};
    else if (count.known())
        mines = {*count.known(), *count.known()};
    return find_faults(question.position(), mines);
}

std::string fault_message(const Fault& fault, const Position& position, const CellNames& names,
                          const std::string& mines) {
    const std::string limit = std::to_string(fault.limit);
    if (fault.kind == FaultKind::kMinesAboveRoom)
        return mines + ", but the " + std::to_string(fault.cells) + " covered cells hold only " +
               limit;
    if (fault.kind == FaultKind::kMinesBelowFlags)
        return mines + ", but " + limit + " cells are flagged";
    const std::string clue =
        "the " + std::to_string(position.states[to_index(fault.cell)]) + " at " + names(fault.cell);
    if (fault.kind == FaultKind::kClueBelowFlags) return clue + " is next to " + limit + " flags";
    if (fault.kind == FaultKind::kClueAboveMines)
        return clue + " is more than all " + limit + " mines";
    if (position.graph.neighbors(fault.cell).empty()) return clue + " has no neighbours";
    return clue + " has room for only " + limit;
}

}  // namespace sapper
