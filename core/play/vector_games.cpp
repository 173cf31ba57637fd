#include "play/vector_games.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "support/parallel_rows.hpp"

namespace sapper {

namespace {

// Deals are cached, one per first cell, on boards of up to this many cells; a few megabytes in all.
constexpr std::int32_t kMaxCachedCells = 1024;

std::int32_t highest_degree_cell(const Graph& graph) {
    std::int32_t best = 0;
    for (std::int32_t cell = 1; cell < graph.size(); ++cell)
        if (graph.neighbors(cell).size() > graph.neighbors(best).size()) best = cell;
    return best;
}

}  // namespace

VectorGames::VectorGames(const Graph& graph, std::int64_t mines, int max_per_cell, First first,
                         std::size_t games, const Rewards& rewards, std::int64_t patience)
    : graph_(&graph),
      mines_(mines),
      max_per_cell_(max_per_cell),
      first_(first),
      rewards_(rewards),
      patience_(patience) {
    if (graph.size() < 1 || games < 1) throw std::invalid_argument("at least one game is needed");
    if (games > std::numeric_limits<std::size_t>::max() / 64 / cells())
        throw std::invalid_argument("too many games");
    if (patience < 0) throw std::invalid_argument("patience cannot be negative");
    if (Deal(graph, mines, max_per_cell, first, highest_degree_cell(graph)).full())
        throw std::invalid_argument("a board full of mines has nothing to open");
    for (auto* rows : {&states_, &under_}) rows->assign(games * cells(), kCovered);
    openable_.assign(games * cells(), 1);
    earned_.assign(games, 0.0);
    for (auto* flags : {&laid_, &won_, &lost_, &cut_}) flags->assign(games, 0);
    for (auto* words : {&seeds_, &indices_}) words->assign(games, 0);
    for (auto* counts : {&safe_, &safe_left_, &useless_in_a_row_}) counts->assign(games, 0);
    if (graph.size() <= kMaxCachedCells) deals_.resize(cells());
    opened_.reserve(cells());
}

void VectorGames::begin(std::span<const std::uint64_t> seeds,
                        std::span<const std::uint64_t> indices) {
    if (seeds.size() != games() || indices.size() != games())
        throw std::invalid_argument("one seed and one index per game are needed");
    std::copy(seeds.begin(), seeds.end(), seeds_.begin());
    std::copy(indices.begin(), indices.end(), indices_.begin());
    for (std::size_t game = 0; game < games(); ++game) restart(game);
}

void VectorGames::step(std::span<const std::int64_t> cells) {
    if (cells.size() != games()) throw std::invalid_argument("one cell per game is needed");
    for (const std::int64_t cell : cells)
        if (cell < 0 || cell >= graph_->size())
            throw std::invalid_argument("cell " + std::to_string(cell) + " is not on the board");
    for (std::size_t game = 0; game < games(); ++game) {
        if (over(game)) {
            ++indices_[game];
            restart(game);
        } else {
            earned_[game] = click(game, static_cast<std::int32_t>(cells[game]));
        }
    }
}

void VectorGames::replace_finished() {
    for (std::size_t game = 0; game < games(); ++game) {
        if (!over(game)) continue;
        ++indices_[game];
        restart(game);
    }
}

std::vector<std::span<const std::byte>> VectorGames::snapshot() const {
    const auto bytes = [](const auto& values) { return std::as_bytes(std::span(values)); };
    return {bytes(states_),
            bytes(under_),
            bytes(openable_),
            bytes(earned_),
            bytes(laid_),
            bytes(won_),
            bytes(lost_),
            bytes(cut_),
            bytes(seeds_),
            bytes(indices_),
            bytes(safe_),
            bytes(safe_left_),
            bytes(useless_in_a_row_)};
}

void VectorGames::restore(std::span<const std::span<const std::byte>> snapshot) {
    const std::vector<std::span<const std::byte>> own = this->snapshot();
    bool fits = snapshot.size() == own.size();
    for (std::size_t i = 0; fits && i < own.size(); ++i) fits = snapshot[i].size() == own[i].size();
    if (!fits) throw std::invalid_argument("a snapshot of other games");
    std::vector<std::int16_t> states(states_.size()), under(under_.size());
    std::memcpy(states.data(), snapshot[0].data(), snapshot[0].size());
    std::memcpy(under.data(), snapshot[1].data(), snapshot[1].size());
    for (std::size_t i = 0; i < states.size(); ++i)
        if (states[i] != kCovered && (states[i] < 0 || states[i] != under[i]))
            throw std::invalid_argument("a snapshot with a wrong state");
    auto next = [&, i = std::size_t{0}](auto& values) mutable {
        std::memcpy(values.data(), snapshot[i].data(), snapshot[i].size());
        ++i;
    };
    for (auto* rows : {&states_, &under_}) next(*rows);
    next(openable_);
    next(earned_);
    for (auto* flags : {&laid_, &won_, &lost_, &cut_}) next(*flags);
    for (auto* words : {&seeds_, &indices_}) next(*words);
    for (auto* counts : {&safe_, &safe_left_, &useless_in_a_row_}) next(*counts);
}

void VectorGames::restart(std::size_t game) {
    const std::size_t begin = game * cells();
    std::fill_n(states_.begin() + static_cast<std::ptrdiff_t>(begin), cells(), kCovered);
    std::fill_n(openable_.begin() + static_cast<std::ptrdiff_t>(begin), cells(), std::int8_t{1});
    laid_[game] = won_[game] = lost_[game] = cut_[game] = 0;
    useless_in_a_row_[game] = 0;
    earned_[game] = 0.0;
}

double VectorGames::click(std::size_t game, std::int32_t cell) {
    const std::size_t at = game * cells() + static_cast<std::size_t>(cell);
    if (states_[at] != kCovered) {
        if (++useless_in_a_row_[game] == patience_) end(game, cut_);
        return rewards_.useless;
    }
    useless_in_a_row_[game] = 0;
    double reward = rewards_.guess != 0.0 && !is_certain(game, cell) ? rewards_.guess : 0.0;
    if (!laid_[game]) lay(game, cell);
    if (under_[at] == kMined) {
        end(game, lost_);
        return reward + rewards_.lost;
    }
    reward += rewards_.opened + rewards_.share * static_cast<double>(open(game, cell)) /
                                    static_cast<double>(safe_[game]);
    if (safe_left_[game] != 0) return reward;
    end(game, won_);
    return reward + rewards_.won;
}

void VectorGames::lay(std::size_t game, std::int32_t first) {
    if (first_ == First::kAny) first = 0;
    if (deals_.empty()) {
        Deal(*graph_, mines_, max_per_cell_, first_, first)
            .lay(seeds_[game], indices_[game], layout_);
    } else {
        std::unique_ptr<const Deal>& deal = deals_[static_cast<std::size_t>(first)];
        if (!deal)
            deal = std::make_unique<const Deal>(*graph_, mines_, max_per_cell_, first_, first);
        deal->lay(seeds_[game], indices_[game], layout_);
    }
    std::int16_t* under = under_.data() + game * cells();
    std::int64_t safe = 0;
    for (std::size_t cell = 0; cell < cells(); ++cell) {
        const bool mined = layout_.mines[cell] != 0;
        under[cell] = mined ? kMined : layout_.numbers[cell];
        safe += !mined;
    }
    safe_[game] = safe_left_[game] = safe;
    laid_[game] = 1;
}

// Opens a safe cell with its opening; returns the number of opened cells.
std::int64_t VectorGames::open(std::size_t game, std::int32_t cell) {
    const std::size_t begin = game * cells();
    std::int16_t* states = states_.data() + begin;
    std::int8_t* openable = openable_.data() + begin;
    const std::int16_t* under = under_.data() + begin;
    opened_.clear();
    const auto reveal = [&](std::int32_t c) {
        const auto at = static_cast<std::size_t>(c);
        if (states[at] != kCovered) return;
        states[at] = under[at];
        openable[at] = 0;
        opened_.push_back(c);
    };
    reveal(cell);
    for (std::size_t head = 0; head < opened_.size(); ++head)
        if (states[static_cast<std::size_t>(opened_[head])] == 0)
            for (const std::int32_t other : graph_->neighbors(opened_[head])) reveal(other);
    const auto count = static_cast<std::int64_t>(opened_.size());
    safe_left_[game] -= count;
    return count;
}

void VectorGames::end(std::size_t game, std::vector<std::uint8_t>& how) {
    how[game] = 1;
    std::fill_n(openable_.begin() + static_cast<std::ptrdiff_t>(game * cells()), cells(),
                std::int8_t{0});
}

bool VectorGames::is_certain(std::size_t game, std::int32_t cell) {
    if (!laid_[game] && (first_ != First::kAny || mines_ == 0)) return true;
    const Position position{*graph_, std::span(states_).subspan(game * cells(), cells()),
                            max_per_cell_};
    try {
        solver_.solve(Question(position, mines_), solution_);
    } catch (const BudgetExceeded&) {
        return false;  // safety could not be proved
    }
    return solution_.mine_probability[static_cast<std::size_t>(cell)] == 0.0;
}

void VectorGames::write_probabilities(std::size_t game, Solver& solver, Solution& solution,
                                      std::span<double> row) const {
    if (!laid_[game] && (first_ != First::kAny || mines_ == 0)) {
        std::fill(row.begin(), row.end(), 0.0);
        return;
    }
    const Position position{*graph_, std::span(states_).subspan(game * cells(), cells()),
                            max_per_cell_};
    solver.solve(Question(position, mines_), solution);
    std::copy(solution.mine_probability.begin(), solution.mine_probability.end(), row.begin());
}

void VectorGames::probabilities(std::span<double> rows, int threads) const {
    if (rows.size() != games() * cells())
        throw std::invalid_argument("one entry per cell of every game is needed");
    ParallelRows(games(), threads).run([&] {
        return [this, rows, solver = std::make_unique<Solver>(),
                solution = Solution{}](std::size_t game) mutable {
            write_probabilities(game, *solver, solution, rows.subspan(game * cells(), cells()));
        };
    });
}

}  // namespace sapper
