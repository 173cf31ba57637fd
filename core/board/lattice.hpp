// Neighbour rules of regular boards, and the rows of steps that describe such a board.
//
// An axis rule joins cells that differ by at most `reach` along every axis, with or without
// wrapping: grid, reach2, torus, box. A step rule joins a cell to those at fixed steps, which may
// depend on the parity of its row and column: rook, knight, hex, tri. Cells at the same distances
// from the edges have the same steps to their neighbours, so that a few shared rows describe a
// whole board. Cost: linear in the cells with shared rows, else in the neighbour entries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sapper {

// The length of each dimension.
using Shape = std::vector<std::int64_t>;

// The steps from a cell to its neighbours, along each axis.
using Pattern = std::vector<std::vector<int>>;

struct LatticeRule {
    int dimensions;  // 0 for any number
    int reach;       // the largest distance of neighbours along an axis
    bool wraps;      // whether the two ends of every axis are joined
    // The patterns of a step rule: the cell at (row, column) has the pattern with the number
    // (phase[0] * row + phase[1] * column) modulo the number of patterns. Empty for an axis rule.
    std::vector<Pattern> patterns;
    std::array<int, 2> phase;

    [[nodiscard]] bool by_axes() const { return patterns.empty(); }
    // The number of cells along an axis after which the steps repeat.
    [[nodiscard]] int period() const { return by_axes() ? 1 : static_cast<int>(patterns.size()); }
};

LatticeRule axis_rule(int dimensions, int reach, bool wraps);
LatticeRule step_rule(std::vector<Pattern> patterns, std::array<int, 2> phase, bool wraps);

// Why there is no board of a shape; nullopt if there is one.
std::optional<std::string> shape_fault(const LatticeRule& rule, const Shape& shape);

// Whether reflections and exchanges of axes preserve neighbours on every board.
bool is_symmetric(const LatticeRule& rule);

// The number of candidates for the neighbours of a cell. The number of cells of the shape must be
// within the limits of boards, here and below.
std::int64_t candidate_count(const LatticeRule& rule, const Shape& shape);

// The number of neighbour entries of the whole board; for a step rule an upper bound.
std::int64_t entry_count(const LatticeRule& rule, const Shape& shape);

// The patterns of steps on a board, and the factors that select one, one per axis.
struct Patterns {
    std::vector<Pattern> patterns;
    std::vector<int> phase;
};
Patterns patterns_of(const LatticeRule& rule, const Shape& shape);

// The product of the lengths, at most `most` + 1.
std::int64_t cell_count(const Shape& shape, std::int64_t most);

// Shortens the longest sides of a shape until it has at most `cells` cells, at least one.
Shape fitting_shape(const Shape& shape, std::int64_t cells);

// Whether a few shared rows of steps describe the whole board.
bool shares_rows(const LatticeRule& rule, const Shape& shape);

// The row of cell i starts at steps[rows[i]] with its length; rows are ascending. Throws
// std::invalid_argument unless shares_rows().
struct SharedRows {
    std::vector<std::uint16_t> rows;
    std::vector<std::int32_t> steps;
};
SharedRows shared_rows(const LatticeRule& rule, const Shape& shape);

// The neighbours of cell i are targets[offsets[i] .. offsets[i + 1]), ascending.
struct NeighborLists {
    std::vector<std::int64_t> offsets;
    std::vector<std::int32_t> targets;
};
NeighborLists neighbor_lists(const LatticeRule& rule, const Shape& shape);

}  // namespace sapper
