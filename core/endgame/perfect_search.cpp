#include "endgame/perfect_search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "board/bit_layouts.hpp"
#include "support/cancellation.hpp"

namespace sapper {

namespace {

constexpr std::size_t kClueValues = 16;  // clue values that a cell can show
constexpr std::int64_t kUninformative = -1;
constexpr std::int64_t kMinRefined =
    64;  // layouts; smaller states are as fast to search as to bound

// Offsets of the layouts of each clue value, once sorted by it, and the end of the last ones.
struct Buckets {
    std::array<std::uint32_t, kClueValues + 1> at;
    std::size_t numbers;  // number of possible clue values
};

// Counting sort of layouts by their number of mines in some cells, without branches that depend on
// a layout. Returns false, without sorting, if that number is the same in all layouts.
bool sort_by(std::uint64_t around, const std::uint64_t* begin, const std::uint64_t* end,
             std::uint64_t* sorted, Buckets& buckets) {
    const auto number = [around](std::uint64_t layout) {
        return static_cast<std::size_t>(std::popcount(layout & around));
    };
    buckets.at.fill(0);
    buckets.numbers = static_cast<std::size_t>(std::popcount(around)) + 1;
    for (const std::uint64_t* layout = begin; layout != end; ++layout)
        ++buckets.at[number(*layout) + 1];
    if (buckets.at[number(*begin) + 1] == end - begin) return false;
    for (std::size_t n = 1; n <= buckets.numbers; ++n) buckets.at[n] += buckets.at[n - 1];
    auto next = buckets.at;
    for (const std::uint64_t* layout = begin; layout != end; ++layout)
        sorted[next[number(*layout)]++] = *layout;
    return true;
}

}  // namespace

PerfectSearch::PerfectSearch(const Graph& graph, int mines,
                             std::vector<std::vector<std::uint8_t>> symmetries,
                             std::uint64_t memory)
    : cells_(graph.size()),
      mines_(mines),
      neighbors_(neighbor_bits(graph)),
      keys_(neighbors_, std::move(symmetries)),
      memory_(memory),
      table_(graph.size(), memory) {
    if (mines < 0 || mines > cells_)
        throw std::invalid_argument(
            "the number of mines must be between 0 and the number of cells");
    for (const std::uint64_t around : neighbors_)
        if (std::popcount(around) > 15)
            throw std::invalid_argument("a cell may have at most 15 neighbours");
    board_ = cells_ == 64 ? ~std::uint64_t{0} : bit(cells_) - 1;
}

void PerfectSearch::clear() {
    table_ = StateTable(cells_, memory_);
    depth_ = 0;
}

std::int64_t PerfectSearch::wins_from(const Deal& deal) {
    if (deal.graph().size() != cells_ || deal.mines() != mines_ || deal.max_per_cell() != 1)
        throw std::invalid_argument("the deal must have the board and the mines of the search");
    if (deal.full()) return 1;
    depth_ = 0;
    const std::int32_t cell = deal.start();
    std::uint64_t banned = board_;
    for (const std::int32_t other : deal.allowed().list()) banned &= ~bit(other);
    std::vector<std::uint64_t> all = bit_layouts(cells_, mines_, banned | bit(cell));
    if (all.empty()) return 0;
    const std::uint64_t around = neighbors_[static_cast<std::size_t>(cell)];
    std::sort(all.begin(), all.end(), [&](std::uint64_t a, std::uint64_t b) {
        return std::popcount(a & around) < std::popcount(b & around);
    });
    std::int64_t wins = 0;
    for (std::size_t begin = 0; begin < all.size();) {
        const int number = std::popcount(all[begin] & around);
        std::size_t end = begin;
        while (end < all.size() && std::popcount(all[end] & around) == number) ++end;
        wins += evaluate(all.data() + begin, all.data() + end, bit(cell), 1);
        begin = end;
    }
    return wins;
}

PerfectSearch::Advice PerfectSearch::advise(std::span<const std::int16_t> states) {
    if (states.size() != static_cast<std::size_t>(cells_))
        throw std::invalid_argument("one state per cell is needed");
    depth_ = 0;
    std::uint64_t opened = 0;
    for (std::int32_t cell = 0; cell < cells_; ++cell)
        if (states[static_cast<std::size_t>(cell)] >= 0) opened |= bit(cell);
    std::vector<std::uint64_t> consistent = bit_layouts(cells_, mines_, opened);
    std::erase_if(consistent, [&](std::uint64_t layout) {
        for (std::uint64_t rest = opened; rest != 0; rest &= rest - 1) {
            const auto cell = static_cast<std::size_t>(std::countr_zero(rest));
            if (std::popcount(layout & neighbors_[cell]) != states[cell]) return true;
        }
        return false;
    });
    Advice advice;
    advice.layouts = static_cast<std::int64_t>(consistent.size());
    if (consistent.empty()) return advice;
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    for (const std::uint64_t layout : consistent) {
        any |= layout;
        all &= layout;
    }
    const std::uint64_t safe = board_ & ~any & ~opened;
    std::uint64_t* begin = consistent.data();
    std::uint64_t* end = begin + consistent.size();
    if (safe != 0) {
        advice.cell = static_cast<std::int32_t>(std::countr_zero(safe));
        advice.wins = evaluate(begin, end, opened, 1);
    } else if (any == all) {
        advice.wins = 1;
    } else {
        advice.wins = guess({begin, end, any, all, opened, {}, 0, false}, 1, &advice.cell);
    }
    return advice;
}

// Enters a level of the recursion with room for twice as many layouts. Left by `--depth_`.
PerfectSearch::Level& PerfectSearch::enter_level(std::int64_t layouts) {
    if (levels_.size() <= depth_) levels_.emplace_back();
    Level& level = levels_[depth_++];
    const auto room = static_cast<std::size_t>(2 * layouts);
    if (level.layouts.size() < room) level.layouts.resize(room);
    level.states.clear();
    return level;
}

std::int64_t PerfectSearch::evaluate(std::uint64_t* begin, std::uint64_t* end, std::uint64_t opened,
                                     std::int64_t need) {
    std::int64_t most = end - begin;
    Level& level = enter_level(most);
    collect_states(begin, end, level.layouts.data(), opened, need, most, level.states);
    most = sum_values(level.states, most, need);
    --depth_;
    return most;
}

// Searches states until the remaining bounds can no longer reach `need`. `most` is an upper bound
// on the total, with the bounds of the states included.
std::int64_t PerfectSearch::sum_values(std::vector<State>& states, std::int64_t most,
                                       std::int64_t need) {
    std::sort(states.begin(), states.end(),
              [](const State& a, const State& b) { return a.size() < b.size(); });
    for (State& state : states) {
        if (most < need) return most;
        if (need <= 1 || state.refined || state.size() < kMinRefined) continue;
        most -= state.bound;
        state.bound = refine_bound(state);
        most += state.bound;
    }
    for (const State& state : states) {
        if (most < need) return most;
        most -= state.bound;
        most += search(state, need - most);
    }
    return most;
}

// Opens all safe cells and splits the layouts by the clue values, until no safe cell is left.
// Appends the resulting states; `most` decreases by the layouts that are certainly lost. `spare`
// has room for the layouts: each split moves them there, and the next one back.
void PerfectSearch::collect_states(std::uint64_t* begin, std::uint64_t* end, std::uint64_t* spare,
                                   std::uint64_t opened, std::int64_t need, std::int64_t& most,
                                   std::vector<State>& states) {
    if (end - begin == 1) return;
    if (end - begin == 2) {
        most -= !distinguishable(begin[0], begin[1]);
        return;
    }
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    for (const std::uint64_t* layout = begin; layout != end; ++layout) {
        any |= *layout;
        all &= *layout;
    }
    const std::uint64_t undetermined = any & ~all;
    Buckets buckets;
    for (std::uint64_t rest = board_ & ~any & ~opened; rest != 0; rest &= rest - 1) {
        const auto cell = static_cast<std::int32_t>(std::countr_zero(rest));
        opened |= bit(cell);
        const std::uint64_t around = neighbors_[static_cast<std::size_t>(cell)] & undetermined;
        if (around == 0 || !sort_by(around, begin, end, spare, buckets)) continue;
        for (std::size_t n = 0; n < buckets.numbers && most >= need; ++n)
            if (buckets.at[n] != buckets.at[n + 1])
                collect_states(spare + buckets.at[n], spare + buckets.at[n + 1],
                               begin + buckets.at[n], opened, need, most, states);
        return;
    }
    add_state({begin, end, any, all, opened, {}, end - begin, false}, most, states);
}

// Whether some cell that is safe in both layouts shows different clue values. Opened cells have
// shown the same value in both.
bool PerfectSearch::distinguishable(std::uint64_t one, std::uint64_t other) const {
    std::uint64_t near = 0;
    for (std::uint64_t rest = one ^ other; rest != 0; rest &= rest - 1)
        near |= neighbors_[static_cast<std::size_t>(std::countr_zero(rest))];
    for (near &= ~(one | other); near != 0; near &= near - 1) {
        const std::uint64_t around = neighbors_[static_cast<std::size_t>(std::countr_zero(near))];
        if (std::popcount(one & around) != std::popcount(other & around)) return true;
    }
    return false;
}

// Adds a state with its best known bound, unless its exact value is in the table.
void PerfectSearch::add_state(const State& fresh, std::int64_t& most,
                              std::vector<State>& states) const {
    State state = fresh;
    state.key = keys_.of(*state.begin, state.undetermined(), state.opened);
    const StateTable::Entry known = table_.find(state.key);
    if (known.wins != 0) {
        most -= state.size() - known.wins;
        if (known.exact) return;
        state.bound = known.wins;
        state.refined = true;
    } else {
        const Candidates order = candidates(state);
        state.bound = state.size() - order.list[0].lost;
        most -= order.list[0].lost;
    }
    states.push_back(state);
}

std::int64_t PerfectSearch::search(const State& state, std::int64_t need) {
    const StateTable::Entry known = table_.find(state.key);
    if (known.wins != 0 && (known.exact || known.wins < need)) return known.wins;
    std::int64_t wins = solve_subgames(state);
    const bool split = wins != 0;
    if (!split) wins = guess(state, need, nullptr);
    table_.store(state.key, {wins, split || wins >= need});
    return wins;
}

// If the undetermined cells split into two parts that share no present or future clue, and the
// number of mines in each part is fixed, then the layouts are all combinations of those of the
// parts, and the wins are the product. Returns 0 if there is no such split.
std::int64_t PerfectSearch::solve_subgames(const State& state) {
    const std::uint64_t undetermined = state.undetermined();
    std::uint64_t part = undetermined & (~undetermined + 1);
    for (std::uint64_t rest = part; rest != 0;) {
        std::uint64_t near = neighbors_[static_cast<std::size_t>(std::countr_zero(rest))];
        rest &= rest - 1;
        for (std::uint64_t clues = near & state.opened; clues != 0; clues &= clues - 1)
            near |= neighbors_[static_cast<std::size_t>(std::countr_zero(clues))];
        near &= undetermined & ~part;
        part |= near;
        rest |= near;
    }
    if (part == undetermined) return 0;
    const int mines = std::popcount(*state.begin & part);
    if (std::any_of(state.begin, state.end,
                    [&](std::uint64_t layout) { return std::popcount(layout & part) != mines; }))
        return 0;
    std::int64_t wins = 1;
    for (const std::uint64_t own : {part, undetermined & ~part}) {
        std::vector<std::uint64_t> layouts;
        std::copy_if(state.begin, state.end, std::back_inserter(layouts), [&](std::uint64_t l) {
            return ((l ^ *state.begin) & undetermined & ~own) == 0;
        });
        wins *= evaluate(layouts.data(), layouts.data() + layouts.size(), state.opened, 1);
    }
    return wins;
}

// Lists the undetermined cells by the number of layouts with a mine there, ascending.
PerfectSearch::Candidates PerfectSearch::candidates(const State& state) const {
    // Bit-sliced counters of all cells: bit c of word i is bit i of the counter of cell c.
    std::array<std::uint64_t, 32> counters{};
    std::size_t places = 0;
    for (const std::uint64_t* layout = state.begin; layout != state.end; ++layout) {
        std::size_t i = 0;
        for (std::uint64_t carry = *layout & ~state.all; carry != 0; ++i) {
            const std::uint64_t both = counters[i] & carry;
            counters[i] ^= carry;
            carry = both;
        }
        places = std::max(places, i);
    }
    Candidates found;
    for (std::uint64_t rest = state.undetermined(); rest != 0; rest &= rest - 1) {
        const auto cell = static_cast<std::int32_t>(std::countr_zero(rest));
        std::uint32_t lost = 0;
        for (std::size_t i = 0; i < places; ++i)
            lost |= static_cast<std::uint32_t>(counters[i] >> cell & 1) << i;
        found.list[found.size++] = {lost, cell};
    }
    std::sort(found.list.begin(), found.list.begin() + static_cast<std::ptrdiff_t>(found.size));
    return found;
}

// Returns an upper bound on what a guess wins and stores its successor states in the level; any
// number below `need` if the bound is below it; kUninformative for a cell that shows the same clue
// value wherever it is safe.
std::int64_t PerfectSearch::expand(Level& level, const State& state, Candidate candidate,
                                   std::int64_t need) {
    const std::int32_t cell = candidate.cell;
    std::uint64_t* parts = level.layouts.data();
    std::uint64_t* spare = parts + state.size();
    std::uint64_t* end = spare;  // of the layouts in which the cell is safe
    for (const std::uint64_t* layout = state.begin; layout != state.end; ++layout) {
        *end = *layout;
        end += (*layout >> cell & 1) == 0;
    }
    Buckets buckets;
    if (!sort_by(neighbors_[static_cast<std::size_t>(cell)], spare, end, parts, buckets))
        return kUninformative;
    std::int64_t most = state.size() - candidate.lost;
    level.states.clear();
    for (std::size_t n = 0; n < buckets.numbers && most >= need; ++n) {
        if (buckets.at[n] != buckets.at[n + 1])
            collect_states(parts + buckets.at[n], parts + buckets.at[n + 1], spare + buckets.at[n],
                           state.opened | bit(cell), need, most, level.states);
    }
    return most;
}

// Refines the bound of a state by one step of lookahead: the maximum over its guesses of the sum of
// the successors' bounds.
std::int64_t PerfectSearch::refine_bound(const State& state) {
    const Candidates order = candidates(state);
    count_steps(static_cast<std::uint64_t>(state.size()) * order.size);
    Level& level = enter_level(state.size());
    std::int64_t bound = 1;
    for (std::size_t i = 0; i < order.size && bound < state.bound; ++i) {
        if (state.size() - order.list[i].lost <= bound) break;
        bound = std::max(bound, expand(level, state, order.list[i], bound + 1));
    }
    --depth_;
    bound = std::min(bound, state.bound);
    table_.store(state.key, {bound, false});
    return bound;
}

std::int64_t PerfectSearch::guess(const State& state, std::int64_t need, std::int32_t* best_cell) {
    const Candidates order = candidates(state);
    count_steps(static_cast<std::uint64_t>(state.size()) * order.size);
    Level& level = enter_level(state.size());
    need = std::max<std::int64_t>(need, 1);
    std::int64_t best = need - 1;
    std::int64_t ceiling = 0;  // largest bound of the guesses that do not reach `need`
    for (std::size_t i = 0; i < order.size; ++i) {
        const Candidate candidate = order.list[i];
        std::int64_t most = state.size() - candidate.lost;
        if (most <= best) {
            ceiling = std::max(ceiling, most);
            break;
        }
        most = expand(level, state, candidate, best + 1);
        if (most == kUninformative) continue;
        if (most > best) most = sum_values(level.states, most, best + 1);
        if (most <= best) {
            ceiling = std::max(ceiling, most);
            continue;
        }
        best = most;
        if (best_cell != nullptr) *best_cell = candidate.cell;
    }
    --depth_;
    if (best >= need) return best;
    if (ceiling > 0) return ceiling;
    // No guess carries information, so exactly one layout is won by any of them.
    if (best_cell != nullptr) *best_cell = order.list[0].cell;
    return 1;
}

}  // namespace sapper
