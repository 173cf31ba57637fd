// From what single clues leave open to what has to be counted.
//
// Unknown cells with exactly the same clues become a group, clues that repeat another are dropped,
// and groups joined by clues become components. Linear in the clues looked at; nothing here counts.
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
    bool flagged;  // its cells hold one mine each already; what is counted comes on top of that

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
    std::int64_t known_mines = 0;       // in known cells, and one for each unknown flagged cell
    std::int64_t floating = 0;          // unknown cells next to none of the clues, unflagged
    std::int64_t floating_flagged = 0;  // the same, flagged

    // With a probe: `probe_clue` (an index into clues, or -1 where its number is known) counts on
    // from `probe_base`.
    std::int32_t probe_clue = -1;
    std::int32_t probe_base = 0;

    // The most mines one cell of a group can take (on top of the flag's own).
    [[nodiscard]] int cap(bool flagged) const { return flagged ? max_per_cell - 1 : max_per_cell; }

    // The component of the probe, or -1.
    [[nodiscard]] int probed_component() const {
        for (std::size_t c = 0; c < components.size(); ++c)
            if (probe_clue >= components[c].clue_begin && probe_clue < components[c].clue_end)
                return static_cast<int>(c);
        return -1;
    }
};

// Whether the ranges of groups, clues and components fit together; for asserts.
bool is_consistent(const Problem& problem);

// Builds problems one after the other, keeping its scratch memory between them.
class Grouper {
  public:
    // From the given clues, which must be all that share unknown cells with one another. The cells
    // of a group come in increasing order. Throws Contradiction where two clues that see the same
    // cells disagree.
    void group(const Knowledge& knowledge, std::span<const std::int32_t> clues, Problem& problem);

    // From all clues of the board.
    void group(const Knowledge& knowledge, Problem& problem);

    // Off to test the general way alone.
    bool use_bits = true;

  private:
    bool group_few(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                   Problem& problem);
    void read_clues(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                    Problem& problem);
    void begin_group(Problem& problem);
    void add_to_group(std::int32_t clue, Problem& problem);
    void place_in_groups(Problem& problem);
    bool group_sets(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                    Problem& problem);
    bool group_marked(const Knowledge& knowledge, Problem& problem);
    void drop_repeated_few(Problem& problem);
    void split_few(Problem& problem);

    void make_groups(const Knowledge& knowledge, std::span<const std::int32_t> clues,
                     Problem& problem);
    void drop_repeated_clues(Problem& problem);
    void split_components(Problem& problem);
    std::int32_t refine(std::int32_t old, std::int32_t splitter);

    std::vector<std::int32_t> active_;
    std::vector<std::int32_t> frontier_;
    // By cell, zero outside of calls, and so the same for all of a thread: the class of an unknown
    // one, the index of a clue.
    std::int32_t* mark_ = nullptr;
    std::vector<std::int32_t> class_of_clue_, fresh_, stamp_, group_of_class_;
    std::vector<std::int32_t> clue_groups_begin_, clue_groups_;
    std::vector<std::int32_t> clue_rank_, group_rank_, queue_;
    std::vector<Clue> clues_in_order_;
    std::vector<Group> groups_in_order_;

    // Of few clues, as sets.
    std::vector<std::uint64_t> seen_by_;  // by cell of the frontier as it was met
    std::vector<std::int32_t> group_of_;  // by cell of the frontier
    std::uint64_t groups_of_[64] = {};    // by clue
    std::uint64_t kept_ = 0;              // clues that repeat no other
};

struct ReduceOptions {
    std::int32_t probe = -1;  // a covered, unflagged cell
    bool propagate = true;    // false keeps every frontier cell in its group, for tables of groups

    friend bool operator==(const ReduceOptions&, const ReduceOptions&) = default;
};

// A position's problem in one step.
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
