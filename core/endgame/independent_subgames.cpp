#include "endgame/independent_subgames.hpp"

#include <cmath>

#include "support/index.hpp"

namespace sapper {

const std::vector<IndependentSubgame>& IndependentSubgames::find(const Deducer& deducer) {
    parts_.clear();
    const auto components = deducer.problem().components.size();
    met_.assign(components, 0);
    for (std::size_t first = 0; first < components; ++first) {
        if (met_[first]) continue;
        closed_ = true;
        queue_.assign(1, static_cast<std::int32_t>(first));
        met_[first] = 1;
        IndependentSubgame part;
        bool apart = true;
        for (std::size_t head = 0; head < queue_.size(); ++head) {
            apart = steady(deducer, to_index(queue_[head]), part) && apart;
            reach(deducer, queue_[head]);
        }
        if (!apart || !closed_) continue;
        part.components = queue_;
        parts_.push_back(std::move(part));
    }
    return parts_;
}

// Whether all layouts of a component hold the same number of mines, which is added to the part.
bool IndependentSubgames::steady(const Deducer& deducer, std::size_t component,
                                 IndependentSubgame& part) const {
    const Polynomial& polynomial = deducer.polynomials()[component];
    int terms = 0;
    for (std::size_t i = 0; i < polynomial.size(); ++i) {
        if (!polynomial.possible(i)) continue;
        if (++terms > 1) return false;
        part.mines += polynomial.low + static_cast<std::int64_t>(i);
        part.log2_layouts += polynomial.log2_weight(i) + deducer.counting().scale(component);
    }
    return true;
}

// Adds the components that share a border with this one.
void IndependentSubgames::reach(const Deducer& deducer, std::int32_t component) {
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
                } else if (!met_[to_index(next)]) {
                    met_[to_index(next)] = 1;
                    queue_.push_back(next);
                }
            }
}

}  // namespace sapper
