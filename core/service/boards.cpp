#include "service/boards.hpp"

#include <algorithm>
#include <utility>

#include "board/edges.hpp"
#include "board/spec.hpp"
#include "service/limits.hpp"

namespace sapper::service {

namespace {

ServedBoard board_of_graph(const GraphRequest& request) {
    ServedBoard board;
    board.kind = kGraphKind;
    board.shape = {request.nodes};
    board.spec = board.title = spec_text(board.kind, board.shape);
    board.lists = std::make_shared<const NeighborLists>(join_edges(
        request.nodes, request.edges, [](std::int32_t node) { return std::to_string(node); }));
    board.graph = std::make_shared<const GraphRequest>(request);
    return board;
}

std::int64_t entries_of(const ServedBoard& board) {
    return board.lattice != nullptr ? entry_count(board.lattice->rule, board.shape)
                                    : static_cast<std::int64_t>(board.lists->targets.size());
}

// The largest number of neighbours, without the lists of a large board.
std::int64_t max_degree(const ServedBoard& board) {
    std::int64_t most = 0;
    if (board.lattice != nullptr && shares_rows(board.lattice->rule, board.shape)) {
        const SharedRows shared = shared_rows(board.lattice->rule, board.shape);
        for (std::size_t at = 0; at < shared.steps.size();
             at += static_cast<std::size_t>(shared.steps[at]) + 1)
            most = std::max<std::int64_t>(most, shared.steps[at]);
        return most;
    }
    const NeighborLists lists =
        board.lattice != nullptr ? neighbor_lists(board.lattice->rule, board.shape) : *board.lists;
    for (std::size_t i = 1; i < lists.offsets.size(); ++i)
        most = std::max(most, lists.offsets[i] - lists.offsets[i - 1]);
    return most;
}

void write_neighbors(json::Writer& writer, const ServedBoard& board) {
    const NeighborLists lists =
        board.lattice != nullptr ? neighbor_lists(board.lattice->rule, board.shape) : *board.lists;
    for (std::size_t cell = 0; cell + 1 < lists.offsets.size(); ++cell) {
        const auto first = static_cast<std::size_t>(lists.offsets[cell]);
        const auto last = static_cast<std::size_t>(lists.offsets[cell + 1]);
        writer.integers(std::span(lists.targets).subspan(first, last - first));
    }
}

void write_places(json::Writer& writer, const ServedBoard& board, Host& host) {
    writer.key("positions");
    if (board.lattice != nullptr) {
        writer.null();
        return;
    }
    if (board.size() > kMostDrawnNodes)
        throw TooLarge("graphs of up to " + std::to_string(kMostDrawnNodes) +
                       " nodes are drawn, not of " + std::to_string(board.size()));
    const std::optional<Places> places = host.places(board);
    if (!places) {
        writer.null();
        return;
    }
    writer.begin_array();
    for (const auto& [x, y] : *places) writer.begin_array().number(x).number(y).end_array();
    writer.end_array();
}

}  // namespace

std::string ServedBoard::text() const {
    return mines ? spec + "/" + std::to_string(*mines) : spec;
}

std::optional<ServedBoard> Host::find_board(const std::string& /*spec*/, int /*max_per_cell*/) {
    return std::nullopt;
}

std::optional<Places> Host::places(const ServedBoard& /*board*/) {
    return std::nullopt;
}

std::vector<std::string> Host::added_kinds() {
    return {};
}

ServedBoard find_board(const std::string& spec, int max_per_cell, Purpose purpose, Host& host) {
    if (!is_built_in(spec)) {
        if (auto found = host.find_board(spec, max_per_cell)) {
            check_size(*found, purpose);
            return *std::move(found);
        }
    }
    const Spec parsed = parse_spec(spec, max_per_cell, host.added_kinds());
    ServedBoard board;
    board.spec = board.title = parsed.board_text();
    board.kind = parsed.kind->name;
    board.shape = parsed.shape;
    board.mines = parsed.mines;
    board.lattice = parsed.kind;
    check_size(board, purpose);
    return board;
}

ServedBoard find_board(const BoardRequest& request, int max_per_cell, Purpose purpose, Host& host) {
    if (const auto* graph = std::get_if<GraphRequest>(&request)) return board_of_graph(*graph);
    return find_board(std::get<std::string>(request), max_per_cell, purpose, host);
}

bool is_built_in(const std::string& spec) {
    const std::string board = split_spec(spec).board;
    const std::size_t colon = board.find(':');
    return colon == std::string::npos || find_kind(board.substr(0, colon)) != nullptr;
}

void check_size(const ServedBoard& board, Purpose purpose) {
    const auto fault = size_fault(board.text(), board.size(), entries_of(board), purpose);
    if (fault) throw TooLarge(*fault);
}

std::optional<std::string> size_fault(const std::string& spec, std::int64_t cells,
                                      std::int64_t entries, Purpose purpose) {
    const bool to_play = purpose == Purpose::kGame;
    const std::int64_t most = to_play ? kMostPlayedCells : kMostAnalysedCells;
    if (cells > most)
        return spec + " has " + with_commas(cells) + " cells; at most " + with_commas(most) +
               " can be " + (to_play ? "played" : "analysed");
    const std::int64_t allowed =
        cells > kMostAnalysedCells ? kMostPlayedEntries : kMostAnalysedEntries;
    if (entries <= allowed) return std::nullopt;
    return spec + " has " + with_commas(entries) + " pairs of neighbours; at most " +
           with_commas(allowed) + " are allowed";
}

void write_board(json::Writer& writer, const ServedBoard& board, Host& host) {
    const bool large = board.size() > kMostAnalysedCells;
    writer.begin_object().key("spec").string(board.spec).key("kind").string(board.kind);
    writer.key("tiling").string(board.lattice != nullptr ? board.lattice->tiling : "graph");
    writer.key("wraps").boolean(board.lattice != nullptr && board.lattice->rule.wraps);
    writer.key("shape").integers(board.shape).key("size").integer(board.size());
    writer.key("mines");
    board.mines ? writer.integer(*board.mines) : writer.null();
    writer.key("max_degree").integer(max_degree(board));
    writer.key("neighbors").begin_array();
    if (!large) write_neighbors(writer, board);
    writer.end_array().key("coordinates").begin_array();
    for (std::int64_t cell = 0; cell < board.size() && !large; ++cell)
        writer.integers(coordinates(board.shape, cell));
    writer.end_array().key("steps").begin_array();
    Patterns steps;
    if (large && board.lattice != nullptr) steps = patterns_of(board.lattice->rule, board.shape);
    for (const Pattern& pattern : steps.patterns) {
        writer.begin_array();
        for (const std::vector<int>& step : pattern) writer.integers(step);
        writer.end_array();
    }
    writer.end_array().key("phase").integers(steps.phase);
    write_places(writer, board, host);
    writer.end_object();
}

void write_presets(json::Writer& writer) {
    const auto write = [&writer](std::string_view name, std::string_view spec) {
        writer.begin_object().key("name").string(name).key("spec").string(spec);
        writer.key("first").string("safe").end_object();
    };
    writer.begin_array();
    for (const NamedBoard& board : named_boards()) write(board.name, board.spec);
    for (const BoardKind& kind : board_kinds())
        if (kind.preset)
            write(kind.preset_name ? *kind.preset_name : kind.name, kind.name + ":" + *kind.preset);
    writer.end_array();
}

std::string with_commas(std::int64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, 1, ',');
    }
    return text;
}

}  // namespace sapper::service
