#include "endgame/perfect_search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "board/bit_layouts.hpp"
#include "support/cancellation.hpp"

namespace sapper {

namespace {

constexpr std::size_t kNumbers = 16;  // that a cell may show
constexpr std::int64_t kTellsNothing = -1;
constexpr std::int64_t kGlanced = 64;  // layouts; fewer are searched about as fast as glanced at

// The places where the layouts of each number begin, once sorted by it, and where the last ends.
struct Begins {
    std::array<std::uint32_t, kNumbers + 1> at;
    std::size_t numbers;  // the numbers are below this
};

// Sorts layouts by the mines they have in some cells, without a branch that depends on a layout.
// Returns false, and leaves them, where all have as many.
bool sort_by(std::uint64_t around, const std::uint64_t* begin, const std::uint64_t* end,
             std::uint64_t* sorted, Begins& begins) {
    const auto number = [around](std::uint64_t layout) {
        return static_cast<std::size_t>(std::popcount(layout & around));
    };
    begins.at.fill(0);
    begins.numbers = static_cast<std::size_t>(std::popcount(around)) + 1;
    for (const std::uint64_t* layout = begin; layout != end; ++layout)
        ++begins.at[number(*layout) + 1];
    if (begins.at[number(*begin) + 1] == end - begin) return false;
    for (std::size_t n = 1; n <= begins.numbers; ++n) begins.at[n] += begins.at[n - 1];
    auto next = begins.at;
    for (const std::uint64_t* layout = begin; layout != end; ++layout)
        sorted[next[number(*layout)]++] = *layout;
    return true;
}

}  // namespace

PerfectSearch::PerfectSearch(const Graph& graph, int mines,
                             std::vector<std::vector<std::uint8_t>> symmetries, std::size_t memory)
    : cells_(graph.size()),
      mines_(mines),
      neighbors_(neighbor_bits(graph)),
      keys_(neighbors_, std::move(symmetries)),
      memory_(memory),
      table_(graph.size(), memory) {
    if (mines < 0 || mines > cells_) throw std::invalid_argument("the mines do not fit");
    for (const std::uint64_t around : neighbors_)
        if (std::popcount(around) > 15) throw std::invalid_argument("at most 15 neighbours a cell");
    board_ = cells_ == 64 ? ~std::uint64_t{0} : bit(cells_) - 1;
}

void PerfectSearch::clear() {
    table_ = StateTable(cells_, memory_);
    depth_ = 0;
}

std::int64_t PerfectSearch::wins_from(const Deal& deal) {
    if (deal.graph().size() != cells_ || deal.mines() != mines_ || deal.max_per_cell() != 1)
        throw std::invalid_argument("the deal is not one of the board that is searched");
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
        wins += settle(all.data() + begin, all.data() + end, bit(cell), 1);
        begin = end;
    }
    return wins;
}

PerfectSearch::Advice PerfectSearch::advise(std::span<const std::int16_t> states) {
    if (states.size() != static_cast<std::size_t>(cells_))
        throw std::invalid_argument("one state a cell is needed");
    depth_ = 0;
    std::uint64_t opened = 0;
    for (std::int32_t cell = 0; cell < cells_; ++cell)
        if (states[static_cast<std::size_t>(cell)] >= 0) opened |= bit(cell);
    std::vector<std::uint64_t> fitting = bit_layouts(cells_, mines_, opened);
    std::erase_if(fitting, [&](std::uint64_t layout) {
        for (std::uint64_t rest = opened; rest != 0; rest &= rest - 1) {
            const auto cell = static_cast<std::size_t>(std::countr_zero(rest));
            if (std::popcount(layout & neighbors_[cell]) != states[cell]) return true;
        }
        return false;
    });
    Advice advice;
    advice.layouts = static_cast<std::int64_t>(fitting.size());
    if (fitting.empty()) return advice;
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    for (const std::uint64_t layout : fitting) {
        any |= layout;
        all &= layout;
    }
    const std::uint64_t safe = board_ & ~any & ~opened;
    std::uint64_t* begin = fitting.data();
    std::uint64_t* end = begin + fitting.size();
    if (safe != 0) {
        advice.cell = static_cast<std::int32_t>(std::countr_zero(safe));
        advice.wins = settle(begin, end, opened, 1);
    } else if (any == all) {
        advice.wins = 1;
    } else {
        advice.wins = guess({begin, end, any, all, opened, {}, 0, false}, 1, &advice.cell);
    }
    return advice;
}

