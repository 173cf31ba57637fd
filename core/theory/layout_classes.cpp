#include "theory/layout_classes.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <unordered_set>

#include "support/index.hpp"
#include "theory/class_game.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostCells = 64;        // of a cluster
constexpr std::size_t kMostFillings = 4'096;  // of a cluster
constexpr std::size_t kMostGames = 10'000;
constexpr std::uint64_t kMostProduct = 1ull << 40;

}  // namespace

LayoutClasses::LayoutClasses(const Graph& graph, const std::vector<std::int32_t>& kept_free,
                             int most_moved)
    : graph_(graph),
      swap_search_(graph, most_moved),
      kept_free_(to_index(graph.size()), 0),
      may_(to_index(graph.size())),
      cluster_of_(to_index(graph.size()), -1),
      position_(to_index(graph.size()), -1),
      read_(to_index(graph.size())) {
    for (const std::int32_t cell : kept_free) {
        if (cell < 0 || cell >= graph.size())
            throw std::invalid_argument("a cell that is kept free is not on the board");
        kept_free_[to_index(cell)] = kKeptFree;
    }
    roots_.resize(to_index(graph.size()));
    std::iota(roots_.begin(), roots_.end(), 0);
}

LayoutClasses::Share LayoutClasses::share(std::span<const std::uint8_t> mined,
                                          std::int32_t also_kept_free) {
    if (mined.size() != may_.size())
        throw std::invalid_argument("a layout has one entry per cell of the board");
    for (std::size_t cell = 0; cell < may_.size(); ++cell) {
        may_[cell] = mined[cell] != 0 ? kMayBeMined : kMayBeSafe | kept_free_[cell];
        if (mined[cell] != 0 && kept_free_[cell] != 0)
            throw std::invalid_argument("a cell that is kept free holds a mine");
    }
    if (also_kept_free >= 0) may_[to_index(also_kept_free)] |= kKeptFree;
    std::fill(cluster_of_.begin(), cluster_of_.end(), -1);
    clusters_.clear();
    swaps_.clear();
    known_swaps_.clear();
    last_node_ = swap_search_.nodes() + 1'000'000 + 300 * may_.size();
    explored_ = search(roots_) && explore();
    return explored_ ? product() : Share{};
}

// The product of the shares of all clusters.
LayoutClasses::Share LayoutClasses::product() {
    Share result;
    for (Cluster& cluster : clusters_) {
        if (cluster.cells.empty()) continue;
        const Share factor = share_of(cluster);
        const std::uint64_t divisor = std::gcd(factor.won, factor.all);
        const Share reduced{factor.won / divisor, factor.all / divisor};
        if (result.all > kMostProduct / reduced.all) break;  // the other factors are at most 1
        result.won *= reduced.won;
        result.all *= reduced.all;
        const std::uint64_t common = std::gcd(result.won, result.all);
        result.won /= common;
        result.all /= common;
    }
    return result;
}

std::vector<std::int32_t> LayoutClasses::changing() const {
    std::vector<std::int32_t> result;
    if (!explored_) return result;
    for (const Cluster& cluster : clusters_)
        result.insert(result.end(), cluster.cells.begin(), cluster.cells.end());
    std::sort(result.begin(), result.end());
    return result;
}

// Searches again from some roots. Returns false if the work for this layout exceeds its limit.
bool LayoutClasses::search(std::span<const std::int32_t> roots) {
    found_.clear();
    for (const std::int32_t root : roots) {
        swap_search_.find(root, may_, found_);
        read_[to_index(root)].assign(swap_search_.read().begin(), swap_search_.read().end());
        if (swap_search_.nodes() > last_node_) return false;
    }
    for (Swap& swap : found_)
        if (known_swaps_.insert(swap).second) swaps_.push_back(std::move(swap));
    return true;
}

