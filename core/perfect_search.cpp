#include "perfect_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "bit_layouts.hpp"
#include "failures.hpp"

namespace sapper {

PerfectSearch::PerfectSearch(const Graph& graph, int mines,
                             std::vector<std::vector<std::uint8_t>> symmetries,
                             std::size_t most_states, const std::atomic<bool>& cancel)
    : cells_(graph.size()),
      mines_(mines),
      neighbors_(neighbor_bits(graph)),
      symmetries_(std::move(symmetries)),
      most_states_(most_states),
      cancel_(cancel) {
    if (mines < 0 || mines > cells_) throw std::invalid_argument("the mines do not fit");
    for (const std::uint64_t around : neighbors_)
        if (std::popcount(around) > 15) throw std::invalid_argument("at most 15 neighbours a cell");
    board_ = cells_ == 64 ? ~std::uint64_t{0} : bit(cells_) - 1;
    for (const std::vector<std::uint8_t>& symmetry : symmetries_)
        if (symmetry.size() != static_cast<std::size_t>(cells_) ||
            std::any_of(symmetry.begin(), symmetry.end(), [&](int c) { return c >= cells_; }))
            throw std::invalid_argument("a symmetry does not fit the board");
    table_.resize(std::size_t{1} << 12);
}

std::int64_t PerfectSearch::wins_from(const Deal& deal) {
    if (deal.graph().size() != cells_ || deal.mines() != mines_ || deal.max_per_cell() != 1)
        throw std::invalid_argument("the deal is not one of the board that is searched");
    if (deal.full()) return 1;
    const std::int32_t cell = deal.start();
    std::uint64_t banned = board_;
    for (const std::int32_t other : deal.allowed()) banned &= ~bit(other);
    std::vector<std::uint64_t> all = bit_layouts(cells_, mines_, banned | bit(cell));
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
        advice.wins = guess(begin, end, any, all, opened, 1, &advice.cell);
    }
    return advice;
}

// Opens all that is safe and parts the layouts by what it shows, until nothing safe is left.
std::int64_t PerfectSearch::settle(std::uint64_t* begin, std::uint64_t* end, std::uint64_t opened,
                                   std::int64_t need) {
    if (end - begin == 1) return 1;
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    for (const std::uint64_t* layout = begin; layout != end; ++layout) {
        any |= *layout;
        all &= *layout;
    }
    const std::uint64_t undetermined = any & ~all;
    const std::uint64_t safe = board_ & ~any;
    for (std::uint64_t rest = safe & ~opened; rest != 0; rest &= rest - 1) {
        const auto cell = static_cast<std::int32_t>(std::countr_zero(rest));
        opened |= bit(cell);
        const std::uint64_t around = neighbors_[static_cast<std::size_t>(cell)] & undetermined;
        if (around == 0) continue;
        const int first = std::popcount(*begin & around);
        if (std::all_of(begin + 1, end, [&](std::uint64_t layout) {
                return std::popcount(layout & around) == first;
            }))
            continue;
        std::int64_t most = end - begin;
        for (std::uint64_t* part = begin; part != end && most >= need;) {
            const int number = std::popcount(*part & around);
            std::uint64_t* next = std::partition(part, end, [&](std::uint64_t layout) {
                return std::popcount(layout & around) == number;
            });
            most -= next - part;
            most += settle(part, next, opened, need - most);
            part = next;
        }
        return most;
    }
    return closed(begin, end, any, all, opened, need);
}

std::int64_t PerfectSearch::closed(std::uint64_t* begin, std::uint64_t* end, std::uint64_t any,
                                   std::uint64_t all, std::uint64_t opened, std::int64_t need) {
    if (end - begin == 2) return 1;  // one bit apart somewhere, and nothing safe to tell by
    const Key key = canonical(make_key(*begin, any & ~all, opened));
    {
        const Entry& known = find(key);
        if (known.wins != 0 && (known.exact || known.wins < need)) return known.wins;
    }
    std::int64_t wins = apart(begin, end, any & ~all, opened);
    const bool parted = wins != 0;
    if (!parted) wins = guess(begin, end, any, all, opened, need, nullptr);
    Entry& entry = find(key);
    const bool fresh = entry.wins == 0;
    entry.key = key;
    entry.wins = static_cast<std::uint32_t>(wins) & 0x7fffffffu;
    entry.exact = parted || wins >= need;
    if (fresh && ++used_ * 2 > table_.size()) grow();
    return wins;
}