// A level of the recursion with room for as many layouts twice. Left by `--depth_`.
PerfectSearch::Level& PerfectSearch::enter(std::int64_t layouts) {
    if (levels_.size() <= depth_) levels_.emplace_back();
    Level& level = levels_[depth_++];
    const auto room = static_cast<std::size_t>(2 * layouts);
    if (level.layouts.size() < room) level.layouts.resize(room);
    level.states.clear();
    return level;
}

std::int64_t PerfectSearch::settle(std::uint64_t* begin, std::uint64_t* end, std::uint64_t opened,
                                   std::int64_t need) {
    std::int64_t most = end - begin;
    Level& level = enter(most);
    collect(begin, end, level.layouts.data(), opened, need, most, level.states);
    most = resolve(level.states, most, need);
    --depth_;
    return most;
}

// Searches states until the bounds of the rest no longer make up what is needed. `most` is what is
// won at most, the bounds of the states included.
std::int64_t PerfectSearch::resolve(std::vector<State>& states, std::int64_t most,
                                    std::int64_t need) {
    std::sort(states.begin(), states.end(),
              [](const State& a, const State& b) { return a.size() < b.size(); });
    for (State& state : states) {
        if (most < need) return most;
        if (need <= 1 || state.glanced || state.size() < kGlanced) continue;
        most -= state.bound;
        state.bound = glance(state);
        most += state.bound;
    }
    for (const State& state : states) {
        if (most < need) return most;
        most -= state.bound;
        most += search(state, need - most);
    }
    return most;
}

// Opens all that is safe and parts the layouts by what it shows, until nothing safe is left. What
// is left to be searched is added to the states; `most` falls by what is lost for certain. `spare`
// has room for the layouts: each parting moves them there, and the next one back.
void PerfectSearch::collect(std::uint64_t* begin, std::uint64_t* end, std::uint64_t* spare,
                            std::uint64_t opened, std::int64_t need, std::int64_t& most,
                            std::vector<State>& states) {
    if (end - begin == 1) return;
    if (end - begin == 2) {
        most -= !told_apart(begin[0], begin[1]);
        return;
    }
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    for (const std::uint64_t* layout = begin; layout != end; ++layout) {
        any |= *layout;
        all &= *layout;
    }
    const std::uint64_t undetermined = any & ~all;
    Begins begins;
    for (std::uint64_t rest = board_ & ~any & ~opened; rest != 0; rest &= rest - 1) {
        const auto cell = static_cast<std::int32_t>(std::countr_zero(rest));
        opened |= bit(cell);
        const std::uint64_t around = neighbors_[static_cast<std::size_t>(cell)] & undetermined;
        if (around == 0 || !sort_by(around, begin, end, spare, begins)) continue;
        for (std::size_t n = 0; n < begins.numbers && most >= need; ++n)
            if (begins.at[n] != begins.at[n + 1])
                collect(spare + begins.at[n], spare + begins.at[n + 1], begin + begins.at[n],
                        opened, need, most, states);
        return;
    }
    add_state({begin, end, any, all, opened, {}, end - begin, false}, most, states);
}

// Whether a cell that is safe in both of two layouts shows different numbers; one that is open has
// shown the same.
bool PerfectSearch::told_apart(std::uint64_t one, std::uint64_t other) const {
    std::uint64_t near = 0;
    for (std::uint64_t rest = one ^ other; rest != 0; rest &= rest - 1)
        near |= neighbors_[static_cast<std::size_t>(std::countr_zero(rest))];
    for (near &= ~(one | other); near != 0; near &= near - 1) {
        const std::uint64_t around = neighbors_[static_cast<std::size_t>(std::countr_zero(near))];
        if (std::popcount(one & around) != std::popcount(other & around)) return true;
    }
    return false;
}

