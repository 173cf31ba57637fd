// Counts layouts by the share of their class that can be won, given the first two clicks.
//
// After the first click the player sees its number, and the second click may depend on it. It loses
// the layouts in which that cell is a mine; only then does the player learn the class. For every
// number and every second cell the tally has the shares of the layouts in which both cells are
// safe.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "board/graph.hpp"
#include "theory/layout_classes.hpp"

namespace sapper {

class LayoutTally {
  public:
    using Share = LayoutClasses::Share;

    // The first cell, `start`, and the other cells of `kept_free` are safe in every layout. Without
    // second clicks the player learns the class after the first click.
    LayoutTally(const Graph& graph, std::int32_t start, const std::vector<std::int32_t>& kept_free,
                int most_moved, bool second_clicks);

    // Adds a layout. Throws Cancelled.
    void add(std::span<const std::uint8_t> mined);

    // Adds all layouts with this number of mines in these cells. In small games their classes are
    // found at once (see listed_classes.hpp).
    void add_all(const std::vector<std::int32_t>& allowed, std::size_t mines);

    // The layouts in which the first cell shows `number`, the second cell is safe and the share of
    // the class is `share`; without second clicks, `second` is -1.
    struct Entry {
        std::int32_t number, second;
        Share share;
        std::uint64_t layouts;
    };
    [[nodiscard]] std::vector<Entry> entries() const;

  private:
    void add_listed(const std::vector<std::int32_t>& allowed, std::size_t mines);

    const Graph& graph_;
    const std::int32_t start_;
    const bool second_clicks_;
    const int most_moved_;
    LayoutClasses classes_;
    std::map<std::pair<std::int32_t, std::int32_t>, std::map<Share, std::uint64_t>> counts_;
};

}  // namespace sapper
