// Reduces a position to groups, clues and independent components, the input of the counting.
//
// Unknown cells with exactly the same clues form a group, duplicate clues are dropped, and groups
// connected by clues form a component. Cost: linear in the number of (clue, unknown neighbour)
// pairs, up to sorting.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counting/knowledge.hpp"

namespace sapper {

struct Clue {
    std::int32_t cell;
    std::int32_t need;  // mines still to be found among its unknown neighbours
    std::int32_t room;  // most mines they can hold
};

struct Group {
    std::int32_t cell_begin, cell_end;  // in Problem::group_cells
    std::int32_t clue_begin, clue_end;  // in Problem::group_clues
    bool flagged;  // its cells hold one mine each; counted mines are in addition to these

    [[nodiscard]] std::int32_t size() const { return cell_end - cell_begin; }
};

struct Component {
    std::int32_t clue_begin, clue_end;    // in Problem::clues
    std::int32_t group_begin, group_end;  // in Problem::groups
};

struct Problem {
    int max_per_cell = 1;
    std::vector<Clue> clues;
    std::vector<Group> groups;
    std::vector<std::int32_t> group_cells;
    std::vector<std::int32_t> group_clues;  // as indices into Problem::clues
    std::vector<Component> components;
    std::int64_t known_mines = 0;       // in known cells, plus one for each unknown flagged cell
    std::int64_t floating = 0;          // unflagged unknown cells next to no clue
    std::int64_t floating_flagged = 0;  // flagged ones

    // The probe's index into `clues`, or -1 if there is none or its clue value is determined. Its
    // clue value is `probe_base` plus the mines in the groups around it.
    std::int32_t probe_clue = -1;
    std::int32_t probe_base = 0;

    // The most mines one cell of a group can hold (in addition to the one of a flag).
    [[nodiscard]] int cap(bool flagged) const { return flagged ? max_per_cell - 1 : max_per_cell; }

    // The component of the probe, or -1.
    [[nodiscard]] int probed_component() const {
        for (std::size_t c = 0; c < components.size(); ++c)
            if (probe_clue >= components[c].clue_begin && probe_clue < components[c].clue_end)
                return static_cast<int>(c);
        return -1;
    }
};

// Whether the ranges of groups, clues and components are consistent. For asserts.
bool is_consistent(const Problem& problem);

// Builds problems. Keeps its scratch memory between calls.
class Grouper {
  public:
    // Builds the problem of the given clues, which must be closed: all clues that share unknown
    // cells with them are included. The cells of a group are in ascending order. Throws
    // Contradiction if two clues with the same unknown cells differ in their need.
    void group(const Knowledge& knowledge, std::span<const std::int32_t> clues, Problem& problem);

    // Builds the problem of all clues of the board.
    void group(const Knowledge& knowledge, Problem& problem);

    // Whether small problems are grouped by bit masks; false tests the general algorithm alone.
    bool use_bits = true;

  private:
    bool group_small(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                     Problem& problem);
    void read_clues(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                    Problem& problem);
    void begin_group(Problem& problem);
    void add_to_group(std::int32_t clue, Problem& problem);
    void place_in_groups(Problem& problem);
    bool group_sets(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                    Problem& problem);
    bool group_marked(const Knowledge& knowledge, Problem& problem);
    void drop_repeated_small(Problem& problem);
    void split_small(Problem& problem);

    void make_groups(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                     Problem& problem);
    void drop_repeated_clues(Problem& problem);
    void split_components(Problem& problem);
    std::int32_t refine(std::int32_t old, std::int32_t splitter);

    std::vector<std::int32_t> active_;
    std::vector<std::int32_t> frontier_;
    // Scratch memory per cell: the class of an unknown cell, the index of a clue. It is zero
    // between calls, so that all objects of a thread share it.
    std::int32_t* mark_ = nullptr;
    std::vector<std::int32_t> class_of_clue_, fresh_, stamp_, group_of_class_;
    std::vector<std::int32_t> clue_groups_begin_, clue_groups_;
    std::vector<std::int32_t> clue_rank_, group_rank_, queue_;
    std::vector<Clue> clues_in_order_;
    std::vector<Group> groups_in_order_;

    // State of the bit-mask algorithm (small_groups.cpp).
    std::vector<std::uint64_t> seen_by_;  // per frontier cell, in order of discovery: its clues
    std::vector<std::int32_t> group_of_;  // per frontier cell, ascending: its group
    std::uint64_t groups_of_[64] = {};    // per clue: its groups
    std::uint64_t kept_ = 0;              // the clues that are not duplicates
};

struct ReduceOptions {
    std::int32_t probe = -1;  // a covered, unflagged cell
    bool propagate = true;  // false keeps cells that single clues settle, for tables of all groups

    friend bool operator==(const ReduceOptions&, const ReduceOptions&) = default;
};

// Reduces a position to its problem in one step.
class Reducer {
  public:
    void reduce(const Position& position, const ReduceOptions& options, Problem& problem) {
        knowledge.read(position, options.probe);
        if (options.propagate) knowledge.propagate();
        grouper_.group(knowledge, problem);
    }

    Knowledge knowledge;

  private:
    Grouper grouper_;
};

}  // namespace sapper
