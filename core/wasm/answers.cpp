#include "answers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board/deal.hpp"
#include "board/spec.hpp"
#include "counting/sampler.hpp"
#include "counting/solver.hpp"
#include "fields.hpp"
#include "play/continuation.hpp"
#include "play/no_guess.hpp"
#include "play/player.hpp"
#include "strategies/registry.hpp"
#include "support/input_error.hpp"
#include "support/json.hpp"

namespace sapper::wasm {

namespace {

using json::Writer;

// A board of a spec, kept for the next request: most requests are about the same board.
struct Board {
    std::string text;
    Shape shape;
    std::optional<std::int64_t> mines;
    std::unique_ptr<const Graph> graph;
};
using SharedBoard = std::shared_ptr<const Board>;

Board make_board(std::string_view spec, int max_per_cell) {
    const Spec parsed = parse_spec(spec, max_per_cell);
    check_shape(*parsed.kind, parsed.shape);
    return {std::string(spec), parsed.shape, parsed.mines,
            std::make_unique<const Graph>(lattice_graph(*parsed.kind, parsed.shape))};
}

SharedBoard board_of(const std::string& spec, int max_per_cell = 1) {
    static SharedBoard last;
    if (!last || last->text != spec)
        last = std::make_shared<const Board>(make_board(spec, max_per_cell));
    return last;
}

// The board of a request with edges: a flat list of pairs of cells.
SharedBoard graph_of(const Fields& fields) {
    const std::int64_t size = fields.integer("size", 0, kMostCells);
    const std::vector<std::int64_t> ends = fields.integers("edges", 0, size - 1);
    if (ends.size() % 2 != 0) throw std::invalid_argument("edges is a list of pairs of cells");
    std::vector<std::vector<std::int32_t>> lists(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
        lists[static_cast<std::size_t>(ends[i])].push_back(static_cast<std::int32_t>(ends[i + 1]));
        lists[static_cast<std::size_t>(ends[i + 1])].push_back(static_cast<std::int32_t>(ends[i]));
    }
    NeighborLists found{{0}, {}};
    for (std::vector<std::int32_t>& list : lists) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        found.targets.insert(found.targets.end(), list.begin(), list.end());
        found.offsets.push_back(static_cast<std::int64_t>(found.targets.size()));
    }
    const std::string form = spec_text(kGraphKind, {size});
    const std::uint64_t address = graph_address(form, found.offsets, found.targets);
    return std::make_shared<const Board>(
        Board{form,
              {size},
              std::nullopt,
              std::make_unique<const Graph>(found.offsets, found.targets, address)});
}

Board& analyzed_board() {
    static Board board;
    return board;
}

First first_rule(const std::string& name) {
    if (name == "any") return First::kAny;
    if (name == "safe") return First::kSafe;
    if (name == "open") return First::kOpen;
    throw std::invalid_argument("first is \"any\", \"safe\" or \"open\", not \"" + name + "\"");
}

Level level_named(const std::string& name) {
    if (name == "single") return Level::kSingle;
    if (name == "subtraction") return Level::kSubtraction;
    if (name == "engine") return Level::kEngine;
    throw std::invalid_argument("level is \"single\", \"subtraction\" or \"engine\", not \"" +
                                name + "\"");
}

// The deal of a request with a spec, valid until the next request.
Deal deal_of(const Fields& fields, const char* first_rule_name = "safe") {
    const auto max_per_cell = static_cast<int>(fields.integer("max_per_cell", 1, 1, 100));
    const Board& board = *board_of(fields.text("spec"), max_per_cell);
    if (!board.mines) throw std::invalid_argument("spec needs mines, as in 16x30/99");
    const First first = first_rule(fields.text("first", first_rule_name));
    const auto start =
        static_cast<std::int32_t>(fields.integer("start", 0, 0, board.graph->size() - 1));
    return {*board.graph, *board.mines, max_per_cell, first, start};
}

// A position of a request: its states outlive what is asked about it.
struct Asked {
    SharedBoard board;
    std::vector<std::int16_t> states;
    int max_per_cell;
    MineCount count;

