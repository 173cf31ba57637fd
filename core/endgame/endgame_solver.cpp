#include "endgame/endgame_solver.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace sapper {

namespace {

constexpr std::size_t kMaxStates = 60'000;  // in the transposition table

template <class Bits>
int count(const Bits& bits) {
    int sum = 0;
    for (const std::uint64_t word : bits) sum += std::popcount(word);
    return sum;
}

template <class Bits>
Bits intersection(const Bits& a, const Bits& b) {
    Bits out;
    for (std::size_t i = 0; i < a.size(); ++i) out[i] = a[i] & b[i];
    return out;
}

template <class Bits>
bool is_empty(const Bits& bits) {
    return std::all_of(bits.begin(), bits.end(), [](std::uint64_t w) { return w == 0; });
}

}  // namespace

template <int kMost>
std::size_t BasicEndgameSolver<kMost>::Hash::operator()(const Bits& bits) const {
    std::uint64_t h = 0;
    for (const std::uint64_t word : bits) {
        h = (h ^ word) * 0x9e3779b97f4a7c15;
        h ^= h >> 32;
    }
    return static_cast<std::size_t>(h);
}

template <int kMost>
std::int32_t BasicEndgameSolver<kMost>::best(const Deducer& deducer, int most_layouts) {
    const Problem& problem = deducer.problem();
    if (deducer.log2_layouts() > std::log2(most_layouts + 0.5) || problem.max_per_cell != 1 ||
        !deducer.equally_likely())
        return -1;
    list_.prepare(deducer);
    total_known_ = deducer.total().known();
    return solve(deducer, most_layouts);
}

template <int kMost>
std::int32_t BasicEndgameSolver<kMost>::best_in_subgame(const Deducer& deducer, int most_layouts) {
    for (const IndependentSubgame& subgame : subgames_.find(deducer)) {
        const std::int32_t cell = best(deducer, subgame, most_layouts);
        if (cell >= 0) return cell;
    }
    return -1;
}

template <int kMost>
std::int32_t BasicEndgameSolver<kMost>::best(const Deducer& deducer,
                                             const IndependentSubgame& subgame, int most_layouts) {
    const Problem& problem = deducer.problem();
    if (subgame.log2_layouts > std::log2(most_layouts + 0.5) || problem.max_per_cell != 1)
        return -1;
    list_.prepare(deducer, subgame);
    total_known_ = true;
    return solve(deducer, most_layouts);
}

template <int kMost>
std::int32_t BasicEndgameSolver<kMost>::solve(const Deducer& deducer, int most_layouts) {
    if (!list_layouts(std::min(most_layouts, kMostLayouts))) return -1;
    index_clue_values(deducer);
    table_.clear();
    Bits all{};
    for (int i = 0; i < layouts_; ++i)
        all[static_cast<std::size_t>(i / 64)] |= std::uint64_t{1} << (i % 64);
    std::int32_t cell = -1;
    try {
        wins_ = guess(all, &cell) + (total_known_ ? 0 : count(finished(all)));
        assert(wins_ >= 0 && wins_ <= layouts_);
    } catch (const TooManyStates&) {
        return -1;
    }
    return cell < 0 ? -1 : list_.cells()[static_cast<std::size_t>(cell)];
}

// Lists the layouts; returns whether all of them fit.
template <int kMost>
bool BasicEndgameSolver<kMost>::list_layouts(int most_layouts) {
    mine_.assign(list_.cells().size(), Bits{});
    layouts_ = 0;
    return list_.for_each(most_layouts, [&](std::span<const std::uint64_t> mined) {
        const auto word = static_cast<std::size_t>(layouts_ / 64);
        const std::uint64_t bit = std::uint64_t{1} << (layouts_ % 64);
        for (std::size_t i = 0; i < mine_.size(); ++i)
            if ((mined[i / 64] >> i % 64 & 1) != 0) mine_[i][word] |= bit;
        ++layouts_;
    }) && layouts_ > 0;
}

