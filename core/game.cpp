#include "game.hpp"

#include <algorithm>
#include <stdexcept>

namespace sapper {

void Game::begin(const Graph& graph) {
    graph_ = &graph;
    states_.assign(layout.mines.size(), kCovered);
    safe_left_ = std::count(layout.mines.begin(), layout.mines.end(), 0);
    opened.clear();
}

void Game::show(const Graph& graph, std::span<const std::int16_t> states) {
    if (states.size() != static_cast<std::size_t>(graph.size()))
        throw std::invalid_argument("one state a cell is needed");
    graph_ = &graph;
    states_.assign(states.begin(), states.end());
    for (std::int16_t& state : states_)
        if (state < 0) state = kCovered;
    safe_left_ = 0;
    opened.clear();
}

void Game::resume(const Graph& graph, std::span<const std::int16_t> states) {
    show(graph, states);
    for (std::size_t cell = 0; cell < states_.size(); ++cell)
        if (states_[cell] == kCovered && layout.mines[cell] == 0) ++safe_left_;
}

bool Game::open(std::int32_t cell) {
    opened.clear();
    if (layout.mines[static_cast<std::size_t>(cell)] != 0) return false;
    const auto reveal = [&](std::int32_t c) {
        std::int16_t& state = states_[static_cast<std::size_t>(c)];
        if (state != kCovered) return;
        state = layout.numbers[static_cast<std::size_t>(c)];
        --safe_left_;
        opened.push_back(c);
    };
    reveal(cell);
    for (std::size_t head = 0; head < opened.size(); ++head)
        if (states_[static_cast<std::size_t>(opened[head])] == 0)
            for (const std::int32_t other : graph_->neighbors(opened[head])) reveal(other);
    return true;
}

}  // namespace sapper
