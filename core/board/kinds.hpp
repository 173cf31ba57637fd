// The kinds of boards: one descriptor each.
//
// An entry in the table is all that a new kind needs: specs, texts, pictures, symmetries and the
// page read its descriptor.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "board/graph.hpp"
#include "board/lattice.hpp"

namespace sapper {

inline constexpr std::int64_t kMostCells = 20'000'000;     // of a board
inline constexpr std::int64_t kMostEntries = 400'000'000;  // of its neighbour lists
inline constexpr std::size_t kMostDimensions = 32;

inline constexpr std::string_view kDefaultKind = "grid";  // of a spec without a kind
inline constexpr std::string_view kGraphKind = "graph";   // of a board made from edges

struct BoardKind {
    std::string name;
    LatticeRule rule;
    std::string tiling;                      // squares, hexagons or triangles
    std::optional<std::string> preset;       // size and mines of an example
    std::optional<std::string> preset_name;  // its display name; without it the name of the kind

    // Whether the name alone describes a board of the shape of a text.
    [[nodiscard]] bool usually_flat() const;
};

struct NamedBoard {
    std::string_view name, spec;
};

// Every kind that a spec can name, and every board with a name of its own.
std::span<const BoardKind> board_kinds();
std::span<const NamedBoard> named_boards();

// The kind or named board of a name; null if there is none.
const BoardKind* find_kind(std::string_view name);
const NamedBoard* find_named(std::string_view name);

// The kind of a name; throws BoardError if there is none.
const BoardKind& kind_of(std::string_view name);

// Throws BoardError unless a kind has boards of this shape within the limits; constant time.
void check_shape(const BoardKind& kind, const Shape& shape);

// A shape as in specs. Lengths of more than 18 digits are written as "(huge)".
std::string shape_text(const Shape& shape);

// The shortest spec of a board of a kind, built in or not.
std::string spec_text(std::string_view kind, const Shape& shape);

// The graph of a board of a valid shape. Its address is a hash of the spec, which is part of the
// address of each of its games: it must never change.
Graph lattice_graph(const BoardKind& kind, const Shape& shape);

// The address of the graph with a spec such as "graph:5" and these lists; it must never change.
std::uint64_t graph_address(std::string_view form, std::span<const std::int64_t> offsets,
                            std::span<const std::int32_t> targets);

// The coordinates of a cell, and their text: "(1, 2)", or "1" with one dimension.
Shape coordinates(const Shape& shape, std::int64_t cell);
std::string cell_name(const Shape& shape, std::int64_t cell);

}  // namespace sapper
