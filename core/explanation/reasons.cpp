#include "explanation/reasons.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "explanation/clue_neighborhoods.hpp"
#include "explanation/position_faults.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

// The approximate number of clues around a cell among which a smaller proof is searched.
constexpr std::size_t kMostReached = 120;
// The largest board, in cells, on which every component is searched for a contradiction.
constexpr std::int32_t kWholeBoard = 20'000;
// The largest number of covered cells for which a contradiction with the mine count is reduced.
constexpr std::int64_t kMostCounted = 200'000;

// The component of some clues, or a neighbourhood of over kMostReached clues.
ClueList reach(const Position& position, const ClueList& start) {
    GrowingClues growing(position, start);
    while (growing.clues().size() <= kMostReached && growing.grow()) {
    }
    return growing.clues();
}

std::vector<std::int32_t> cells_of(const ClueList& clues, const std::vector<std::size_t>& chosen) {
    std::vector<std::int32_t> cells;
    cells.reserve(chosen.size());
    for (const std::size_t i : chosen) cells.push_back(clues[i]);
    return cells;
}

// The kind of a proof by clues alone.
ReasonKind kind_of(const ClueSystem& system, const std::vector<std::size_t>& clues) {
    if (clues.size() == 1) return ReasonKind::kOneClue;
    if (clues.size() != 2) return ReasonKind::kSeveralClues;
    const auto groups = [&](std::size_t i) {
        const auto around = system.groups(clues[i]);
        std::vector<std::size_t> sorted(around.begin(), around.end());
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    };
    const std::vector<std::size_t> a = groups(0), b = groups(1);
    const bool subset = std::includes(a.begin(), a.end(), b.begin(), b.end()) ||
                        std::includes(b.begin(), b.end(), a.begin(), a.end());
    return subset ? ReasonKind::kSubset : ReasonKind::kOverlap;
}

}  // namespace

Reason find_reason(const Question& question, std::int32_t cell, bool mined, Solver& solver,
                   const Expired& expired) {
    const Position& position = question.position();
    Reason reason{cell, mined, ReasonKind::kFlag, {}, true, 0};
    if (position.states[to_index(cell)] == kFlagged) return reason;
    const ClueSystem::Assumption opposite{cell, mined ? kUnread : kFlagged};
    const auto conclude = [&](ClueSystem& system, const ClueList& clues) {
        Conflict found = smallest_conflict(system, expired);
        reason.kind = system.counts_mines() ? ReasonKind::kMineCount : kind_of(system, found.clues);
        reason.clues = cells_of(clues, found.clues);
        reason.proven_smallest = found.proven_smallest;
        reason.tests += system.tests();
        return reason;
    };
    GrowingClues growing(position, clues_around(position, cell));
    if (!growing.clues().empty()) do {
            ClueSystem near(question, growing.clues(), opposite, false, solver);
            ++reason.tests;
            if (!near.contradictory()) continue;
            // A smaller proof may need clues that are farther away.
            const ClueList clues = reach(position, growing.clues());
            if (clues.size() == growing.clues().size()) return conclude(near, growing.clues());
            ClueSystem system(question, clues, opposite, false, solver);
            return conclude(system, clues);
        } while (growing.grow());
    const ClueList clues = distinct_clues(position);
    ClueSystem system(question, clues, opposite, true, solver);
    conclude(system, clues);
    reason.kind = ReasonKind::kMineCount;
    return reason;
}

namespace {

// A smallest contradiction of these clues; nullopt if they are consistent.
std::optional<ConflictingClues> conflict_of(const Question& question, const ClueList& clues,
                                            Solver& solver, const Expired& expired) {
    ClueSystem system(question, clues, {}, false, solver);
    if (!system.contradictory()) return std::nullopt;
    const Conflict found = smallest_conflict(system, expired);
    ConflictingClues result{cells_of(clues, found.clues), false, found.proven_smallest,
                            system.tests()};
    std::sort(result.clues.begin(), result.clues.end());
    return result;
}

// A smallest contradiction of the clues in the smallest contradictory neighbourhood of a clue.
std::optional<ConflictingClues> conflict_near(const Question& question, std::int32_t hint,
                                              Solver& solver, const Expired& expired) {
    GrowingClues growing(question.position(), {hint});
    do {
        auto found = conflict_of(question, growing.clues(), solver, expired);
        if (found) return found;
    } while (growing.grow());
    return std::nullopt;
}

// A contradiction that single clues or the number of mines show; a fault of a single clue first.
std::optional<ConflictingClues> visible_conflict(const Question& question) {
    const std::vector<Fault> faults = find_faults(question);
    const auto rank = [](const Fault& fault) {
        return std::pair(fault.kind == FaultKind::kClueAboveMines, fault.cell < 0);
    };
    const auto first =
        std::min_element(faults.begin(), faults.end(),
                         [&](const Fault& a, const Fault& b) { return rank(a) < rank(b); });
    if (first == faults.end()) return std::nullopt;
    ConflictingClues conflict{
        {}, first->cell < 0 || first->kind == FaultKind::kClueAboveMines, true, 0};
    if (first->cell >= 0) conflict.clues.push_back(first->cell);
    return conflict;
}

std::int64_t covered_cells(const Position& position) {
    return std::count_if(position.states.begin(), position.states.end(),
                         [](std::int16_t s) { return s == kCovered || s == kFlagged; });
}

}  // namespace

ConflictingClues find_contradiction(const Question& question, std::int32_t hint, Solver& solver,
                                    const Expired& expired) {
    const Position& position = question.position();
    if (std::optional<ConflictingClues> found = visible_conflict(question)) return *found;
    if (hint >= 0) {
        const bool everywhere = position.graph.size() <= kWholeBoard;
        std::optional<ConflictingClues> found;
        // There is a contradiction near the hint, but perhaps not a smallest one of the board.
        if (!everywhere || expired) found = conflict_near(question, hint, solver, expired);
        if (everywhere) {
            for (const ClueList& clues : clue_components(position)) {
                if (found && ((expired && expired()) || found->clues.size() == 1)) break;
                auto other = conflict_of(question, clues, solver, expired);
                if (other && (!found || other->clues.size() < found->clues.size())) found = other;
            }
        }
        if (found) return *found;
    }
    if (covered_cells(position) > kMostCounted) return {{}, true, false, 0};
    const ClueList clues = distinct_clues(position);
    ClueSystem system(question, clues, {}, true, solver);
    const Conflict found = smallest_conflict(system, expired);
    return {cells_of(clues, found.clues), true, found.proven_smallest, system.tests()};
}

}  // namespace sapper
