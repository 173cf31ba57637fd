#include "board/kinds.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "support/blake2b.hpp"
#include "support/input_error.hpp"
#include "support/unicode.hpp"

namespace sapper {

namespace {

constexpr std::int64_t kHuge = 1'000'000'000'000'000'000;

// The steps within one row, from `first` to `last` columns, without the step to the cell itself.
void add_strip(Pattern& pattern, int row_step, int first, int last) {
    for (int step = first; step <= last; ++step)
        if (row_step != 0 || step != 0) pattern.push_back({row_step, step});
}

Pattern strips(std::array<std::array<int, 2>, 3> columns) {
    Pattern pattern;
    for (int row = -1; row <= 1; ++row) {
        const auto [first, last] = columns[static_cast<std::size_t>(row + 1)];
        add_strip(pattern, row, first, last);
    }
    return pattern;
}

// The neighbours of a hexagon in an even row, and of one in an odd row.
std::vector<Pattern> hexagons() {
    return {strips({{{-1, 0}, {-1, 1}, {-1, 0}}}), strips({{{0, 1}, {-1, 1}, {0, 1}}})};
}

// A triangle that points up has 3 neighbours above its row, 4 in it and 5 below.
std::vector<Pattern> triangles() {
    return {strips({{{-1, 1}, {-2, 2}, {-2, 2}}}), strips({{{-2, 2}, {-2, 2}, {-1, 1}}})};
}

const std::vector<BoardKind>& kinds() {
    const Pattern rook = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    const Pattern knight = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};
    static const std::vector<BoardKind> all = {
        {"grid", axis_rule(2, 1, false), "squares", {}, {}},
        {"torus", axis_rule(0, 1, true), "squares", "12x16/30", {}},
        {"hex", step_rule(hexagons(), {1, 0}, false), "hexagons", "14x16/36", "hexagons"},
        {"hexwrap", step_rule(hexagons(), {1, 0}, true), "hexagons", "12x14/34", "hexagonal torus"},
        {"tri", step_rule(triangles(), {1, 1}, false), "triangles", "12x24/40", "triangles"},
        {"triwrap", step_rule(triangles(), {1, 1}, true), "triangles", "12x24/44",
         "triangular torus"},
        {"box", axis_rule(0, 1, false), "squares", "5x6x6/20", {}},
        {"rook", step_rule({rook}, {0, 0}, false), "squares", "12x16/40", {}},
        {"rookwrap", step_rule({rook}, {0, 0}, true), "squares", "12x16/44", "rook torus"},
        {"knight", step_rule({knight}, {0, 0}, false), "squares", "10x12/16", {}},
        {"reach2", axis_rule(2, 2, false), "squares", "12x16/18", "radius 2"},
    };
    return all;
}

}  // namespace

bool BoardKind::usually_flat() const {
    return !preset || std::count(preset->begin(), preset->end(), 'x') == 1;
}

std::span<const BoardKind> board_kinds() {
    return kinds();
}

std::span<const NamedBoard> named_boards() {
    static constexpr NamedBoard kNamed[] = {{"beginner8", "8x8/10"},
                                            {"beginner", "9x9/10"},
                                            {"intermediate", "16x16/40"},
                                            {"expert", "16x30/99"},
                                            {"master", "30x30/200"}};
    return kNamed;
}

const BoardKind* find_kind(std::string_view name) {
    for (const BoardKind& kind : kinds())
        if (kind.name == name) return &kind;
    return nullptr;
}

const NamedBoard* find_named(std::string_view name) {
    for (const NamedBoard& board : named_boards())
        if (board.name == name) return &board;
    return nullptr;
}

const BoardKind& kind_of(std::string_view name) {
    if (const BoardKind* kind = find_kind(name)) return *kind;
    std::string known;
    for (const BoardKind& kind : kinds()) known += (known.empty() ? "" : ", ") + kind.name;
    throw BoardError("unknown kind of board " + quoted(name) + ": the known ones are " + known);
}

void check_shape(const BoardKind& kind, const Shape& shape) {
    if (shape.empty() || shape.size() > kMostDimensions)
        throw BoardError("a board has 1 to " + std::to_string(kMostDimensions) +
                         " dimensions, not " + std::to_string(shape.size()));
    const std::string text = shape_text(shape);
    const LatticeRule& rule = kind.rule;
    if (rule.dimensions != 0 && shape.size() != static_cast<std::size_t>(rule.dimensions))
        throw BoardError("a " + kind.name + " board has " + std::to_string(rule.dimensions) +
                         " dimensions, but " + text + " has " + std::to_string(shape.size()));
    const std::int64_t least = *std::min_element(shape.begin(), shape.end());
    if (least < 1)
        throw BoardError("every dimension must be at least 1, not " + std::to_string(least) +
                         " as in " + text);
    if (const auto fault = shape_fault(rule, shape))
        throw BoardError("there is no " + kind.name + " board of " + text + ": " + *fault);
    if (cell_count(shape, kMostCells) > kMostCells)
        throw BoardError(text + " has more than " + std::to_string(kMostCells) + " cells; " +
                         shape_text(fitting_shape(shape, kMostCells)) + " would fit");
    const std::int64_t entries = entry_count(rule, shape);
    if (entries > kMostEntries)
        throw BoardError(kind.name + " " + text + " has " + std::to_string(entries) +
                         " neighbour entries; at most " + std::to_string(kMostEntries) +
                         " are allowed");
}

std::string shape_text(const Shape& shape) {
    std::string text;
    for (const std::int64_t length : shape) {
        if (!text.empty()) text += 'x';
        text += length < kHuge && length > -kHuge ? std::to_string(length) : "(huge)";
    }
    return text;
}

std::string spec_text(std::string_view kind, const Shape& shape) {
    return (kind == kDefaultKind ? "" : std::string(kind) + ":") + shape_text(shape);
}

Graph lattice_graph(const BoardKind& kind, const Shape& shape) {
    Blake2b64 hash;
    hash.update(spec_text(kind.name, shape));
    const std::uint64_t address = hash.digest();
    if (shares_rows(kind.rule, shape)) {
        SharedRows made = shared_rows(kind.rule, shape);
        return {std::move(made.rows), std::move(made.steps), address};
    }
    const NeighborLists lists = neighbor_lists(kind.rule, shape);
    return {lists.offsets, lists.targets, address};
}

std::uint64_t graph_address(std::string_view form, std::span<const std::int64_t> offsets,
                            std::span<const std::int32_t> targets) {
    Blake2b64 hash;
    hash.update(form);
    for (const std::int64_t offset : offsets)
        hash.update_integer(static_cast<std::uint64_t>(offset), 8);
    for (const std::int32_t target : targets)
        hash.update_integer(static_cast<std::uint64_t>(target), 4);
    return hash.digest();
}

Shape coordinates(const Shape& shape, std::int64_t cell) {
    Shape found(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0; cell /= shape[axis])
        found[axis] = cell % shape[axis];
    return found;
}

std::string cell_name(const Shape& shape, std::int64_t cell) {
    if (shape.size() == 1) return std::to_string(cell);
    std::string text;
    for (const std::int64_t along : coordinates(shape, cell))
        text += (text.empty() ? "(" : ", ") + std::to_string(along);
    return text + ")";
}

}  // namespace sapper
