#include "ending.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sapper {

namespace {

constexpr long kMostSteps = 400'000;         // of the enumeration
constexpr std::size_t kMostStates = 60'000;  // of the search

template <class Bits>
int count(const Bits& bits) {
    int sum = 0;
    for (const std::uint64_t word : bits) sum += std::popcount(word);
    return sum;
}

template <class Bits>
Bits both(const Bits& a, const Bits& b) {
    Bits out;
    for (std::size_t i = 0; i < a.size(); ++i) out[i] = a[i] & b[i];
    return out;
}

template <class Bits>
bool none(const Bits& bits) {
    return std::all_of(bits.begin(), bits.end(), [](std::uint64_t w) { return w == 0; });
}

}  // namespace

template <int kMost>
std::size_t EndingOf<kMost>::Hash::operator()(const Bits& bits) const {
    std::uint64_t h = 0;
    for (const std::uint64_t word : bits) {
        h = (h ^ word) * 0x9e3779b97f4a7c15;
        h ^= h >> 32;
    }
    return static_cast<std::size_t>(h);
}

template <int kMost>
std::int32_t EndingOf<kMost>::best(const Deducer& deducer, int most_layouts) {
    const Problem& problem = deducer.problem();
    if (deducer.log2_layouts() > std::log2(most_layouts + 0.5) || problem.max_per_cell != 1)
        return -1;
    cells_.clear();
    group_of_cell_.clear();
    for (std::size_t c = 0; c < problem.components.size(); ++c)
        take(problem, static_cast<std::int32_t>(c));
    std::vector<std::int32_t> floating;
    deducer.floating_cells(floating);
    cells_.insert(cells_.end(), floating.begin(), floating.end());
    mines_left_ = deducer.mines_left();
    return solve(deducer, most_layouts);
}

template <int kMost>
std::int32_t EndingOf<kMost>::best_apart(const Deducer& deducer, int most_layouts) {
    for (const Part& part : parts_.find(deducer)) {
        const std::int32_t cell = best(deducer, part, most_layouts);
        if (cell >= 0) return cell;
    }
    return -1;
}

template <int kMost>
std::int32_t EndingOf<kMost>::best(const Deducer& deducer, const Part& part, int most_layouts) {
    const Problem& problem = deducer.problem();
    if (part.log2_layouts > std::log2(most_layouts + 0.5) || problem.max_per_cell != 1) return -1;
    cells_.clear();
    group_of_cell_.clear();
    for (const std::int32_t component : part.components) take(problem, component);
    mines_left_ = part.mines;
    return solve(deducer, most_layouts);
}

template <int kMost>
void EndingOf<kMost>::take(const Problem& problem, std::int32_t component) {
    const Component& range = problem.components[static_cast<std::size_t>(component)];
    for (std::int32_t g = range.group_begin; g < range.group_end; ++g) {
        const Group& group = problem.groups[static_cast<std::size_t>(g)];
        for (std::int32_t i = group.cell_begin; i < group.cell_end; ++i) {
            cells_.push_back(problem.group_cells[static_cast<std::size_t>(i)]);
            group_of_cell_.push_back(g);
        }
    }
}

template <int kMost>
std::int32_t EndingOf<kMost>::solve(const Deducer& deducer, int most_layouts) {
    problem_ = &deducer.problem();
    most_layouts_ = std::min(most_layouts, kMostLayouts);
    if (!enumerate()) return -1;
    index_numbers(deducer);
    known_.clear();
    Bits all{};
    for (int i = 0; i < layouts_; ++i)
        all[static_cast<std::size_t>(i / 64)] |= std::uint64_t{1} << (i % 64);
    std::int32_t cell = -1;
    try {
        wins_ = guess(all, &cell);
    } catch (const TooLong&) {
        return -1;
    }
    return cell < 0 ? -1 : cells_[static_cast<std::size_t>(cell)];
}

template <int kMost>
bool EndingOf<kMost>::enumerate() {
    need_.clear();
    room_.clear();
    for (const Clue& clue : problem_->clues) {
        need_.push_back(clue.need);
        room_.push_back(clue.room);
    }
    mined_.assign(cells_.size(), 0);
    mine_.assign(cells_.size(), Bits{});
    layouts_ = 0;
    steps_ = 0;
    return place(0) && layouts_ > 0;
}

