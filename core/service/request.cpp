#include "service/request.hpp"

#include <algorithm>
#include <cmath>

#include "board/cell_state.hpp"
#include "notation/position_text.hpp"
#include "service/limits.hpp"

namespace sapper::service {

namespace {

constexpr Bounds kMinesBounds{0, kMostPlayedCells * kMostPerCell};
constexpr Bounds kPerCellBounds{1, kMostPerCell};
constexpr Bounds kCellBounds{0, kMostAnalysedCells - 1, true};

std::int64_t count_characters(std::string_view text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
}

[[noreturn]] void fail(const std::string& where, const std::string& what) {
    throw ValidationError(where, what);
}

std::string characters(std::int64_t count) {
    return std::to_string(count) + (count == 1 ? " character" : " characters");
}

// A mapping from strings to strings, which has no effect.
void check_symbols(const json::Value& value, const std::string& where) {
    const auto* object = value.as<json::Object>();
    if (object == nullptr) fail(where, "Input should be a valid dictionary");
    for (const auto& [name, meaning] : object->members())
        if (meaning.as<std::string>() == nullptr)
            fail(where + "." + name, "Input should be a valid string");
    const auto count = static_cast<std::int64_t>(object->members().size());
    if (count > kMostTextSymbols)
        fail(where, "Dictionary should have at most " + std::to_string(kMostTextSymbols) +
                        " items after validation, not " + std::to_string(count));
}

std::optional<std::int16_t> read_clue(const json::Value& value, const std::string& where) {
    if (value.is_null()) return std::nullopt;
    const auto* integer = value.as<std::int64_t>();
    if (integer != nullptr && (*integer == kUnread || *integer == kOutside))
        return static_cast<std::int16_t>(*integer);
    return static_cast<std::int16_t>(
        read_integer(value, where + ".constrained-int", {0, kMostClue}));
}

std::variant<std::monostate, std::int64_t, std::string> read_mines(const json::Value* value,
                                                                   const std::string& where) {
    if (value == nullptr || value->is_null()) return std::monostate();
    const auto* text = value->as<std::string>();
    if (text != nullptr && count_characters(*text) <= kLongestMines) return *text;
    return read_integer(*value, where + ".constrained-int", kMinesBounds);
}

std::optional<double> read_density(const json::Value* value, const std::string& where) {
    if (value == nullptr || value->is_null()) return std::nullopt;
    double density = 0.0;
    if (const auto* number = value->as<double>())
        density = *number;
    else if (const auto* integer = value->as<std::int64_t>())
        density = static_cast<double>(*integer);
    else if (const auto* boolean = value->as<bool>())
        density = *boolean ? 1.0 : 0.0;
    else if (value->as<std::string>() != nullptr)
        fail(where, "Input should be a valid number, unable to parse string as a number");
    else
        fail(where, "Input should be a valid number");
    if (!(density > 0.0)) fail(where, "Input should be greater than 0");
    if (!(density < 1.0)) fail(where, "Input should be less than 1");
    return density;
}

int read_max_per_cell(const Fields& fields) {
    const json::Value* value = fields.find("max_per_cell");
    if (value == nullptr) return 1;
    return static_cast<int>(read_integer(*value, fields.path("max_per_cell"), kPerCellBounds));
}

}  // namespace

std::int64_t read_integer(const json::Value& value, const std::string& where, Bounds bounds) {
    const auto below = [&] {
        fail(where, "Input should be greater than or equal to " + std::to_string(bounds.least));
    };
    const auto above = [&] {
        fail(where, bounds.most_is_excluded
                        ? "Input should be less than " + std::to_string(bounds.most + 1)
                        : "Input should be less than or equal to " + std::to_string(bounds.most));
    };
    if (const auto* big = value.as<json::BigInteger>())
        big->digits.starts_with('-') ? below() : above();
    const auto* integer = value.as<std::int64_t>();
    if (integer == nullptr) fail(where, "Input should be a valid integer");
    if (*integer < bounds.least) below();
    if (*integer > bounds.most) above();
    return *integer;
}

std::string read_string(const json::Value& value, const std::string& where, std::int64_t shortest,
                        std::int64_t longest) {
    const auto* text = value.as<std::string>();
    if (text == nullptr) fail(where, "Input should be a valid string");
    const std::int64_t length = count_characters(*text);
    if (length < shortest) fail(where, "String should have at least " + characters(shortest));
    if (length > longest) fail(where, "String should have at most " + characters(longest));
    return *text;
}

bool read_boolean(const json::Value& value, const std::string& where) {
    const auto* boolean = value.as<bool>();
    if (boolean == nullptr) fail(where, "Input should be a valid boolean");
    return *boolean;
}

const json::Array& read_array(const json::Value& value, const std::string& where,
                              std::int64_t most) {
    const auto* array = value.as<json::Array>();
    if (array == nullptr) fail(where, "Input should be a valid list");
    const auto size = static_cast<std::int64_t>(array->size());
    if (size > most)
        fail(where, "List should have at most " + std::to_string(most) +
                        " items after validation, not " + std::to_string(size));
    return *array;
}

Fields::Fields(const json::Value& value, std::string where)
    : object_([&]() -> const json::Object& {
          const auto* object = value.as<json::Object>();
          if (object == nullptr)
              fail(where, "Input should be a valid dictionary or object to extract fields from");
          return *object;
      }()),
      where_(std::move(where)) {}

std::string Fields::path(std::string_view name) const {
    return where_.empty() ? std::string(name) : where_ + "." + std::string(name);
}

const json::Value& Fields::at(std::string_view name) const {
    const json::Value* value = find(name);
    if (value == nullptr) fail(path(name), "Field required");
    return *value;
}

void Fields::expect_only(std::initializer_list<std::string_view> names) const {
    for (const auto& [name, value] : object_.members())
        if (std::find(names.begin(), names.end(), name) == names.end())
            fail(path(name), "Extra inputs are not permitted");
}

GraphRequest read_graph(const json::Value& value, const std::string& where) {
    const Fields fields(value, where);
    GraphRequest found{};
    const std::string path = fields.path("edges");
    std::size_t number = 0;
    for (const json::Value& edge : read_array(fields.at("edges"), path, kMostEdges)) {
        const std::string own = path + "." + std::to_string(number++);
        const json::Array& ends = read_array(edge, own, 2);
        std::int32_t cells[2] = {0, 0};
        for (std::size_t i = 0; i < ends.size(); ++i)
            cells[i] = static_cast<std::int32_t>(
                read_integer(ends[i], own + "." + std::to_string(i), kCellBounds));
        if (ends.size() < 2)
            fail(own, "List should have at least 2 items after validation, not " +
                          std::to_string(ends.size()));
        found.edges.emplace_back(cells[0], cells[1]);
    }
    found.nodes = static_cast<std::int32_t>(
        read_integer(fields.at("nodes"), fields.path("nodes"), {1, kMostAnalysedCells}));
    fields.expect_only({"edges", "nodes"});
    for (const auto& [a, b] : found.edges)
        if (std::max(a, b) >= found.nodes)
            fail(where, "edge [" + std::to_string(a) + ", " + std::to_string(b) +
                            "] has a node outside 0 to " + std::to_string(found.nodes - 1));
    return found;
}

BoardRequest read_board(const json::Value& value, const std::string& where) {
    const std::string by_spec = where + ".SpecBoard";
    try {
        const Fields fields(value, by_spec);
        std::string spec = read_string(fields.at("spec"), fields.path("spec"), 1, kLongestSpec);
        fields.expect_only({"spec"});
        return spec;
    } catch (const ValidationError& error) {
        // The first error is that of a spec if the value is neither a spec nor a graph.
        try {
            return read_graph(value, where + ".Graph");
        } catch (const ValidationError&) {
            throw ValidationError(error.where, error.what());
        }
    }
}

TextRequest read_text_request(const json::Value& value) {
    const Fields fields(value, "");
    TextRequest found{};
    found.text = read_string(fields.at("text"), "text", 0, kLongestText);
    const json::Value* mines = fields.find("mines");
    if (mines != nullptr && !mines->is_null())
        found.mines = read_integer(*mines, "mines", kMinesBounds);
    found.max_per_cell = read_max_per_cell(fields);
    const json::Value* board = fields.find("board");
    if (board != nullptr && !board->is_null()) found.board = read_board(*board, "board");
    fields.expect_only({"text", "mines", "max_per_cell", "board"});
    return found;
}

PositionRequest read_position_request(const json::Value& value,
                                      std::span<const std::string_view> more) {
    const Fields fields(value, "");
    PositionRequest found{};
    found.board = read_board(fields.at("board"), "board");
    std::size_t number = 0;
    for (const json::Value& clue : read_array(fields.at("clues"), "clues", kMostAnalysedCells))
        found.clues.push_back(read_clue(clue, "clues." + std::to_string(number++)));
    number = 0;
    if (const json::Value* flags = fields.find("flags"))
        for (const json::Value& flag : read_array(*flags, "flags", kMostAnalysedCells))
            found.flags.push_back(static_cast<std::int32_t>(
                read_integer(flag, "flags." + std::to_string(number++), kCellBounds)));
    found.mines = read_mines(fields.find("mines"), "mines");
    found.density = read_density(fields.find("density"), "density");
    found.max_per_cell = read_max_per_cell(fields);
    if (const json::Value* symbols = fields.find("symbols")) check_symbols(*symbols, "symbols");
    for (const auto& [name, ignored] : value.as<json::Object>()->members()) {
        constexpr std::string_view kNames[] = {"board",   "clues",        "flags",  "mines",
                                               "density", "max_per_cell", "symbols"};
        if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames) &&
            std::find(more.begin(), more.end(), name) == more.end())
            fail(name, "Extra inputs are not permitted");
    }
    return found;
}

}  // namespace sapper::service
