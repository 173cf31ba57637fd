// The click units of a layout and its 3BV ("Bechtel's Board Benchmark Value").
//
// A unit is opened by one click of a player who does not chord: an opening (a connected component
// of zeros with the numbers around it) or a single safe cell next to no zero. 3BV is the number of
// units; islands are the connected components of the single cells. Breadth-first search finds all
// of them in time linear in the number of neighbour pairs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/graph.hpp"
#include "board/layout.hpp"

namespace sapper {

class ClickUnits {
  public:
    // Keeps references to both. Layout::number() must have been called.
    ClickUnits(const Graph& graph, const Layout& layout);

    [[nodiscard]] std::int32_t openings() const {
        return static_cast<std::int32_t>(begins_.size() - 1);
    }
    [[nodiscard]] std::int64_t singles() const { return singles_; }
    [[nodiscard]] std::int64_t bbbv() const { return openings() + singles_; }
    [[nodiscard]] std::int64_t islands() const;
    // Number of units solved if these cells are open; an opening counts if any of its zeros is
    // open.
    [[nodiscard]] std::int64_t solved(std::span<const bool> opened) const;

    // Whether the cell is a number next to no opening.
    [[nodiscard]] bool single(std::int32_t cell) const {
        return kinds_[static_cast<std::size_t>(cell)] == kSingle;
    }
    // The opening of a zero, or -1 for any other cell.
    [[nodiscard]] std::int32_t opening(std::int32_t cell) const {
        const std::int32_t kind = kinds_[static_cast<std::size_t>(cell)];
        return kind >= 0 ? kind : -1;
    }
    // The zeros of an opening and the numbers around them, each once.
    [[nodiscard]] std::span<const std::int32_t> cells(std::int32_t opening) const {
        const std::size_t begin = begins_[static_cast<std::size_t>(opening)];
        return {cells_.data() + begin, begins_[static_cast<std::size_t>(opening) + 1] - begin};
    }

  private:
    // The kind of a cell: one of these, or for a zero the index of its opening.
    static constexpr std::int32_t kMine = -1, kSingle = -2, kBorder = -3;

    void add_opening(std::int32_t zero, std::vector<std::int32_t>& last);

    const Graph& graph_;
    const Layout& layout_;
    std::vector<std::int32_t> kinds_;
    std::vector<std::int32_t> cells_;
    std::vector<std::size_t> begins_{0};
    std::int64_t singles_ = 0;
};

}  // namespace sapper