// Depth first over the cells of the components; false when it takes too long.
template <int kMost>
bool EndingOf<kMost>::place(std::size_t index) {
    if (++steps_ > kMostSteps) return false;
    if (index == group_of_cell_.size()) return place_floating(index, mines_left_);
    const Group& group = problem_->groups[static_cast<std::size_t>(group_of_cell_[index])];
    for (const int mine : {0, 1}) {
        if (mine > mines_left_) break;
        bool fits = true;
        for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i) {
            const auto clue =
                static_cast<std::size_t>(problem_->group_clues[static_cast<std::size_t>(i)]);
            need_[clue] -= mine;
            --room_[clue];
            fits = fits && need_[clue] >= 0 && need_[clue] <= room_[clue];
        }
        mined_[index] = static_cast<char>(mine);
        mines_left_ -= mine;
        const bool go_on = !fits || place(index + 1);
        mines_left_ += mine;
        for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i) {
            const auto clue =
                static_cast<std::size_t>(problem_->group_clues[static_cast<std::size_t>(i)]);
            need_[clue] += mine;
            ++room_[clue];
        }
        if (!go_on) return false;
    }
    mined_[index] = 0;
    return true;
}

template <int kMost>
bool EndingOf<kMost>::place_floating(std::size_t index, std::int64_t mines) {
    if (++steps_ > kMostSteps) return false;
    const auto left = static_cast<std::int64_t>(cells_.size() - index);
    if (mines > left) return true;
    if (left == 0) {
        if (layouts_ == most_layouts_) return false;
        record();
        return true;
    }
    mined_[index] = 0;
    if (!place_floating(index + 1, mines)) return false;
    if (mines > 0) {
        mined_[index] = 1;
        if (!place_floating(index + 1, mines - 1)) return false;
        mined_[index] = 0;
    }
    return true;
}

template <int kMost>
void EndingOf<kMost>::record() {
    const auto word = static_cast<std::size_t>(layouts_ / 64);
    const std::uint64_t bit = std::uint64_t{1} << (layouts_ % 64);
    for (std::size_t i = 0; i < cells_.size(); ++i)
        if (mined_[i]) mine_[i][word] |= bit;
    ++layouts_;
}

// By cell: which layouts would show which number there.
template <int kMost>
void EndingOf<kMost>::index_numbers(const Deducer& deducer) {
    const Graph& graph = deducer.knowledge.graph();
    std::unordered_map<std::int32_t, std::size_t> index;
    for (std::size_t i = 0; i < cells_.size(); ++i) index[cells_[i]] = i;
    numbers_.assign(cells_.size(), {});
    std::vector<int> shown(static_cast<std::size_t>(layouts_));
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        std::fill(shown.begin(), shown.end(), 0);
        for (const std::int32_t other : graph.neighbors(cells_[i])) {
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
int EndingOf<kMost>::value(const Bits& layouts) {
    if (count(layouts) == 1) return 1;
    const auto found = known_.find(layouts);
    if (found != known_.end()) return found->second;
    // A safe cell that tells layouts apart is opened at no risk.
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (!none(both(layouts, mine_[i]))) continue;
        int parts = 0;
        for (const Bits& number : numbers_[i]) parts += !none(both(layouts, number));
        if (parts < 2) continue;
        int sum = 0;
        for (const Bits& number : numbers_[i]) {
            const Bits part = both(layouts, number);
            if (!none(part)) sum += value(part);
        }
        known_.emplace(layouts, sum);
        return sum;
    }
    const int best = guess(layouts, nullptr);
    if (known_.size() > kMostStates) throw TooLong{};
    known_.emplace(layouts, best);
    return best;
}

template <int kMost>
int EndingOf<kMost>::guess(const Bits& layouts, std::int32_t* cell) {
    const int all = count(layouts);
    std::vector<std::pair<int, std::int32_t>> order;  // layouts lost, index
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        const int lost = count(both(layouts, mine_[i]));
        if (lost > 0 && lost < all) order.emplace_back(lost, static_cast<std::int32_t>(i));
    }
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
        return std::pair(a.first, cells_[static_cast<std::size_t>(a.second)]) <
               std::pair(b.first, cells_[static_cast<std::size_t>(b.second)]);
    });
    int best = 0;
    for (const auto& [lost, i] : order) {
        if (all - lost <= best) break;
        const auto index = static_cast<std::size_t>(i);
        int sum = 0, left = all - lost;
        for (const Bits& number : numbers_[index]) {
            const Bits part = both(layouts, number);
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

template class EndingOf<256>;
template class EndingOf<4096>;

}  // namespace sapper
