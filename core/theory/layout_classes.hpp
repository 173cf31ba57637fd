// Classes of layouts between which every player must guess.
//
// Two layouts are in the same class if a sequence of swaps (see swaps.hpp) leads from one to the
// other. The classes are a partition of the layouts of a game. Suppose that the player knows the
// class, and then wins at most a certain number of its layouts, which a search finds because the
// class is small. Then no player wins a larger share of all layouts than the mean over all layouts
// of (layouts that can be won in its class) / (size of its class).
//
// A class is a product of clusters: sets of cells that change independently of each other, each
// with a list of fillings. A swap that touches two clusters joins them. With clusters, the number
// of layouts that can be won is at most the product of the numbers for each cluster, in which all
// cells outside the cluster are known.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "board/graph.hpp"
#include "theory/class_game.hpp"
#include "theory/swaps.hpp"

namespace sapper {

class LayoutClasses {
  public:
    // The cells of `kept_free` are safe in every layout. A swap moves at most `most_moved` mines.
    LayoutClasses(const Graph& graph, const std::vector<std::int32_t>& kept_free, int most_moved);

    // Layouts of a class, or fillings of a cluster: how many there are, and the most that one
    // strategy wins.
    struct Share {
        std::uint64_t won = 1, all = 1;

        friend auto operator<=>(const Share&, const Share&) = default;
    };

    // An upper bound on the share of the class of this layout that can be won, as a fraction in
    // lowest terms. It is 1 if the class is too large to explore. If `also_kept_free` is not -1,
    // that cell is safe in every layout of the class, too. Throws Cancelled.
    Share share(std::span<const std::uint8_t> mined, std::int32_t also_kept_free = -1);

    // The cells that are mined in some layouts of the last class only, in increasing order; empty
    // if the class was too large to explore.
    [[nodiscard]] std::vector<std::int32_t> changing() const;

  private:
    struct Cluster {
        std::vector<std::int32_t> cells;
        std::vector<std::uint64_t>
            fillings;                    // sets of mined cells, as bits in the order of `cells`
        std::vector<std::size_t> swaps;  // indices in swaps_
        bool grown = false;              // since the last call of close()
    };
    struct Condition {  // a part of a swap in the bits of a cluster
        std::uint64_t mined = 0, safe = 0, change = 0;

        friend auto operator<=>(const Condition&, const Condition&) = default;
    };

    bool explore();
    [[nodiscard]] Share product();
    bool search(std::span<const std::int32_t> roots);
    [[nodiscard]] bool can_join(std::size_t swap) const;
    bool join(std::size_t swap);
    [[nodiscard]] std::vector<std::int32_t> touched(const Swap& swap) const;
    [[nodiscard]] Condition condition(const Swap& swap, const Cluster& cluster) const;
    [[nodiscard]] bool occurs(const Swap& swap, const Cluster& cluster) const;
    [[nodiscard]] bool close(Cluster& cluster);
    [[nodiscard]] std::vector<std::int32_t> readers(std::span<const std::int32_t> cells) const;
    [[nodiscard]] Share share_of(Cluster& cluster);

    const Graph& graph_;
    SwapSearch swap_search_;
    std::vector<std::int32_t> roots_;
    std::vector<std::uint8_t> kept_free_, may_;
    std::vector<std::int32_t> cluster_of_, position_;  // per cell; -1 if it does not change
    std::vector<Cluster> clusters_;
    std::vector<Swap> swaps_;  // of the current layout
    std::set<Swap> known_swaps_;
    std::vector<Swap> found_;
    std::map<LayoutTable, std::uint64_t> known_games_;  // see share_of()
    std::vector<std::int32_t> changed_;  // cells that may hold more than at the last search
    std::vector<std::vector<std::int32_t>> read_;  // per root, the cells that its search read
    std::uint64_t last_node_ = 0;
    bool explored_ = false;  // the whole class of the last layout
};

}  // namespace sapper
