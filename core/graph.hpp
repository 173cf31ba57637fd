// A board as the engine sees it: an undirected graph in compressed neighbour lists.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

class Graph {
  public:
    // offsets has one entry a cell and one more; the neighbours of cell i are
    // targets[offsets[i] .. offsets[i + 1]), ascending. Throws std::invalid_argument
    // unless the lists are sorted, symmetric and free of loops and repetitions. The address is the
    // board's identity as a word, which the games dealt on it are addressed by; a graph on which
    // none is dealt needs none.
    Graph(std::vector<std::int64_t> offsets, std::vector<std::int32_t> targets,
          std::uint64_t address = 0);

    [[nodiscard]] std::int32_t size() const {
        return static_cast<std::int32_t>(offsets_.size() - 1);
    }

    [[nodiscard]] std::uint64_t address() const { return address_; }

    [[nodiscard]] std::span<const std::int32_t> neighbors(std::int32_t cell) const {
        const auto begin = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(cell)]);
        const auto end = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(cell) + 1]);
        return {targets_.data() + begin, end - begin};
    }

  private:
    std::vector<std::int64_t> offsets_;
    std::vector<std::int32_t> targets_;
    std::uint64_t address_;
};

}  // namespace sapper
