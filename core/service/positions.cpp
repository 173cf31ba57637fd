#include "service/positions.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "board/cell_state.hpp"
#include "notation/mine_totals.hpp"
#include "notation/position_text.hpp"
#include "support/input_error.hpp"

namespace sapper::service {

namespace {

// Reads headers of texts: boards of built-in kinds, and those of the host.
SpecReader spec_reader(Host& host, std::optional<ServedBoard>& found) {
    return [&host, &found](const std::string& spec) -> TextBoard {
        auto own = is_built_in(spec) ? std::nullopt : host.find_board(spec, kMostPerCell);
        if (own) {
            TextBoard board{own->title, own->shape, own->mines};
            found = std::move(own);
            return board;
        }
        const Spec parsed = parse_spec(spec, kMostPerCell, host.added_kinds());
        return {parsed.board_text(), parsed.shape, parsed.mines};
    };
}

void write_request_board(json::Writer& writer, const ServedBoard& board) {
    writer.begin_object();
    if (board.graph == nullptr) {
        writer.key("spec").string(board.spec).end_object();
        return;
    }
    writer.key("edges").begin_array();
    for (const auto& [a, b] : board.graph->edges)
        writer.begin_array().integer(a).integer(b).end_array();
    writer.end_array().key("nodes").integer(board.graph->nodes).end_object();
}

void write_clues(json::Writer& writer, const std::vector<std::int16_t>& states) {
    writer.key("clues").begin_array();
    for (const std::int16_t state : states)
        state == kCovered || state == kFlagged ? writer.null() : writer.integer(state);
    writer.end_array().key("flags").begin_array();
    for (std::size_t cell = 0; cell < states.size(); ++cell)
        if (states[cell] == kFlagged) writer.integer(static_cast<std::int64_t>(cell));
    writer.end_array();
}

const char* words_of(std::int16_t state) {
    if (state == kUnread) return "open, its number unread";
    return state == kOutside ? "out of view" : "covered";
}

std::vector<std::int16_t> states_of(const PositionRequest& request, const ServedBoard& board) {
    if (static_cast<std::int64_t>(request.clues.size()) != board.size())
        throw PositionError(std::to_string(request.clues.size()) + " clues for a board of " +
                            std::to_string(board.size()) + " cells");
    std::vector<std::int16_t> states;
    for (const auto& clue : request.clues) states.push_back(clue.value_or(kCovered));
    for (const std::int32_t flag : request.flags)
        if (flag >= board.size())
            throw PositionError("bad flag: cell " + std::to_string(flag) + " is not on " +
                                board.title + ", whose last cell is " +
                                std::to_string(board.size() - 1));
    for (const std::int32_t flag : request.flags) {
        std::int16_t& state = states[static_cast<std::size_t>(flag)];
        if (state != kCovered && state != kFlagged) {
            const std::string now =
                state < 0 ? std::string("is ") + words_of(state) : "shows " + std::to_string(state);
            throw PositionError("cell " + cell_name(board.shape, flag) + " is flagged but " + now);
        }
        state = kFlagged;
    }
    return states;
}

// Throws PositionError if a number of mines with a probability has no layout at all.
void check_room(const MineTotals& totals, std::int64_t room) {
    if (totals.probabilities.empty() || totals.is_known()) return;
    if (totals.last > Natural(static_cast<std::uint64_t>(room)))
        throw PositionError(totals.last.text() + " mines have probability " +
                            totals.probabilities.back().text() + ", but the board holds at most " +
                            std::to_string(room));
}

void check_density(double density) {
    constexpr double kLeast = 1e-15;
    if (density < kLeast || density > 1.0 - kLeast)
        throw PositionError("a density is from 1e-15 to 1 - 1e-15");
}

}  // namespace

void write_parsed(json::Writer& writer, const TextRequest& request, Host& host) {
    TextOptions options;
    std::optional<ServedBoard> board, of_header;
    if (request.board) {
        board = find_board(*request.board, request.max_per_cell, Purpose::kAnalysis, host);
        options.board = TextBoard{board->title, board->shape, std::nullopt};
    }
    options.read_spec = spec_reader(host, of_header);
    const TextReading reading = read_text(request.text, options);
    std::optional<std::int64_t> mines = request.mines ? request.mines : reading.mines;
    if (!mines && board) mines = board->mines;
    if (!board) {
        if (reading.source == TextReading::Source::kHeader && of_header) {
            board = std::move(of_header);
            check_size(*board, Purpose::kAnalysis);
        } else {
            board = find_board(reading.board.title, 1, Purpose::kAnalysis, host);
        }
    }
    writer.begin_object().key("board");
    write_request_board(writer, *board);
    write_clues(writer, reading.states);
    writer.key("mines");
    mines ? writer.integer(*mines) : writer.null();
    writer.key("symbols").begin_object();
    for (const auto& [symbol, meaning] : reading.symbols) writer.key(symbol).string(meaning);
    writer.end_object().end_object();
}

ServedPosition find_position(const PositionRequest& request, Host& host) {
    ServedPosition found;
    found.board = find_board(request.board, request.max_per_cell, Purpose::kAnalysis, host);
    std::optional<MineTotals> totals;
    if (const auto* text = std::get_if<std::string>(&request.mines)) {
        totals = read_mine_totals(*text);
        if (totals->is_known()) found.mines = totals->first.text();
    } else if (const auto* number = std::get_if<std::int64_t>(&request.mines)) {
        found.mines = std::to_string(*number);
    } else if (!request.density && found.board.mines) {
        found.mines = std::to_string(*found.board.mines);
    }
    found.states = states_of(request, found.board);
    if (request.density && (totals || !found.mines.empty()))
        throw PositionError("a position needs its number of mines or a density, not both");
    if (totals) check_room(*totals, found.board.size() * request.max_per_cell);
    if (request.density) check_density(*request.density);
    return found;
}

void write_formatted(json::Writer& writer, const PositionRequest& request, Host& host) {
    const ServedPosition position = find_position(request, host);
    std::string text = position.board.spec;
    if (!position.mines.empty()) text += "/" + position.mines;
    text += '\n';
    text += format_rows(position.board.shape, position.states, Alphabet::kPositions);
    writer.begin_object().key("text").string(text).end_object();
}

}  // namespace sapper::service