// Adds a state with the best bound there is, unless its value is known.
void PerfectSearch::add_state(const State& fresh, std::int64_t& most,
                              std::vector<State>& states) const {
    State state = fresh;
    state.key = keys_.of(*state.begin, state.undetermined(), state.opened);
    const StateTable::Known known = table_.find(state.key);
    if (known.wins != 0) {
        most -= state.size() - known.wins;
        if (known.exact) return;
        state.bound = known.wins;
        state.glanced = true;
    } else {
        const Candidates order = candidates(state);
        state.bound = state.size() - order.list[0].lost;
        most -= order.list[0].lost;
    }
    states.push_back(state);
}

std::int64_t PerfectSearch::search(const State& state, std::int64_t need) {
    const StateTable::Known known = table_.find(state.key);
    if (known.wins != 0 && (known.exact || known.wins < need)) return known.wins;
    std::int64_t wins = apart(state);
    const bool parted = wins != 0;
    if (!parted) wins = guess(state, need, nullptr);
    table_.keep(state.key, {wins, parted || wins >= need});
    return wins;
}

// Where the undetermined cells fall into parts that no clue, seen or to come, joins, and the mines
// of each are known, the layouts are all combinations of the parts' own, and so are the wins.
// Returns 0 where they do not.
std::int64_t PerfectSearch::apart(const State& state) {
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
        wins *= settle(layouts.data(), layouts.data() + layouts.size(), state.opened, 1);
    }
    return wins;
}

// The undetermined cells, those that lose the fewest layouts first.
PerfectSearch::Candidates PerfectSearch::candidates(const State& state) const {
    // Counters of all cells at once: bit c of the word at place i has the value 2^i for cell c.
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

// What a guess wins at most, with the states it leads to in the level; any number below `need`
// where it is less; kTellsNothing for a cell that shows the same number wherever it is safe.
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
    Begins begins;
    if (!sort_by(neighbors_[static_cast<std::size_t>(cell)], spare, end, parts, begins))
        return kTellsNothing;
    std::int64_t most = state.size() - candidate.lost;
    level.states.clear();
    for (std::size_t n = 0; n < begins.numbers && most >= need; ++n) {
        if (begins.at[n] != begins.at[n + 1])
            collect(parts + begins.at[n], parts + begins.at[n + 1], spare + begins.at[n],
                    state.opened | bit(cell), need, most, level.states);
    }
    return most;
}

// A bound on what a state wins: the best sum over its guesses of the bounds of where they lead.
std::int64_t PerfectSearch::glance(const State& state) {
    const Candidates order = candidates(state);
    count_steps(static_cast<std::uint64_t>(state.size()) * order.size);
    Level& level = enter(state.size());
    std::int64_t bound = 1;
    for (std::size_t i = 0; i < order.size && bound < state.bound; ++i) {
        if (state.size() - order.list[i].lost <= bound) break;
        bound = std::max(bound, expand(level, state, order.list[i], bound + 1));
    }
    --depth_;
    bound = std::min(bound, state.bound);
    table_.keep(state.key, {bound, false});
    return bound;
}

std::int64_t PerfectSearch::guess(const State& state, std::int64_t need, std::int32_t* best_cell) {
    const Candidates order = candidates(state);
    count_steps(static_cast<std::uint64_t>(state.size()) * order.size);
    Level& level = enter(state.size());
    need = std::max<std::int64_t>(need, 1);
    std::int64_t best = need - 1;
    std::int64_t ceiling = 0;  // of the guesses that do not reach what is needed
    for (std::size_t i = 0; i < order.size; ++i) {
        const Candidate candidate = order.list[i];
        std::int64_t most = state.size() - candidate.lost;
        if (most <= best) {
            ceiling = std::max(ceiling, most);
            break;
        }
        most = expand(level, state, candidate, best + 1);
        if (most == kTellsNothing) continue;
        if (most > best) most = resolve(level.states, most, best + 1);
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
    // No cell tells anything, so whatever is opened, one layout is won.
    if (best_cell != nullptr) *best_cell = order.list[0].cell;
    return 1;
}

}  // namespace sapper
