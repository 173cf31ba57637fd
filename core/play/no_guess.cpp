#include "play/no_guess.hpp"

#include <algorithm>
#include <stdexcept>

#include "board/random_subset.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

// Consecutive moves that do not reduce the number of covered cells, after which a new layout is
// dealt.
constexpr int kMaxFailedMoves = 100;

// Work budget per position during repair. Positions that exceed it, as on three-dimensional boards,
// are cheaper to repair than to solve.
Budget repair_budget() {
    Budget budget = Budget::of_player();
    budget.log2_states = 22.0;
    budget.products = 1'000'000;
    return budget;
}

// Random draws in search of a cell with (or without) a mine.
constexpr int kDraws = 64;

std::uint64_t address(const Deal& deal, Level level, bool uniform) {
    return mix(mix(deal.address(), static_cast<std::uint64_t>(level)), uniform ? 1 : 0);
}

}  // namespace

NoGuess::NoGuess(const Deal& deal, Level level, bool uniform, std::uint64_t seed,
                 std::uint64_t index, std::uint64_t max_tries)
    : deal_(deal),
      allowed_(deal.allowed().list()),
      uniform_(uniform),
      max_tries_(max_tries),
      random_(address(deal, level, uniform), seed, index, Random::kNoGuess),
      play_(deal, level, uniform ? Budget::of_player() : repair_budget()) {
    if (deal.max_per_cell() != 1 || !deal.start_is_safe() || deal.full())
        throw std::invalid_argument("at most one mine per cell and a safe first cell are needed");
}

bool NoGuess::search() {
    while (!exhausted()) {
        deal_layout();
        if (uniform_ ? try_layout() == 0 : repair()) return true;
    }
    return false;
}

void NoGuess::deal_layout() {
    Layout& layout = play_.game.layout;
    layout.mines.assign(to_index(deal_.graph().size()), 0);
    draw_subset(allowed_, static_cast<std::uint32_t>(deal_.mines()), 1, random_, layout.mines);
    layout.number(deal_.graph());
}

std::int64_t NoGuess::try_layout() {
    tries_.fetch_add(1, std::memory_order_relaxed);
    return play_.play();
}

// Local search: moves mines until the layout is solved or kMaxFailedMoves moves have failed.
bool NoGuess::repair() {
    std::int64_t left = try_layout();
    if (left > 0) find_stuck_place();
    for (int failed = 0; left > 0 && failed < kMaxFailedMoves && !exhausted(); ++failed) {
        std::int32_t from = -1, to = -1;
        if (!draw_move(from, to)) return false;
        swap(from, to);
        const std::int64_t now = try_layout();
        if (now > left) {
            swap(to, from);
            continue;
        }
        if (now < left) failed = 0;
        left = now;
        find_stuck_place();
    }
    return left == 0;
}

void NoGuess::find_stuck_place() {
    const Graph& graph = deal_.graph();
    const Knowledge& knowledge = play_.knowledge();
    stuck_.border.clear();
    stuck_.unknown.clear();
    const auto has_neighbor = [&](std::int32_t cell, const auto& is) {
        const auto neighbors = graph.neighbors(cell);
        return std::any_of(neighbors.begin(), neighbors.end(), is);
    };
    const auto open = [&](std::int32_t cell) { return !play_.game.covered(cell); };
    const auto unknown = [&](std::int32_t cell) { return knowledge.unknown(cell); };
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        if (unknown(cell)) stuck_.unknown.push_back(cell);
        if (unknown(cell) ? has_neighbor(cell, open)
                          : knowledge.value(cell) == 1 && has_neighbor(cell, unknown))
            stuck_.border.push_back(cell);
    }
}

// Draws a mine and a safe cell to swap. One is on the stuck border; the other is, with probability
// 1/2, an unknown cell, and otherwise any allowed cell, since mines may have to move from or to the
// solved region if few cells are unknown.
bool NoGuess::draw_move(std::int32_t& from, std::int32_t& to) {
    const std::vector<std::int32_t>& border = stuck_.border.empty() ? allowed_ : stuck_.border;
    const std::int32_t one = border[random_.below(static_cast<std::uint32_t>(border.size()))];
    const bool mine = play_.game.layout.mines[to_index(one)] != 0;
    std::int32_t other = -1;
    if (random_.below(2) == 0) other = draw(stuck_.unknown, !mine);
    if (other < 0) other = draw(allowed_, !mine);
    from = mine ? one : other;
    to = mine ? other : one;
    return other >= 0;
}

std::int32_t NoGuess::draw(const std::vector<std::int32_t>& cells, bool mine) {
    const auto size = static_cast<std::uint32_t>(cells.size());
    for (int attempt = 0; attempt < kDraws && size > 0; ++attempt) {
        const std::int32_t cell = cells[random_.below(size)];
        if ((play_.game.layout.mines[to_index(cell)] != 0) == mine) return cell;
    }
    return -1;
}

void NoGuess::swap(std::int32_t mine, std::int32_t safe) {
    Layout& layout = play_.game.layout;
    const auto lay = [&](std::int32_t cell, int mines) {
        layout.mines[to_index(cell)] =
            static_cast<std::int16_t>(layout.mines[to_index(cell)] + mines);
        for (const std::int32_t other : deal_.graph().neighbors(cell))
            layout.numbers[to_index(other)] =
                static_cast<std::int16_t>(layout.numbers[to_index(other)] + mines);
    };
    lay(mine, -1);
    lay(safe, 1);
}

}  // namespace sapper
