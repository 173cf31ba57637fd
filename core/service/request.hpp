// The fields of requests: read and validated one by one, in the order of the schema.
//
// The published schema (OpenAPI) defines names, types and ranges; the sentences of errors are those
// of pydantic, so that a request gets the same answer with and without a server.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "support/json.hpp"

namespace sapper::service {

// A request that does not follow the schema. `where` is the path to the wrong field.
struct ValidationError : std::runtime_error {
    ValidationError(std::string where_, const std::string& what)
        : std::runtime_error(what), where(std::move(where_)) {}
    std::string where;
};

// The bounds of an integer, both inclusive.
struct Bounds {
    std::int64_t least, most;
    bool most_is_excluded = false;  // how a sentence names the upper bound
};

// Checks of single values; they throw ValidationError.
std::int64_t read_integer(const json::Value& value, const std::string& where, Bounds bounds);
std::string read_string(const json::Value& value, const std::string& where, std::int64_t shortest,
                        std::int64_t longest);
bool read_boolean(const json::Value& value, const std::string& where);
const json::Array& read_array(const json::Value& value, const std::string& where,
                              std::int64_t most);

// The fields of an object.
class Fields {
  public:
    Fields(const json::Value& value, std::string where);

    [[nodiscard]] std::string path(std::string_view name) const;
    // The value of a field; null if it is missing.
    [[nodiscard]] const json::Value* find(std::string_view name) const {
        return object_.find(name);
    }
    // The value of a field; throws ValidationError if it is missing.
    [[nodiscard]] const json::Value& at(std::string_view name) const;
    // Throws ValidationError if the object has another field than these.
    void expect_only(std::initializer_list<std::string_view> names) const;

  private:
    const json::Object& object_;
    std::string where_;
};

using Edge = std::pair<std::int32_t, std::int32_t>;

struct GraphRequest {
    std::vector<Edge> edges;
    std::int32_t nodes;
};

// A board by its spec, or by the edges of a graph.
using BoardRequest = std::variant<std::string, GraphRequest>;

GraphRequest read_graph(const json::Value& value, const std::string& where);
BoardRequest read_board(const json::Value& value, const std::string& where);

// A position as text.
struct TextRequest {
    std::string text;
    std::optional<std::int64_t> mines;
    int max_per_cell;
    std::optional<BoardRequest> board;
};
TextRequest read_text_request(const json::Value& value);

// A position as lists. Mines are a number, a text such as "8-12", or missing.
struct PositionRequest {
    BoardRequest board;
    std::vector<std::optional<std::int16_t>> clues;
    std::vector<std::int32_t> flags;
    std::variant<std::monostate, std::int64_t, std::string> mines;
    std::optional<double> density;
    int max_per_cell;
};
// Reads a position; `more` are the names of fields that the caller reads.
PositionRequest read_position_request(const json::Value& value,
                                      std::span<const std::string_view> more = {});

}  // namespace sapper::service
