// A board as an undirected graph in compressed neighbour lists. Neighbours are stored as steps
// (differences of cell indices), so the cells of a regular board can share their rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/cell_set.hpp"
#include "board/neighbors.hpp"

namespace sapper {

class Graph {
  public:
    // From an adjacency list in compressed sparse row form: the neighbours of cell i are
    // targets[offsets[i] .. offsets[i + 1]), ascending. The address is a 64-bit hash that
    // identifies the board in the random numbers of its games (see Deal); it may be 0 if no game is
    // dealt on the graph. Throws std::invalid_argument unless the lists are sorted, symmetric and
    // free of loops and repetitions.
    Graph(const std::vector<std::int64_t>& offsets, const std::vector<std::int32_t>& targets,
          std::uint64_t address = 0);

    // From shared rows: rows[i] is the offset in `steps` of the row of cell i, which is its number
    // of neighbours followed by the steps to them, ascending. Throws as above.
    Graph(std::vector<std::uint16_t> rows, std::vector<std::int32_t> steps, std::uint64_t address);

    [[nodiscard]] std::int32_t size() const { return size_; }

    [[nodiscard]] std::uint64_t address() const { return address_; }

    // For each cell the set of its neighbours, if the board has at most CellSet::kMost cells; else
    // null.
    [[nodiscard]] const CellSet* around() const {
        return around_.empty() ? nullptr : around_.data();
    }

    // Whether count_around() may be called: the board has shared rows and small degrees.
    [[nodiscard]] bool counts_around() const { return !usual_.empty(); }

    // For each cell, the number of its marked neighbours. Marks are 0 or 1.
    void count_around(std::span<const std::uint8_t> marked, std::span<std::uint8_t> counts) const;

    [[nodiscard]] Neighbors neighbors(std::int32_t cell) const {
        const std::int32_t* row = steps_.data() + row_of(cell);
        return {row + 1, static_cast<std::size_t>(*row), cell};
    }

  private:
    [[nodiscard]] std::size_t row_of(std::int32_t cell) const {
        const auto i = static_cast<std::size_t>(cell);
        return shared_.empty() ? own_[i] : shared_[i];
    }
    void check() const;
    void make_sets();
    void find_usual();

    std::int32_t size_ = 0;
    // For each cell, the offset of its row in steps_; one of the two vectors is empty.
    std::vector<std::uint16_t> shared_;
    std::vector<std::uint64_t> own_;
    std::vector<std::int32_t> steps_;
    // The row shared by the most cells; empty if some cell has more than 255 neighbours.
    std::size_t usual_row_ = 0;
    std::vector<std::int32_t> usual_;
    std::vector<CellSet> around_;
    std::uint64_t address_;
};

}  // namespace sapper