// Where the undetermined cells fall into parts that no clue, seen or to come, joins, and the mines
// of each are known, the layouts are all combinations of the parts' own, and so are the wins.
// Returns 0 where they do not.
std::int64_t PerfectSearch::apart(const std::uint64_t* begin, const std::uint64_t* end,
                                  std::uint64_t undetermined, std::uint64_t opened) {
    std::uint64_t part = undetermined & (~undetermined + 1);
    for (std::uint64_t rest = part; rest != 0;) {
        std::uint64_t near = neighbors_[static_cast<std::size_t>(std::countr_zero(rest))];
        rest &= rest - 1;
        for (std::uint64_t clues = near & opened; clues != 0; clues &= clues - 1)
            near |= neighbors_[static_cast<std::size_t>(std::countr_zero(clues))];
        near &= undetermined & ~part;
        part |= near;
        rest |= near;
    }
    if (part == undetermined) return 0;
    const int mines = std::popcount(*begin & part);
    if (std::any_of(begin, end,
                    [&](std::uint64_t layout) { return std::popcount(layout & part) != mines; }))
        return 0;
    std::int64_t wins = 1;
    for (const std::uint64_t own : {part, undetermined & ~part}) {
        std::vector<std::uint64_t> layouts;
        std::copy_if(begin, end, std::back_inserter(layouts), [&](std::uint64_t layout) {
            return ((layout ^ *begin) & undetermined & ~own) == 0;
        });
        wins *= settle(layouts.data(), layouts.data() + layouts.size(), opened, 1);
    }
    return wins;
}

void PerfectSearch::count_mines(const std::uint64_t* begin, const std::uint64_t* end,
                                std::uint64_t any, std::uint64_t all, std::uint32_t* mines) const {
    for (std::uint64_t rest = any & ~all; rest != 0; rest &= rest - 1)
        mines[std::countr_zero(rest)] = 0;
    for (; begin != end; ++begin)
        for (std::uint64_t rest = *begin & ~all; rest != 0; rest &= rest - 1)
            ++mines[std::countr_zero(rest)];
}

// No more layouts than this can be won.
std::int64_t PerfectSearch::bound(const std::uint64_t* begin, const std::uint64_t* end,
                                  std::uint64_t opened) const {
    const std::int64_t size = end - begin;
    if (size <= 1) return size;
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    for (const std::uint64_t* layout = begin; layout != end; ++layout) {
        any |= *layout;
        all &= *layout;
    }
    if ((board_ & ~any & ~opened) != 0) return size;
    std::array<std::uint32_t, 64> mines;
    count_mines(begin, end, any, all, mines.data());
    std::uint32_t least = static_cast<std::uint32_t>(size);
    for (std::uint64_t rest = any & ~all; rest != 0; rest &= rest - 1)
        least = std::min(least, mines[static_cast<std::size_t>(std::countr_zero(rest))]);
    return size - least;
}

std::int64_t PerfectSearch::guess(std::uint64_t* begin, std::uint64_t* end, std::uint64_t any,
                                  std::uint64_t all, std::uint64_t opened, std::int64_t need,
                                  std::int32_t* best_cell) {
    if (cancel_.load(std::memory_order_relaxed)) throw Cancelled{};
    const std::uint64_t undetermined = any & ~all;
    const std::int64_t size = end - begin;
    std::array<std::uint32_t, 64> mines;
    count_mines(begin, end, any, all, mines.data());
    std::array<std::pair<std::uint32_t, std::int32_t>, 64> order;
    std::size_t candidates = 0;
    for (const bool telling : {true, false}) {
        for (std::uint64_t rest = undetermined; rest != 0; rest &= rest - 1) {
            const auto cell = static_cast<std::int32_t>(std::countr_zero(rest));
            const bool tells = (neighbors_[static_cast<std::size_t>(cell)] & undetermined) != 0;
            if (tells == telling)
                order[candidates++] = {mines[static_cast<std::size_t>(cell)], cell};
        }
        if (candidates > 0) break;
    }
    std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(candidates));

    if (scratch_.size() <= depth_) scratch_.emplace_back();
    const std::size_t level = depth_++;
    if (scratch_[level].size() < static_cast<std::size_t>(size))
        scratch_[level].resize(static_cast<std::size_t>(size));
    std::int64_t best = std::max<std::int64_t>(need, 1) - 1;
    std::int64_t ceiling = 0;  // of the guesses that do not reach what is needed
    for (std::size_t i = 0; i < candidates; ++i) {
        const auto [lost, cell] = order[i];
        if (size - lost <= best) {
            ceiling = std::max(ceiling, size - lost);
            break;
        }
        // The layouts in which the cell is safe, by the number it shows.
        const std::uint64_t around = neighbors_[static_cast<std::size_t>(cell)];
        std::array<std::uint32_t, 17> begins{};
        for (const std::uint64_t* layout = begin; layout != end; ++layout)
            if ((*layout >> cell & 1) == 0)
                ++begins[static_cast<std::size_t>(std::popcount(*layout & around)) + 1];
        for (std::size_t n = 1; n < begins.size(); ++n) begins[n] += begins[n - 1];
        std::array<std::uint32_t, 17> cursor = begins;
        std::uint64_t* parts = scratch_[level].data();
        for (const std::uint64_t* layout = begin; layout != end; ++layout)
            if ((*layout >> cell & 1) == 0)
                parts[cursor[static_cast<std::size_t>(std::popcount(*layout & around))]++] =
                    *layout;
        std::array<std::int64_t, 16> bounds;
        std::int64_t most = 0;
        for (std::size_t n = 0; n < 16; ++n) {
            bounds[n] = bound(parts + begins[n], parts + begins[n + 1], opened | bit(cell));
            most += bounds[n];
        }
        for (std::size_t n = 0; n < 16 && most > best; ++n) {
            if (begins[n] == begins[n + 1]) continue;
            most -= bounds[n];
            most += settle(parts + begins[n], parts + begins[n + 1], opened | bit(cell),
                           best + 1 - most);
            parts = scratch_[level].data();
        }
        if (most > best) {
            best = most;
            if (best_cell != nullptr) *best_cell = cell;
        } else {
            ceiling = std::max(ceiling, most);
        }
    }
    --depth_;
    return best >= need ? best : ceiling;
}

