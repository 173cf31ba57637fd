#include "strategies/tie_breaking.hpp"

#include <algorithm>
#include <limits>

#include "board/cell_state.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

template <class F>
void keep_if_largest(std::vector<std::int32_t>& candidates, F measure) {
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    for (const std::int32_t cell : candidates) best = std::max<std::int64_t>(best, measure(cell));
    std::erase_if(candidates, [&](std::int32_t cell) { return measure(cell) < best; });
}

// Keeps the candidates nearest to a wanted cell, by breadth-first search from the wanted cells.
template <class F>
void keep_nearest(const Graph& graph, std::vector<std::int32_t>& candidates, F wanted) {
    std::vector<std::int32_t> distance(to_index(graph.size()), -1), queue;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        if (wanted(cell)) {
            distance[to_index(cell)] = 0;
            queue.push_back(cell);
        }
    for (std::size_t head = 0; head < queue.size(); ++head)
        for (const std::int32_t other : graph.neighbors(queue[head]))
            if (distance[to_index(other)] < 0) {
                distance[to_index(other)] = distance[to_index(queue[head])] + 1;
                queue.push_back(other);
            }
    keep_if_largest(candidates, [&](std::int32_t cell) {
        const std::int32_t d = distance[to_index(cell)];
        return d < 0 ? std::numeric_limits<std::int64_t>::min() : -static_cast<std::int64_t>(d);
    });
}

}  // namespace

void break_tie(Tie tie, const Graph& graph, std::span<const std::int16_t> states,
               std::vector<std::int32_t>& candidates) {
    const auto covered = [&](std::int32_t cell) { return states[to_index(cell)] == kCovered; };
    const auto neighbors = [&](std::int32_t cell) { return graph.neighbors(cell).size(); };
    switch (tie) {
        case Tie::kRandom:
            return;
        case Tie::kFirst:
            break;
        case Tie::kCorner:
            keep_if_largest(candidates, [&](std::int32_t cell) {
                return -static_cast<std::int64_t>(neighbors(cell));
            });
            keep_if_largest(candidates, [&](std::int32_t cell) {
                const auto around = graph.neighbors(cell);
                return std::count_if(around.begin(), around.end(),
                                     [&](std::int32_t other) { return !covered(other); });
            });
            break;
        case Tie::kNearest:
            keep_nearest(graph, candidates, [&](std::int32_t cell) { return !covered(cell); });
            return;
        case Tie::kEdge: {
            std::size_t most = 0;
            for (std::int32_t cell = 0; cell < graph.size(); ++cell)
                most = std::max(most, neighbors(cell));
            keep_nearest(graph, candidates,
                         [&](std::int32_t cell) { return neighbors(cell) < most; });
            return;
        }
    }
    if (!candidates.empty()) candidates.erase(candidates.begin() + 1, candidates.end());
}

}  // namespace sapper
