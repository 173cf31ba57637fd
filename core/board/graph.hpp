// A board as the engine sees it: an undirected graph, the neighbours of a cell as steps from it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/cell_set.hpp"
#include "board/neighbors.hpp"

namespace sapper {

class Graph {
  public:
    // Every list of neighbours by itself: offsets has one entry a cell and one more; the neighbours
    // of cell i are targets[offsets[i] .. offsets[i + 1]), ascending. The address is the board's
    // identity as a word, which the games dealt on it are addressed by; a graph on which none is
    // dealt needs none. Throws std::invalid_argument unless the lists are sorted, symmetric and
    // free of loops and repetitions.
    Graph(const std::vector<std::int64_t>& offsets, const std::vector<std::int32_t>& targets,
          std::uint64_t address = 0);

    // A regular board: rows[i] is where in `steps` the row of cell i begins, with its number of
    // neighbours and then the steps to them, ascending. Throws as above.
    Graph(std::vector<std::uint16_t> rows, std::vector<std::int32_t> steps, std::uint64_t address);

    [[nodiscard]] std::int32_t size() const { return size_; }

    [[nodiscard]] std::uint64_t address() const { return address_; }

    // By cell its neighbours as a set, on a board of at most CellSet::kMost cells; else null.
    [[nodiscard]] const CellSet* around() const {
        return around_.empty() ? nullptr : around_.data();
    }

    // Whether the board is regular enough for count_around.
    [[nodiscard]] bool counts_around() const { return !usual_.empty(); }

    // By cell how many of its neighbours are marked with a one, where all others have a zero.
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
    // By cell where its row begins; one of the two is empty.
    std::vector<std::uint16_t> shared_;
    std::vector<std::uint64_t> own_;
    std::vector<std::int32_t> steps_;
    // The row that most cells share, on a board where no cell has more neighbours than a byte
    // counts; else empty.
    std::size_t usual_row_ = 0;
    std::vector<std::int32_t> usual_;
    std::vector<CellSet> around_;
    std::uint64_t address_;
};

}  // namespace sapper
