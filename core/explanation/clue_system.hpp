// Whether some of the clues of a position contradict each other, by themselves or together with
// the number of mines and an assumption about one cell.
//
// Unknown cells with the same clues and the same bounds form a group. A set of clues is satisfiable
// if numbers of mines in the groups add up to each of them. The search for such numbers
// (bounded_equations.hpp) is limited by its steps; beyond them, and if the possible numbers of
// mines have gaps, the position that shows only these clues is counted (solver.hpp), so that every
// answer is exact. A layout that satisfies a set of clues is kept as a witness for others.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "counting/bounded_equations.hpp"
#include "counting/question.hpp"
#include "counting/solver.hpp"

namespace sapper {

class ClueSystem {
  public:
    // The assumption that a cell is safe (kUnread) or a mine (kFlagged).
    struct Assumption {
        std::int32_t cell = -1;  // -1 for none
        std::int16_t state = kUnread;
    };
    struct Range {
        std::int64_t least, most;
    };

    // `clues` are cells that show clues. With `count_mines` the number of mines of the question is
    // a constraint, too. The clues, the question and the solver must outlive the system.
    ClueSystem(const Question& question, std::span<const std::int32_t> clues,
               const Assumption& assumption, bool count_mines, Solver& solver);

    [[nodiscard]] std::size_t size() const { return clues_.size(); }
    // Whether the number of mines is a constraint.
    [[nodiscard]] bool counts_mines() const { return counts_mines_; }

    // Whether the chosen clues, given by their numbers within the system, cannot all be met. Throws
    // BudgetExceeded if that cannot be counted.
    bool contradictory(std::span<const std::size_t> chosen);
    // Whether all clues together cannot be met.
    bool contradictory();

    // Whether two clues contradict each other, or one clue itself if they are the same.
    [[nodiscard]] bool two_contradict(std::size_t first, std::size_t second) const;

    // Whether the last layout that was found satisfies a clue; false if there is none.
    [[nodiscard]] bool witness_satisfies(std::size_t clue) const;

    // The groups of the unknown cells around a clue, in the order of its neighbours.
    [[nodiscard]] std::span<const std::size_t> groups(std::size_t clue) const {
        return groups_[clue];
    }
    [[nodiscard]] std::size_t group_count() const { return ranges_.size(); }
    // The least and the most mines around a clue without regard to clues, and its number.
    [[nodiscard]] Range range(std::size_t clue) const;
    [[nodiscard]] std::int64_t number(std::size_t clue) const { return numbers_[clue]; }
    // The least and the most mines of all groups without regard to clues.
    [[nodiscard]] Range whole() const { return whole_; }
    // The possible numbers of mines, ascending; one that is too large if none fits.
    [[nodiscard]] std::span<const std::int64_t> totals() const { return totals_; }

    // The sets of clues that were tested for a contradiction.
    [[nodiscard]] std::int64_t tests() const { return tests_; }

  private:
    // An unknown cell, its clues of the system and its range of mines.
    struct Member {
        std::vector<std::size_t> clues;
        Range range;
    };

    void find_members(const Assumption& assumption);
    void make_groups();
    void make_equations();
    void read_totals();
    [[nodiscard]] Range range_of(std::int16_t state) const;
    [[nodiscard]] bool possible(std::int64_t total) const;
    [[nodiscard]] bool counted_as_contradictory(std::span<const std::size_t> chosen);
    void make_counted_position();

    Question question_;
    std::span<const std::int32_t> clues_;
    bool counts_mines_;
    Solver& solver_;
    std::vector<Member> members_;
    std::vector<std::vector<std::size_t>> members_of_;          // by clue
    std::vector<std::vector<std::size_t>> groups_, ascending_;  // by clue, in two orders
    std::vector<Range> ranges_;                                 // by group
    std::vector<std::int64_t> numbers_;                         // by clue
    Range whole_{0, 0};
    std::vector<std::int64_t> totals_;
    BoundedEquations equations_;  // one per clue, then that of the number of mines
    bool has_witness_ = false;
    std::int64_t tests_ = 0;
    // The clues, then the unknown cells, as a board of their own; made when it is first needed.
    std::unique_ptr<Graph> graph_;
    std::vector<std::int16_t> states_, shown_;
};

}  // namespace sapper
