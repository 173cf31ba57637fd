#include "endgame/independent_subgames.hpp"

#include <cmath>

#include "support/index.hpp"

namespace sapper {

const std::vector<IndependentSubgame>& IndependentSubgames::find(const Deducer& deducer) {
    subgames_.clear();
    const auto components = deducer.problem().components.size();
    visited_.assign(components, 0);
    for (std::size_t first = 0; first < components; ++first) {
        if (visited_[first]) continue;
        closed_ = true;
        queue_.assign(1, static_cast<std::int32_t>(first));
        visited_[first] = 1;
        IndependentSubgame subgame;
        bool independent = true;
        for (std::size_t head = 0; head < queue_.size(); ++head) {
            independent =
                add_if_mines_fixed(deducer, to_index(queue_[head]), subgame) && independent;
            add_adjacent(deducer, queue_[head]);
        }
        if (!independent || !closed_) continue;
        subgame.components = queue_;
        subgames_.push_back(std::move(subgame));
    }
    return subgames_;
}

// Returns whether all layouts of a component hold the same number of mines; if so, adds that number
// to the subgame.
bool IndependentSubgames::add_if_mines_fixed(const Deducer& deducer, std::size_t component,
                                             IndependentSubgame& subgame) const {
    const Polynomial& polynomial = deducer.polynomials()[component];
    int terms = 0;
    for (std::size_t i = 0; i < polynomial.size(); ++i) {
        if (!polynomial.possible(i)) continue;
        if (++terms > 1) return false;
        subgame.mines += polynomial.low + static_cast<std::int64_t>(i);
        subgame.log2_layouts += polynomial.log2_weight(i) + deducer.counting().scale(component);
    }
    return true;
}

// Adds the components with a cell next to one of this component.
void IndependentSubgames::add_adjacent(const Deducer& deducer, std::int32_t component) {
    const Problem& problem = deducer.problem();
    const Component& range = problem.components[to_index(component)];
    for (std::int32_t g = range.group_begin; g < range.group_end; ++g)
        for (std::int32_t i = problem.groups[to_index(g)].cell_begin;
             i < problem.groups[to_index(g)].cell_end; ++i)
            for (const std::int32_t other :
                 deducer.knowledge.graph().neighbors(problem.group_cells[to_index(i)])) {
                if (!deducer.knowledge.unknown(other)) continue;
                const std::int32_t next = deducer.component_of(other);
                if (next < 0) {
                    closed_ = false;
                } else if (!visited_[to_index(next)]) {
                    visited_[to_index(next)] = 1;
                    queue_.push_back(next);
                }
            }
}

}  // namespace sapper
