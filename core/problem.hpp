// From a position to what has to be counted.
//
// First the clues that speak alone are followed to their end: a clue that needs nothing more makes
// its covered neighbours safe, one that needs all its room fills them. What is left is put into
// groups (cells with exactly the same clues), clues that repeat another are dropped, and groups
// joined by clues become components. Linear in the board; nothing here counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph.hpp"

namespace sapper {

// What a player sees of a cell: a number from 0 up is a clue, else one of these.
enum State : std::int16_t {
    kCovered = -1,
    kFlagged = -2,   // covered, and taken to hold at least one mine
    kUnlabeled = -3  // revealed, its number not looked at
};

inline constexpr std::int16_t kUnknown = -1;  // in Problem::value

struct Position {
    const Graph& graph;
    std::span<const std::int16_t> states;
    int max_per_cell;
};

struct Clue {
    std::int32_t cell;
    std::int32_t need;  // mines still to be found among its unknown neighbours
    std::int32_t room;  // most mines they can hold
};

struct Group {
    std::int32_t cell_begin, cell_end;  // in Problem::group_cells
    std::int32_t clue_begin, clue_end;  // in Problem::group_clues
    bool flagged;  // its cells hold one mine each already; what is counted comes on top of that

    [[nodiscard]] std::int32_t size() const { return cell_end - cell_begin; }
};

struct Component {
    std::int32_t clue_begin, clue_end;    // in Problem::clues
    std::int32_t group_begin, group_end;  // in Problem::groups
};

struct Problem {
    int max_per_cell = 1;
    std::vector<std::int16_t> value;  // a cell's mines where known, else kUnknown
    std::vector<Clue> clues;
    std::vector<Group> groups;
    std::vector<std::int32_t> group_cells;
    std::vector<std::int32_t> group_clues;  // as indices into Problem::clues
    std::vector<Component> components;
    std::int64_t known_mines = 0;       // in known cells, and one for each unknown flagged cell
    std::int64_t floating = 0;          // unknown cells next to no clue, unflagged
    std::int64_t floating_flagged = 0;  // the same, flagged

    // With a probe the cell is taken as safe, and the number it would show is left open:
    // `probe_clue` (an index into clues, or -1 where nothing is open) counts on from `probe_base`.
    std::int32_t probe_clue = -1;
    std::int32_t probe_base = 0;

    // The most mines one cell of the group can take (on top of the flag's own).
    [[nodiscard]] int cap(bool flagged) const { return flagged ? max_per_cell - 1 : max_per_cell; }
};

struct ReduceOptions {
    std::int32_t probe = -1;  // a covered, unflagged cell
    bool propagate = true;    // false keeps every frontier cell in its group, for tables of groups
};

// Builds problems one after the other, keeping its scratch memory between them.
class Reducer {
  public:
    // Throws Contradiction where a clue cannot be met, std::invalid_argument on malformed states.
    void reduce(const Position& position, const ReduceOptions& options, Problem& problem);

  private:
    void read_states(const Position& position, const ReduceOptions& options, Problem& problem);
    void settle(const Position& position, std::int32_t cell, int extra, Problem& problem);
    void propagate(const Position& position, Problem& problem);
    void group_cells(const Position& position, const ReduceOptions& options, Problem& problem);
    void drop_repeated_clues(Problem& problem);
    void split_components(Problem& problem);

    [[nodiscard]] bool is_clue(std::int32_t cell) const {
        return room_[static_cast<std::size_t>(cell)] >= 0;
    }

    std::vector<std::int32_t> need_, room_;  // by cell; room is -1 where there is no clue
    std::vector<std::int32_t> ready_;        // clues that may settle their neighbours
    std::vector<std::int32_t> frontier_;     // unknown cells next to an active clue
    std::vector<std::int32_t> class_, fresh_, stamp_, group_of_class_;
    std::vector<std::int32_t> clue_index_;  // by cell
    std::vector<std::int32_t> clue_groups_begin_, clue_groups_;
    std::vector<std::int32_t> component_of_clue_, component_of_group_, queue_;
    std::int32_t probe_ = -1;
    std::int64_t unknown_plain_ = 0, unknown_flagged_ = 0;
};

}  // namespace sapper
