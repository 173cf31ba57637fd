#include "counting/clue_pairs.hpp"

#include <algorithm>

#include "support/index.hpp"

namespace sapper {

namespace {

bool next_to(const Graph& graph, std::int32_t cell, std::int32_t other) {
    const auto neighbors = graph.neighbors(cell);
    return std::binary_search(neighbors.begin(), neighbors.end(), other);
}

}  // namespace

void CluePairs::start(const Graph& graph) {
    waiting_.clear();
    listed_.assign(to_index(graph.size()), 0);
    seen_.assign(to_index(graph.size()), 0);
    stamp_ = 0;
}

void CluePairs::take_changed(Knowledge& knowledge) {
    for (const std::int32_t clue : knowledge.changed)
        if (knowledge.room(clue) > 0 && !listed_[to_index(clue)]) {
            listed_[to_index(clue)] = 1;
            waiting_.push_back(clue);
        }
    knowledge.changed.clear();
}

bool CluePairs::deduce(Knowledge& knowledge) {
    take_changed(knowledge);
    while (!waiting_.empty()) {
        const std::int32_t clue = waiting_.back();
        waiting_.pop_back();
        listed_[to_index(clue)] = 0;
        if (knowledge.room(clue) <= 0 || !pair(knowledge, clue)) continue;
        // If the clue still has unknown cells, it has changed and is queued again.
        knowledge.propagate();
        take_changed(knowledge);
        return true;
    }
    return false;
}

bool CluePairs::pair(Knowledge& knowledge, std::int32_t clue) {
    const Graph& graph = knowledge.graph();
    ++stamp_;
    seen_[to_index(clue)] = stamp_;
    partners_.clear();
    for (const std::int32_t cell : graph.neighbors(clue)) {
        if (!knowledge.unknown(cell)) continue;
        for (const std::int32_t other : graph.neighbors(cell)) {
            if (knowledge.room(other) <= 0 || seen_[to_index(other)] == stamp_) continue;
            seen_[to_index(other)] = stamp_;
            partners_.push_back(other);
        }
    }
    return std::any_of(partners_.begin(), partners_.end(),
                       [&](std::int32_t other) { return compare(knowledge, clue, other); });
}

bool CluePairs::compare(Knowledge& knowledge, std::int32_t clue, std::int32_t other) {
    const Graph& graph = knowledge.graph();
    std::int32_t shared = 0;
    for (const std::int32_t cell : graph.neighbors(clue))
        shared += knowledge.unknown(cell) && next_to(graph, cell, other);
    const std::int32_t need = knowledge.need(clue), others_need = knowledge.need(other);
    const std::int32_t only = knowledge.room(clue) - shared;
    const std::int32_t others_only = knowledge.room(other) - shared;
    const std::int32_t least = std::max({0, need - only, others_need - others_only});
    const std::int32_t most = std::min({shared, need, others_need});
    // The shared part holds `least` to `most` mines; the other two parts hold the remainder.
    const bool both = most == 0 || least == shared;
    const bool ours = only > 0 && (need == least || need - most == only);
    const bool theirs =
        others_only > 0 && (others_need == least || others_need - most == others_only);
    if (ours) settle(knowledge, clue, other, false, need == least ? 0 : 1);
    if (theirs) settle(knowledge, other, clue, false, others_need == least ? 0 : 1);
    if (both) settle(knowledge, clue, other, true, most == 0 ? 0 : 1);
    return both || ours || theirs;
}

void CluePairs::settle(Knowledge& knowledge, std::int32_t clue, std::int32_t other, bool shared,
                       int mines) {
    const Graph& graph = knowledge.graph();
    for (const std::int32_t cell : graph.neighbors(clue))
        if (knowledge.unknown(cell) && next_to(graph, cell, other) == shared)
            knowledge.settle(cell, mines);
}

}  // namespace sapper
