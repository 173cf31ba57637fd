#include "theory/listed_classes.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "board/bit_layouts.hpp"
#include "support/cancellation.hpp"
#include "support/index.hpp"
#include "theory/class_game.hpp"

namespace sapper {

namespace {

constexpr std::int32_t kMostCells = 64;
constexpr double kMostLayouts = 2e5;
constexpr double kMostChanges = 2e7;        // pairs of sets of cells whose mines may be exchanged
constexpr std::size_t kMostSearched = 64;   // layouts of a class whose game is searched
constexpr std::uint64_t kMostStates = 300;  // of that search

double binomial(std::size_t n, std::size_t k) {
    double result = 1.0;
    for (std::size_t i = 0; i < k; ++i)
        result *= static_cast<double>(n - i) / static_cast<double>(i + 1);
    return result;
}

}  // namespace

bool ListedClasses::covers(std::int32_t cells, std::size_t allowed, std::size_t mines,
                           int most_moved) {
    if (cells > kMostCells || mines > allowed || binomial(allowed, mines) > kMostLayouts)
        return false;
    double changes = 0.0;
    for (std::size_t moved = 1; moved <= to_index(most_moved) && 2 * moved <= allowed; ++moved)
        changes += binomial(allowed, moved) * binomial(allowed - moved, moved);
    return changes <= kMostChanges;
}

ListedClasses::ListedClasses(const Graph& graph, const std::vector<std::int32_t>& allowed,
                             std::size_t mines, int most_moved)
    : cells_(graph.size()), mines_(static_cast<int>(mines)), neighbors_(neighbor_bits(graph)) {
    std::uint64_t may = 0;
    for (const std::int32_t cell : allowed) may |= bit(cell);
    const std::uint64_t board = cells_ == 64 ? ~std::uint64_t{0} : bit(cells_) - 1;
    layouts_ = bit_layouts(cells_, mines_, board & ~may);
    std::sort(layouts_.begin(), layouts_.end());
    for (int moved = 1; moved <= std::min(most_moved, mines_); ++moved) join_changes(may, moved);
    parent_.resize(layouts_.size());
    collect_classes();
}

// Joins all pairs of layouts that differ in this number of mines.
void ListedClasses::join_changes(std::uint64_t allowed, int moved) {
    for (const std::uint64_t removed : bit_layouts(cells_, moved, ~allowed)) {
        poll_cancellation();
        // Each pair once: the least cell that changes holds a mine in the first layout.
        const std::uint64_t first = removed & (~removed + 1);
        const std::uint64_t later = allowed & ~removed & ~(first - 1);
        for (const std::uint64_t added : bit_layouts(cells_, moved, ~later))
            join(removed, added, allowed);
    }
}

// Joins all pairs of layouts of which one has mines in `removed` and the other in `added` instead.
void ListedClasses::join(std::uint64_t removed, std::uint64_t added, std::uint64_t allowed) {
    const std::uint64_t changed = removed | added;
    std::uint64_t mined = removed;  // in the first layout
    for (std::int32_t cell = 0; cell < cells_; ++cell) {
        const std::uint64_t around = neighbors_[to_index(cell)];
        if ((changed & bit(cell)) != 0 ||
            std::popcount(around & removed) == std::popcount(around & added))
            continue;
        mined |= bit(cell);  // else its clue shows the change
        if ((allowed & bit(cell)) == 0 || std::popcount(mined) > mines_) return;
    }
    const std::uint64_t free = allowed & ~added & ~mined;
    for (const std::uint64_t others : bit_layouts(cells_, mines_ - std::popcount(mined), ~free)) {
        const std::uint64_t layout = mined | others;
        pairs_.push_back({index_of(layout), index_of(layout ^ changed)});
        count_steps(8);
    }
}

std::uint32_t ListedClasses::index_of(std::uint64_t layout) const {
    return static_cast<std::uint32_t>(std::lower_bound(layouts_.begin(), layouts_.end(), layout) -
                                      layouts_.begin());
}

// The representative of the set of a layout, with path halving.
std::uint32_t ListedClasses::root(std::uint32_t layout) {
    while (parent_[layout] != layout) {
        parent_[layout] = parent_[parent_[layout]];
        layout = parent_[layout];
    }
    return layout;
}

void ListedClasses::collect_classes() {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (const Pair& pair : pairs_) parent_[root(pair.one)] = root(pair.other);
    std::vector<std::uint32_t> class_of(layouts_.size(), 0);
    for (std::uint32_t layout = 0; layout < layouts_.size(); ++layout)
        if (root(layout) == layout) {
            class_of[layout] = static_cast<std::uint32_t>(classes_.size());
            classes_.emplace_back();
        }
    for (std::uint32_t layout = 0; layout < layouts_.size(); ++layout) {
        Class& own = classes_[class_of[root(layout)]];
        own.members.push_back(layout);
        own.ever_mined |= layouts_[layout];
    }
    for (const Pair& pair : pairs_) classes_[class_of[root(pair.one)]].pairs.push_back(pair);
    pairs_ = {};
    for (Class& each : classes_) each.share = share(each.members);
}

void ListedClasses::visit(std::int32_t second, const Visitor& each) {
    for (const Class& whole : classes_)
        if (second >= 0 && (whole.ever_mined & bit(second)) != 0)
            visit_parts(whole, second, each);
        else
            each(layouts_[whole.members.front()], whole.share, whole.members.size());
}

// The classes of those layouts of a class in which the second cell is safe.
void ListedClasses::visit_parts(const Class& whole, std::int32_t second, const Visitor& each) {
    const auto safe = [&](std::uint32_t layout) { return (layouts_[layout] & bit(second)) == 0; };
    for (const std::uint32_t layout : whole.members) parent_[layout] = layout;
    for (const Pair& pair : whole.pairs)
        if (safe(pair.one) && safe(pair.other)) parent_[root(pair.one)] = root(pair.other);
    std::map<std::uint32_t, std::vector<std::uint32_t>> parts;
    for (const std::uint32_t layout : whole.members)
        if (safe(layout)) parts[root(layout)].push_back(layout);
    for (const auto& [root, members] : parts)
        each(layouts_[members.front()], share(members), members.size());
}

// The game of a class: its layouts are known, one of them is played.
ListedClasses::Share ListedClasses::share(std::span<const std::uint32_t> members) const {
    const std::uint64_t size = members.size();
    if (size <= 2) return {1, size};  // two layouts are joined
    std::uint64_t ever = 0, always = ~std::uint64_t{0};
    for (const std::uint32_t layout : members) {
        ever |= layouts_[layout];
        always &= layouts_[layout];
    }
    std::uint64_t shown = ever;  // cells that may show different numbers
    for (std::uint64_t rest = ever & ~always; rest != 0; rest &= rest - 1)
        shown |= neighbors_[to_index(std::countr_zero(rest))];
    shown &= ~always;
    LayoutTable table;
    table.reserve(size);
    for (const std::uint32_t index : members) {
        poll_cancellation();
        const std::uint64_t layout = layouts_[index];
        auto& row = table.emplace_back();
        for (std::uint64_t rest = shown; rest != 0; rest &= rest - 1) {
            const std::int32_t cell = std::countr_zero(rest);
            row.push_back((layout & bit(cell)) != 0 ? kMine
                                                    : static_cast<std::int16_t>(std::popcount(
                                                          layout & neighbors_[to_index(cell)])));
        }
    }
    std::sort(table.begin(), table.end());
    return {most_won(table, size <= kMostSearched ? kMostStates : 0), size};
}

}  // namespace sapper