// Computes the layouts that show each clue value, by cell.
template <int kMost>
void BasicEndgameSolver<kMost>::index_clue_values(const Deducer& deducer) {
    const Graph& graph = deducer.knowledge.graph();
    const std::vector<std::int32_t>& cells = list_.cells();
    std::unordered_map<std::int32_t, std::size_t> index;
    for (std::size_t i = 0; i < cells.size(); ++i) index[cells[i]] = i;
    numbers_.assign(cells.size(), {});
    std::vector<int> shown(static_cast<std::size_t>(layouts_));
    for (std::size_t i = 0; i < cells.size(); ++i) {
        std::fill(shown.begin(), shown.end(), 0);
        for (const std::int32_t other : graph.neighbors(cells[i])) {
            const auto found = index.find(other);
            if (found == index.end()) continue;
            for (int l = 0; l < layouts_; ++l)
                shown[static_cast<std::size_t>(l)] += static_cast<int>(
                    mine_[found->second][static_cast<std::size_t>(l / 64)] >> (l % 64) & 1);
        }
        for (int l = 0; l < layouts_; ++l) {
            const auto word = static_cast<std::size_t>(l / 64);
            const std::uint64_t bit = std::uint64_t{1} << (l % 64);
            if (mine_[i][word] & bit) continue;
            const auto number = static_cast<std::size_t>(shown[static_cast<std::size_t>(l)]);
            if (numbers_[i].size() <= number) numbers_[i].resize(number + 1, Bits{});
            numbers_[i][number][word] |= bit;
        }
    }
}

template <int kMost>
int BasicEndgameSolver<kMost>::value(const Bits& layouts) {
    if (count(layouts) == 1) return 1;
    const auto found = table_.find(layouts);
    if (found != table_.end()) return found->second;
    // A safe cell that distinguishes layouts is opened first, at no risk.
    for (std::size_t i = 0; i < mine_.size(); ++i) {
        if (!is_empty(intersection(layouts, mine_[i]))) continue;
        int parts = 0;
        for (const Bits& number : numbers_[i]) parts += !is_empty(intersection(layouts, number));
        if (parts < 2) continue;
        int sum = 0;
        for (const Bits& number : numbers_[i]) {
            const Bits part = intersection(layouts, number);
            if (!is_empty(part)) sum += value(part);
        }
        table_.emplace(layouts, sum);
        return sum;
    }
    int best = 0;
    const Bits won = total_known_ ? Bits{} : finished(layouts);
    if (is_empty(won)) {
        best = guess(layouts, nullptr);
    } else {
        Bits others = layouts;
        for (std::size_t i = 0; i < won.size(); ++i) others[i] &= ~won[i];
        best = count(won) + value(others);
    }
    if (table_.size() > kMaxStates) throw TooManyStates{};
    table_.emplace(layouts, best);
    return best;
}

// The layouts, of several, in which every cell is mined that is not safe in all of them. If the
// total is unknown, they are won already, while the others are not.
template <int kMost>
typename BasicEndgameSolver<kMost>::Bits BasicEndgameSolver<kMost>::finished(
    const Bits& layouts) const {
    Bits out = layouts;
    for (const Bits& mine : mine_) {
        const Bits mined = intersection(layouts, mine);
        if (!is_empty(mined)) out = intersection(out, mined);
    }
    return out;
}

template <int kMost>
int BasicEndgameSolver<kMost>::guess(const Bits& layouts, std::int32_t* cell) {
    const int all = count(layouts);
    std::vector<std::pair<int, std::int32_t>> order;  // layouts lost, cell index
    for (std::size_t i = 0; i < mine_.size(); ++i) {
        const int lost = count(intersection(layouts, mine_[i]));
        if (lost > 0 && lost < all) order.emplace_back(lost, static_cast<std::int32_t>(i));
    }
    const std::vector<std::int32_t>& cells = list_.cells();
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
        return std::pair(a.first, cells[static_cast<std::size_t>(a.second)]) <
               std::pair(b.first, cells[static_cast<std::size_t>(b.second)]);
    });
    int best = 0;
    for (const auto& [lost, i] : order) {
        if (all - lost <= best) break;
        const auto index = static_cast<std::size_t>(i);
        int sum = 0, left = all - lost;
        for (const Bits& number : numbers_[index]) {
            const Bits part = intersection(layouts, number);
            const int size = count(part);
            if (size == 0) continue;
            left -= size;
            sum += value(part);
            if (sum + left <= best) break;
        }
        if (sum > best) {
            best = sum;
            if (cell != nullptr) *cell = i;
        }
    }
    return best;
}

template class BasicEndgameSolver<256>;
template class BasicEndgameSolver<4096>;

}  // namespace sapper
