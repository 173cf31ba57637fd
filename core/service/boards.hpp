// The boards of requests, and the answer that describes a board to a page.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "board/kinds.hpp"
#include "board/lattice.hpp"
#include "service/request.hpp"
#include "support/json.hpp"

namespace sapper::service {

// A request that exceeds a size limit.
struct TooLarge : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A board of a request: of a built-in kind, or given by its neighbour lists.
struct ServedBoard {
    std::string spec, title;  // its spec without mines, and its name in messages
    std::string kind;
    Shape shape;
    std::optional<std::int64_t> mines;           // of the spec
    const BoardKind* lattice = nullptr;          // its kind; null for a graph
    std::shared_ptr<const NeighborLists> lists;  // of a graph
    std::shared_ptr<const GraphRequest> graph;   // its edges, if the request has them

    [[nodiscard]] std::int64_t size() const { return cell_count(shape, kMostCells); }
    // The spec with its mines.
    [[nodiscard]] std::string text() const;
};

using Places = std::vector<std::array<double, 2>>;

// The boards that the program around the service knows besides those of the core.
class Host {
  public:
    virtual ~Host() = default;
    // The board of a spec of no built-in kind; nullopt if the program does not know it either, in
    // which case the service reports the error.
    virtual std::optional<ServedBoard> find_board(const std::string& spec, int max_per_cell);
    // The places of a graph's nodes in a drawing; nullopt if the program does not draw.
    virtual std::optional<Places> places(const ServedBoard& board);
    // The names of kinds that the program adds, for suggestions.
    virtual std::vector<std::string> added_kinds();
};

// The purpose of a board, which decides how large it may be.
enum class Purpose { kAnalysis, kGame };

// Returns the board of a request within the limits. Throws TooLarge and errors about input.
ServedBoard find_board(const std::string& spec, int max_per_cell, Purpose purpose, Host& host);
ServedBoard find_board(const BoardRequest& request, int max_per_cell, Purpose purpose, Host& host);

// Whether a spec names a built-in kind, or none.
bool is_built_in(const std::string& spec);

// Throws TooLarge if a board is too large for its purpose.
void check_size(const ServedBoard& board, Purpose purpose);

// The same for a board with this spec, these cells and neighbour entries: why it is too large, or
// nullopt.
std::optional<std::string> size_fault(const std::string& spec, std::int64_t cells,
                                      std::int64_t entries, Purpose purpose);

// Describes a board: its cells, neighbours and coordinates, and how to draw it.
void write_board(json::Writer& writer, const ServedBoard& board, Host& host);

// Writes the named boards: the standard ones, and one of every other kind.
void write_presets(json::Writer& writer);

// A count with commas between groups of three digits.
std::string with_commas(std::int64_t count);

}  // namespace sapper::service