PerfectSearch::Key PerfectSearch::make_key(std::uint64_t layout, std::uint64_t undetermined,
                                           std::uint64_t opened) const {
    Key key;
    key.undetermined = undetermined;
    key.mines = static_cast<std::uint32_t>(std::popcount(layout & undetermined));
    for (std::uint64_t rest = opened; rest != 0; rest &= rest - 1) {
        const auto cell = static_cast<std::size_t>(std::countr_zero(rest));
        const std::uint64_t around = neighbors_[cell] & undetermined;
        if (around == 0) continue;
        // A need of 0 would have settled its neighbours: 0 stands for no clue.
        key.needs[cell / 16] |= static_cast<std::uint64_t>(std::popcount(layout & around))
                                << (cell % 16 * 4);
    }
    return key;
}

// The least of the keys that the symmetries make of one.
PerfectSearch::Key PerfectSearch::canonical(const Key& key) const {
    Key best = key;
    const auto less = [](const Key& a, const Key& b) {
        if (a.undetermined != b.undetermined) return a.undetermined < b.undetermined;
        return std::lexicographical_compare(a.needs, a.needs + kWords, b.needs, b.needs + kWords);
    };
    for (const std::vector<std::uint8_t>& symmetry : symmetries_) {
        Key moved;
        moved.mines = key.mines;
        for (std::uint64_t rest = key.undetermined; rest != 0; rest &= rest - 1)
            moved.undetermined |= bit(symmetry[static_cast<std::size_t>(std::countr_zero(rest))]);
        if (moved.undetermined > best.undetermined) continue;
        for (std::size_t word = 0; word < kWords; ++word)
            for (std::uint64_t rest = key.needs[word]; rest != 0;) {
                const auto place = static_cast<std::size_t>(std::countr_zero(rest)) / 4;
                const std::uint64_t need = rest >> (place * 4) & 15;
                rest &= ~(std::uint64_t{15} << (place * 4));
                const std::size_t cell = symmetry[word * 16 + place];
                moved.needs[cell / 16] |= need << (cell % 16 * 4);
            }
        if (less(moved, best)) best = moved;
    }
    return best;
}

PerfectSearch::Entry& PerfectSearch::find(const Key& key) {
    std::uint64_t h = key.undetermined * 0x9e3779b97f4a7c15 + key.mines;
    for (const std::uint64_t word : key.needs) {
        h = (h ^ (h >> 32) ^ word) * 0xd1342543de82ef95;
    }
    h ^= h >> 29;
    std::size_t at = static_cast<std::size_t>(h) & (table_.size() - 1);
    while (table_[at].wins != 0 && !(table_[at].key == key)) at = (at + 1) & (table_.size() - 1);
    return table_[at];
}

void PerfectSearch::grow() {
    if (table_.size() > most_states_) throw OutOfStates{};
    std::vector<Entry> old(table_.size() * 2);
    old.swap(table_);
    for (const Entry& entry : old)
        if (entry.wins != 0) find(entry.key) = entry;
}

}  // namespace sapper
