#include "board/game.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace sapper {

void Game::begin(const Graph& graph) {
    graph_ = &graph;
    states_.assign(layout.mines.size(), kCovered);
    safe_left_ = std::count(layout.mines.begin(), layout.mines.end(), 0);
    opened.clear();
    collect_covered();
}

void Game::show(const Graph& graph, std::span<const std::int16_t> states) {
    if (states.size() != static_cast<std::size_t>(graph.size()))
        throw std::invalid_argument("the number of states must be the number of cells");
    graph_ = &graph;
    states_.assign(states.begin(), states.end());
    for (std::int16_t& state : states_)
        if (state == kFlagged) state = kCovered;
    safe_left_ = 0;
    opened.clear();
    collect_covered();
}

void Game::resume(const Graph& graph, std::span<const std::int16_t> states) {
    show(graph, states);
    for (std::size_t cell = 0; cell < states_.size(); ++cell)
        if (states_[cell] == kCovered && layout.mines[cell] == 0) ++safe_left_;
}

void Game::collect_covered() {
    if (graph_->around() == nullptr) return;
    covered_ = {};
    for (std::int32_t cell = 0; cell < graph_->size(); ++cell)
        if (covered(cell)) covered_.insert(cell);
}

bool Game::open(std::int32_t cell) {
    assert(cell >= 0 && cell < graph_->size());
    opened.clear();
    if (layout.mines[static_cast<std::size_t>(cell)] != 0) return false;
    if (covered(cell)) reveal(cell);
    const CellSet* around = graph_->around();
    for (std::size_t head = 0; head < opened.size(); ++head) {
        if (states_[static_cast<std::size_t>(opened[head])] != 0) continue;
        if (around != nullptr) {
            (around[opened[head]] & covered_).for_each([&](std::int32_t other) { reveal(other); });
            continue;
        }
        for (const std::int32_t other : graph_->neighbors(opened[head]))
            if (covered(other)) reveal(other);
    }
    return true;
}

void Game::cover(std::int32_t cell) {
    assert(!covered(cell));
    states_[static_cast<std::size_t>(cell)] = kCovered;
    if (graph_->around() != nullptr) covered_.insert(cell);
    ++safe_left_;
}

void Game::reveal(std::int32_t cell) {
    const auto i = static_cast<std::size_t>(cell);
    states_[i] = layout.numbers[i];
    if (graph_->around() != nullptr) covered_.erase(cell);
    assert(safe_left_ > 0);
    --safe_left_;
    opened.push_back(cell);
}

}  // namespace sapper
