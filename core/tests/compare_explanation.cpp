#include "compare_explanation.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explanation/clue_neighborhoods.hpp"
#include "explanation/clue_system.hpp"
#include "explanation/hitting_set.hpp"
#include "explanation/reasons.hpp"
#include "oracle.hpp"

namespace sapper::fuzz {

namespace {

constexpr std::size_t kMostClues = 7, kMostReasons = 3;
constexpr std::int64_t kMostSteps = 4'000;
constexpr std::uint64_t kPrime = 1'000'000'007;

void check(bool holds, const std::string& what) {
    if (!holds) throw Difference{what};
}

// The oracle's answers to sets of clues of a case, with an assumption about one cell.
class BruteForce {
  public:
    BruteForce(const Case& c, ClueSystem::Assumption assumption)
        : case_(c), assumption_(assumption) {
        for (std::int32_t cell = 0; cell < c.graph.size(); ++cell)
            if (c.states[to_index(cell)] >= 0) clues_.push_back(cell);
    }

    [[nodiscard]] const std::vector<std::int32_t>& clues() const { return clues_; }

    // Whether these clues (a bit mask) are contradictory; nullopt if that is too much work.
    [[nodiscard]] std::optional<bool> contradictory(std::uint32_t chosen, bool count_mines) const {
        std::vector<std::int16_t> states = case_.states;
        for (std::size_t i = 0; i < clues_.size(); ++i)
            if ((chosen >> i & 1u) == 0) states[to_index(clues_[i])] = kUnread;
        if (assumption_.cell >= 0) states[to_index(assumption_.cell)] = assumption_.state;
        const Position position{case_.graph, states, case_.max_per_cell};
        Oracle oracle(position, -1, kPrime);
        const bool counted = count_mines && case_.query.odds <= 0.0;
        const auto answer =
            oracle.answer(counted ? case_.query.mines : 0, counted ? -1.0 : 1.0, kMostSteps);
        if (!answer) return std::nullopt;
        return !answer->possible;
    }

    // The size of a smallest contradictory set; -1 if there is none, nullopt if it is too much
    // work.
    [[nodiscard]] std::optional<int> smallest(bool count_mines) const {
        int size = -1;
        for (std::uint32_t chosen = 0; chosen < 1u << clues_.size(); ++chosen) {
            const int own = std::popcount(chosen);
            if (size >= 0 && own >= size) continue;
            const std::optional<bool> found = contradictory(chosen, count_mines);
            if (!found) return std::nullopt;
            if (*found) size = own;
        }
        return size;
    }

    [[nodiscard]] std::uint32_t mask(const std::vector<std::int32_t>& cells) const {
        std::uint32_t mask = 0;
        for (const std::int32_t cell : cells)
            for (std::size_t i = 0; i < clues_.size(); ++i)
                if (clues_[i] == cell) mask |= 1u << i;
        return mask;
    }

  private:
    const Case& case_;
    ClueSystem::Assumption assumption_;
    std::vector<std::int32_t> clues_;
};

// Checks that a set of clues is a smallest contradictory one.
void check_smallest(const BruteForce& force, const std::vector<std::int32_t>& clues,
                    bool needs_mine_count, bool proven, const std::string& what) {
    const std::optional<bool> found = force.contradictory(force.mask(clues), needs_mine_count);
    const std::optional<int> fewest = force.smallest(needs_mine_count);
    if (!found || !fewest) return;
    check(*found, what + " does not contradict itself");
    check(proven, what + " is not proved smallest");
    check(*fewest == static_cast<int>(clues.size()), what + " is not the smallest");
    if (!needs_mine_count) return;
    const std::optional<bool> alone = force.contradictory(force.mask(clues), false);
    check(!alone || !*alone, what + " does not need the number of mines");
}

void compare_reasons(const Case& c, const Solution& solution, Solver& solver) {
    const auto compare = [&](const std::vector<std::int32_t>& cells, bool mined) {
        for (std::size_t i = 0; i < std::min(cells.size(), kMostReasons); ++i) {
            const Reason reason = find_reason(c.question(), cells[i], mined, solver);
            const std::string what = "the reason of cell " + std::to_string(cells[i]);
            check(reason.cell == cells[i] && reason.mined == mined, "the claim of " + what);
            if (reason.kind == ReasonKind::kFlag) {
                check(c.states[to_index(cells[i])] == kFlagged, what + " is not flagged");
                continue;
            }
            const BruteForce force(c, {cells[i], mined ? kUnread : kFlagged});
            const bool counted = reason.kind == ReasonKind::kMineCount;
            check_smallest(force, reason.clues, counted, reason.proven_smallest, what);
            const std::optional<int> by_clues = counted ? force.smallest(false) : std::nullopt;
            check(!by_clues || *by_clues < 0, what + " follows from the clues alone");
        }
    };
    compare(solution.safe, false);
    compare(solution.mines, true);
}

// Checks the closed form for two clues against the search.
void compare_pairs(const Case& c, Solver& solver) {
    const ClueList clues = distinct_clues(c.position());
    for (const bool count_mines : {false, true}) {
        ClueSystem system(c.question(), clues, {}, count_mines, solver);
        for (std::size_t i = 0; i < clues.size(); ++i)
            for (std::size_t j = i; j < clues.size(); ++j) {
                const std::vector<std::size_t> pair{i, j};
                check(system.two_contradict(i, j) == system.contradictory(pair),
                      "the contradiction of two clues");
            }
    }
}

}  // namespace

void compare_explanation(const Case& c, Solver& solver) {
    const BruteForce force(c, {});
    const Budget usual;
    if (force.clues().size() > kMostClues || c.query.budget.log2_states < usual.log2_states ||
        c.query.budget.bytes < usual.bytes)
        return;
    compare_pairs(c, solver);
    Solution solution;
    std::optional<std::int32_t> hint;
    try {
        solver.solve(c.question(), solution);
    } catch (const Contradiction& contradiction) {
        hint = contradiction.clue;
    }
    if (!hint) return compare_reasons(c, solution, solver);
    const ConflictingClues conflict = find_contradiction(c.question(), *hint, solver);
    check_smallest(force, conflict.clues, conflict.needs_mine_count, conflict.proven_smallest,
                   "the contradiction");
}

void compare_hitting_set(Random& random) {
    const std::size_t elements = static_cast<std::size_t>(random.within(1, 9));
    HittingSets sets(elements);
    std::vector<std::uint32_t> masks;
    for (int count = random.within(0, 8); count >= 0; --count) {
        std::vector<std::size_t> set;
        std::uint32_t mask = 0;
        for (std::size_t e = 0; e < elements; ++e)
            if (random.chance(35)) {
                set.push_back(e);
                mask |= 1u << e;
            }
        if (set.empty()) continue;
        sets.add(set);
        masks.push_back(mask);
        int fewest = static_cast<int>(elements);
        const auto hits_all = [&](std::uint32_t chosen) {
            for (const std::uint32_t other : masks)
                if ((other & chosen) == 0) return false;
            return true;
        };
        for (std::uint32_t chosen = 0; chosen < 1u << elements; ++chosen)
            if (hits_all(chosen)) fewest = std::min(fewest, std::popcount(chosen));
        std::int64_t nodes = 1'000'000;
        const auto found = sets.minimum(nodes);
        check(found.has_value(), "the nodes of a hitting set");
        std::uint32_t chosen = 0;
        for (const std::size_t e : *found) chosen |= 1u << e;
        check(hits_all(chosen), "a hitting set misses a set");
        check(std::popcount(chosen) == fewest, "a hitting set is not minimum");
    }
}

}  // namespace sapper::fuzz
