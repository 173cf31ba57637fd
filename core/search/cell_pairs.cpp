#include "search/cell_pairs.hpp"

#include <algorithm>
#include <iterator>

namespace sapper {

CellPairs::CellPairs(const Graph& graph) {
    std::vector<std::int32_t> around_first, around_second, seen_by_one;
    const auto gather = [&](std::int32_t cell, std::int32_t without, auto& out) {
        out.clear();
        for (const std::int32_t other : graph.neighbors(cell))
            if (other != without) out.push_back(other);
        std::sort(out.begin(), out.end());
    };
    for (std::int32_t first = 0; first < graph.size(); ++first)
        for (const std::int32_t second : graph.neighbors(first)) {
            if (second <= first) continue;
            gather(first, second, around_first);
            gather(second, first, around_second);
            seen_by_one.clear();
            std::set_symmetric_difference(around_first.begin(), around_first.end(),
                                          around_second.begin(), around_second.end(),
                                          std::back_inserter(seen_by_one));
            if (seen_by_one.size() > kMostWitnesses) continue;
            const std::size_t begin = witnesses_.size();
            witnesses_.insert(witnesses_.end(), seen_by_one.begin(), seen_by_one.end());
            pairs_.push_back({first, second, begin, witnesses_.size()});
        }
    std::vector<std::vector<std::size_t>> touching(static_cast<std::size_t>(graph.size()));
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        touching[static_cast<std::size_t>(pairs_[i].first)].push_back(i);
        touching[static_cast<std::size_t>(pairs_[i].second)].push_back(i);
        for (const std::int32_t witness : witnesses(pairs_[i]))
            touching[static_cast<std::size_t>(witness)].push_back(i);
    }
    touching_begin_.push_back(0);
    for (const std::vector<std::size_t>& own : touching) {
        touching_.insert(touching_.end(), own.begin(), own.end());
        touching_begin_.push_back(touching_.size());
    }
}

}  // namespace sapper