    [[nodiscard]] Question question() const {
        return {{*board->graph, states, max_per_cell}, count, limits()};
    }
};

MineCount mine_count(const Fields& fields) {
    if (!fields.has("density")) return {fields.integer("mines", 0, std::int64_t{1} << 40)};
    const double density = fields.number("density");
    if (!(density > 0.0 && density < 1.0))
        throw std::invalid_argument("density is a number between 0 and 1");
    return MineCount::independent(density / (1.0 - density));
}

Asked position_of(const Fields& fields) {
    const auto max_per_cell = static_cast<int>(fields.integer("max_per_cell", 1, 1, 100));
    const SharedBoard board =
        fields.has("edges") ? graph_of(fields) : board_of(fields.text("board"), max_per_cell);
    Asked asked{board, {}, max_per_cell, mine_count(fields)};
    for (const std::int64_t state : fields.integers("states", kOutside, 32'000))
        asked.states.push_back(static_cast<std::int16_t>(state));
    if (asked.states.size() != static_cast<std::size_t>(board->graph->size()))
        throw std::invalid_argument("states needs " + std::to_string(board->graph->size()) +
                                    " numbers, one per cell, and has " +
                                    std::to_string(asked.states.size()));
    return asked;
}

// The safest cell that is covered: a certain one, else the first of least mine probability.
std::int32_t safest(const Asked& asked, const Solution& solution) {
    std::int32_t best = -1;
    double least = 1.0;
    for (std::size_t cell = 0; cell < asked.states.size(); ++cell)
        if (asked.states[cell] == kCovered && solution.mine_probability[cell] < least - kTie) {
            least = solution.mine_probability[cell];
            best = static_cast<std::int32_t>(cell);
        }
    return best;
}

std::string answer_version(const Fields&) {
    return Writer().begin_object().key("version").string(SAPPER_VERSION).end_object().take();
}

std::string answer_board(const Fields& fields) {
    const SharedBoard shared =
        fields.has("edges") ? graph_of(fields) : board_of(fields.text("spec"));
    const Board& board = *shared;
    Writer out;
    out.begin_object().key("shape").integers(board.shape);
    out.key("size").integer(board.graph->size()).key("neighbors").begin_array();
    for (std::int32_t cell = 0; cell < board.graph->size(); ++cell)
        out.integers(board.graph->neighbors(cell));
    return out.end_array().end_object().take();
}

std::string answer_deal(const Fields& fields) {
    const Deal deal = deal_of(fields);
    Layout layout;
    deal.lay(fields.counter("seed"), fields.counter("index", 0), layout);
    Writer out;
    out.begin_object().key("mines").integers(layout.mines);
    return out.key("start").integer(deal.start()).end_object().take();
}

// The first cell is an opening if the mines leave room for one, and otherwise safe.
Deal no_guess_deal(const Fields& fields) {
    try {
        return deal_of(fields, "open");
    } catch (const std::invalid_argument&) {
        return deal_of(fields, "safe");
    }
}

std::string answer_no_guess(const Fields& fields) {
    const Deal deal = no_guess_deal(fields);
    const bool uniform = fields.boolean("uniform", false);
    const std::uint64_t tries = fields.counter("tries", uniform ? 1'000'000 : 20'000);
    NoGuess search(deal, level_named(fields.text("level", "engine")), uniform,
                   fields.counter("seed"), fields.counter("index", 0), tries);
    if (!search.search())
        throw std::invalid_argument("no layout without guesses was found in " +
                                    std::to_string(tries) + " tries");
    Writer out;
    out.begin_object().key("mines").integers(search.layout().mines);
    out.key("start").integer(deal.start());
    return out.key("tries").integer(static_cast<std::int64_t>(search.tries())).end_object().take();
}

std::string answer_analyze(const Fields& fields) {
    const Asked asked = position_of(fields);
    Solver solver;
    Solution solution;
    solver.solve(asked.question(), solution);
    Writer out;
    out.begin_object().key("mine_probability").begin_array();
    for (const double p : solution.mine_probability) out.number(p);
    out.end_array().key("safe").integers(solution.safe).key("mines").integers(solution.mines);
    out.key("best").integer(safest(asked, solution));
    out.key("log10_solutions").number(solution.log2_layouts * std::log10(2.0));
    return out.end_object().take();
}

Descriptor strategy_of(const Fields& fields, const char* fallback) {
    const std::string name = fallback ? fields.text("strategy", fallback) : fields.text("strategy");
    try {
        return find_strategy(name);
    } catch (const std::invalid_argument&) {
        throw std::invalid_argument("there is no strategy \"" + name + "\" in the engine");
    }
}

std::string answer_choose(const Fields& fields) {
    const Asked asked = position_of(fields);
    const Descriptor strategy = strategy_of(fields, "best");
    const Deal deal(*asked.board->graph, asked.count, asked.max_per_cell);
    Player player(deal, strategy);
    const Move move =
        player.advise(asked.states, fields.counter("seed", 1), fields.counter("index", 0));
    Writer out;
    out.begin_object().key("cell").integer(move.cell);
    return out.key("certain").boolean(move.certain).end_object().take();
}

std::string answer_sample(const Fields& fields) {
    const Asked asked = position_of(fields);
    const std::int64_t samples = fields.integer("samples", 1, 1'000'000);
    const std::uint64_t seed = fields.counter("seed", 1), first = fields.counter("first_sample", 0);
    Sampler sampler;
    sampler.prepare(asked.question());
    std::vector<std::int16_t> layout(asked.states.size());
    Writer out;
    out.begin_object().key("layouts").begin_array();
    for (std::int64_t i = 0; i < samples; ++i) {
        poll_cancellation();
        Random random = sampler.random(seed, first + static_cast<std::uint64_t>(i));
        sampler.draw(random, layout);
        out.begin_array();
        for (std::size_t cell = 0; cell < layout.size(); ++cell)
            for (std::int16_t mine = 0; mine < layout[cell]; ++mine)
                out.integer(static_cast<std::int64_t>(cell));
        out.end_array();
    }
    return out.end_array().end_object().take();
}

// Plays games and sums their records.
struct Totals {
    std::int64_t games = 0, wins = 0, guesses = 0, moves = 0, bbbv = 0;
    std::string won;

    void add(const GameRecord& record) {
        ++games;
        wins += record.won ? 1 : 0;
        guesses += record.guesses;
        moves += record.moves;
        bbbv += record.bbbv;
        won += record.won ? '1' : '0';
    }
    [[nodiscard]] std::string text() const {
        Writer out;
        out.begin_object().key("games").integer(games).key("wins").integer(wins);
        out.key("guesses").integer(guesses).key("moves").integer(moves);
        return out.key("bbbv").integer(bbbv).key("won").string(won).end_object().take();
    }
};

std::string play_all(const Games& games, const Descriptor& strategy, std::int64_t count) {
    Player player(games.deal(), strategy);
    Totals totals;
    for (std::int64_t game = 0; game < count; ++game) {
        poll_cancellation();
        totals.add(games.play(player, static_cast<std::uint64_t>(game)));
    }
    return totals.text();
}

std::string answer_simulate(const Fields& fields) {
    const Deal deal = deal_of(fields);
    const DealtGames games(deal, fields.counter("seed"), fields.counter("first_game", 0));
    return play_all(games, strategy_of(fields, nullptr), fields.integer("games", 1, 10'000'000));
}

std::string answer_continue(const Fields& fields) {
    const Asked asked = position_of(fields);
    const Question question = asked.question();
    const Continuation games(question.position(), asked.count, limits(), fields.counter("seed", 1),
                             fields.counter("first_sample", 0));
    return play_all(games, strategy_of(fields, "best"), fields.integer("samples", 1, 10'000'000));
}

constexpr std::pair<std::string_view, std::string (*)(const Fields&)> kRoutes[] = {
    {"version", answer_version},   {"board", answer_board},       {"deal", answer_deal},
    {"no-guess", answer_no_guess}, {"analyze", answer_analyze},   {"choose", answer_choose},
    {"sample", answer_sample},     {"simulate", answer_simulate}, {"continue", answer_continue},
};

std::string error_text(std::string_view kind, std::string_view message) {
    Writer out;
    out.begin_object().key("error").begin_object().key("kind").string(kind);
    return out.key("message").string(message).end_object().end_object().take();
}

}  // namespace

Budget& limits() {
    static Budget budget;
    return budget;
}

std::string answer(std::string_view route, std::string_view request) {
    for (const auto& [name, handler] : kRoutes)
        if (name == route) return handler(Fields(json::read(request)));
    throw std::invalid_argument("there is no route \"" + std::string(route) + "\"");
}

std::string describe(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const json::Error& wrong) {
        return error_text("input", wrong.what());
    } catch (const Contradiction&) {
        return error_text("contradiction", "no layout is consistent with the position");
    } catch (const BudgetExceeded& hard) {
        return error_text("too_hard", "the position is too hard: " + std::to_string(hard.width) +
                                          " clues are open at once");
    } catch (const InputError& wrong) {
        return error_text("input", wrong.what());
    } catch (const std::invalid_argument& wrong) {
        return error_text("input", wrong.what());
    } catch (const std::bad_alloc&) {
        return error_text("too_hard", "the memory of the module is used up");
    } catch (const std::exception& other) {
        return error_text("internal", other.what());
    }
}

std::int32_t set_board(std::string_view spec) {
    analyzed_board() = make_board(spec, 1);
    return analyzed_board().graph->size();
}

void analyze_states(const std::int16_t* states, std::int64_t mines, int max_per_cell,
                    double* probability) {
    static Solver solver;
    static Solution solution;
    if (!analyzed_board().graph) throw std::invalid_argument("no board is set");
    const Graph& graph = *analyzed_board().graph;
    const std::span<const std::int16_t> all(states, static_cast<std::size_t>(graph.size()));
    solver.solve(Question({graph, all, max_per_cell}, mines, limits()), solution);
    std::copy(solution.mine_probability.begin(), solution.mine_probability.end(), probability);
    solver.release_memory();
}

}  // namespace sapper::wasm
