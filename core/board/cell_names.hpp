// The names of cells in texts: coordinates on a lattice, node names on a graph.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "board/kinds.hpp"
#include "support/index.hpp"

namespace sapper {

class CellNames {
  public:
    // Cells are numbered row by row: the last coordinate varies fastest.
    explicit CellNames(Shape shape) : shape_(std::move(shape)) {}
    explicit CellNames(std::vector<std::string> nodes) : nodes_(std::move(nodes)) {}

    // Returns "(1, 2)" for row 1 and column 2, "5" on a line, or the name of the node.
    [[nodiscard]] std::string operator()(std::int32_t cell) const {
        return shape_.empty() ? nodes_[to_index(cell)] : cell_name(shape_, cell);
    }

  private:
    Shape shape_;  // empty on a graph
    std::vector<std::string> nodes_;
};

}  // namespace sapper