// Finds the clusters. Returns false if the class is too large.
bool LayoutClasses::explore() {
    for (bool grown = true; grown;) {
        grown = false;
        changed_.clear();
        const std::size_t known = swaps_.size();
        for (std::size_t swap = 0; swap < known; ++swap) {
            if (!can_join(swap)) continue;
            if (!join(swap)) return false;
            grown = true;
        }
        for (Cluster& cluster : clusters_)
            if (cluster.grown && !close(cluster)) return false;
        if (!changed_.empty() && !search(readers(changed_))) return false;
    }
    return true;
}

// The clusters that a swap touches.
std::vector<std::int32_t> LayoutClasses::touched(const Swap& swap) const {
    std::vector<std::int32_t> result;
    for (const auto* cells : {&swap.removed, &swap.added, &swap.mined, &swap.safe})
        for (const std::int32_t cell : *cells)
            if (cluster_of_[to_index(cell)] >= 0) result.push_back(cluster_of_[to_index(cell)]);
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

LayoutClasses::Condition LayoutClasses::condition(const Swap& swap, const Cluster& cluster) const {
    Condition result;
    const auto bits = [&](const std::vector<std::int32_t>& cells) {
        std::uint64_t found = 0;
        for (const std::int32_t cell : cells) {
            const std::int32_t at = position_[to_index(cell)];
            if (cluster_of_[to_index(cell)] >= 0 &&
                &clusters_[to_index(cluster_of_[to_index(cell)])] == &cluster)
                found |= std::uint64_t{1} << at;
        }
        return found;
    };
    result.change = bits(swap.removed) | bits(swap.added);
    result.mined = bits(swap.removed) | bits(swap.mined);
    result.safe = bits(swap.added) | bits(swap.safe);
    return result;
}

bool LayoutClasses::occurs(const Swap& swap, const Cluster& cluster) const {
    const Condition needed = condition(swap, cluster);
    return std::any_of(cluster.fillings.begin(), cluster.fillings.end(), [&](std::uint64_t f) {
        return (f & needed.mined) == needed.mined && (f & needed.safe) == 0;
    });
}

// Whether a swap occurs in some layout of the class and is not in a cluster yet.
bool LayoutClasses::can_join(std::size_t index) const {
    const std::vector<std::int32_t> clusters = touched(swaps_[index]);
    if (clusters.size() == 1) {
        const auto& known = clusters_[to_index(clusters.front())].swaps;
        if (std::find(known.begin(), known.end(), index) != known.end()) return false;
    }
    return std::all_of(clusters.begin(), clusters.end(), [&](std::int32_t each) {
        return occurs(swaps_[index], clusters_[to_index(each)]);
    });
}

// Adds a swap to the cluster that it touches, after joining those that it touches. Returns false if
// the cluster gets too large.
bool LayoutClasses::join(std::size_t index) {
    const Swap& swap = swaps_[index];
    const std::vector<std::int32_t> clusters = touched(swap);
    Cluster joined;
    joined.fillings = {0};
    for (const std::int32_t each : clusters) {
        Cluster& part = clusters_[to_index(each)];
        if (joined.cells.size() + part.cells.size() > kMostCells ||
            joined.fillings.size() * part.fillings.size() > kMostFillings)
            return false;
        std::vector<std::uint64_t> product;
        for (const std::uint64_t first : joined.fillings)
            for (const std::uint64_t second : part.fillings)
                product.push_back(first | second << joined.cells.size());
        joined.fillings = std::move(product);
        joined.cells.insert(joined.cells.end(), part.cells.begin(), part.cells.end());
        joined.swaps.insert(joined.swaps.end(), part.swaps.begin(), part.swaps.end());
        part = {};
    }
    for (const auto* cells : {&swap.removed, &swap.added}) {
        for (const std::int32_t cell : *cells) {
            if (cluster_of_[to_index(cell)] >= 0) continue;
            if (joined.cells.size() == kMostCells) return false;
            const std::uint64_t mined = (may_[to_index(cell)] & kMayBeMined) != 0 ? 1 : 0;
            for (std::uint64_t& filling : joined.fillings) filling |= mined << joined.cells.size();
            joined.cells.push_back(cell);
            cluster_of_[to_index(cell)] = 0;  // any value that is not -1, until it is known
        }
    }
    joined.swaps.push_back(index);
    const auto name = static_cast<std::int32_t>(clusters_.size());
    for (std::size_t at = 0; at < joined.cells.size(); ++at) {
        cluster_of_[to_index(joined.cells[at])] = name;
        position_[to_index(joined.cells[at])] = static_cast<std::int32_t>(at);
    }
    joined.grown = true;
    clusters_.push_back(std::move(joined));
    return true;
}

// Adds all fillings that the swaps of the cluster lead to, and notes the cells that may hold more
// than before in changed_. Returns false if there are too many.
bool LayoutClasses::close(Cluster& cluster) {
    std::vector<Condition> moves;
    for (const std::size_t swap : cluster.swaps) moves.push_back(condition(swaps_[swap], cluster));
    std::sort(moves.begin(), moves.end());
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    std::unordered_set<std::uint64_t> known(cluster.fillings.begin(), cluster.fillings.end());
    for (std::size_t next = 0; next < cluster.fillings.size(); ++next) {
        const std::uint64_t filling = cluster.fillings[next];
        for (const Condition& move : moves) {
            if ((filling & move.mined) != move.mined || (filling & move.safe) != 0) continue;
            if (known.insert(filling ^ move.change).second)
                cluster.fillings.push_back(filling ^ move.change);
            if (cluster.fillings.size() > kMostFillings) return false;
        }
    }
    cluster.grown = false;
    for (std::size_t at = 0; at < cluster.cells.size(); ++at) {
        std::uint8_t held = 0;  // a cell that changes is not kept free
        for (const std::uint64_t filling : cluster.fillings)
            held |= (filling >> at & 1) != 0 ? kMayBeMined : kMayBeSafe;
        std::uint8_t& may = may_[to_index(cluster.cells[at])];
        if (may != held) changed_.push_back(cluster.cells[at]);
        may = held;
    }
    return true;
}

// The roots whose search read one of the cells.
std::vector<std::int32_t> LayoutClasses::readers(std::span<const std::int32_t> cells) const {
    std::vector<std::int32_t> result;
    for (const std::int32_t root : roots_) {
        const auto& read = read_[to_index(root)];
        if (std::any_of(cells.begin(), cells.end(), [&](std::int32_t cell) {
                return std::find(read.begin(), read.end(), cell) != read.end();
            }))
            result.push_back(root);
    }
    return result;
}

// The fillings of a cluster and how many can be won if everything else is known. Cells of other
// clusters count as safe, which only helps the player. Games on few fillings recur, so their values
// are kept.
LayoutClasses::Share LayoutClasses::share_of(Cluster& cluster) {
    std::vector<std::int32_t> cells = cluster.cells;
    for (const std::int32_t cell : cluster.cells)
        for (const std::int32_t other : graph_.neighbors(cell))
            if (may_[to_index(other)] != kMayBeMined) cells.push_back(other);
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    const std::int32_t name = cluster_of_[to_index(cluster.cells.front())];
    LayoutTable table;
    for (const std::uint64_t filling : cluster.fillings) {
        const auto mined = [&](std::int32_t cell) {
            return cluster_of_[to_index(cell)] == name &&
                   (filling >> position_[to_index(cell)] & 1) != 0;
        };
        auto& row = table.emplace_back();
        for (const std::int32_t cell : cells) {
            std::int16_t number = 0;
            for (const std::int32_t other : graph_.neighbors(cell))
                number = static_cast<std::int16_t>(number + (mined(other) ? 1 : 0));
            row.push_back(mined(cell) ? kMine : number);
        }
    }
    // In an order that does not depend on the layout from which the class was explored.
    std::sort(table.begin(), table.end());
    const std::uint64_t layouts = table.size();
    const auto [known, is_new] = known_games_.try_emplace(table);
    if (is_new) known->second = most_won(known->first);
    const std::uint64_t won = known->second;
    if (known_games_.size() > kMostGames) known_games_.clear();
    return {won, layouts};
}

}  // namespace sapper
