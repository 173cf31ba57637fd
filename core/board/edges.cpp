#include "board/edges.hpp"

#include <algorithm>

#include "support/input_error.hpp"

namespace sapper {

NeighborLists join_edges(std::int32_t nodes,
                         std::span<const std::pair<std::int32_t, std::int32_t>> edges,
                         const std::function<std::string(std::int32_t)>& name) {
    NeighborLists found;
    found.offsets.assign(static_cast<std::size_t>(nodes) + 1, 0);
    for (const auto& [a, b] : edges) {
        if (a == b) throw BoardError("node " + name(a) + " is joined to itself");
        ++found.offsets[static_cast<std::size_t>(a) + 1];
        ++found.offsets[static_cast<std::size_t>(b) + 1];
    }
    for (std::size_t i = 1; i < found.offsets.size(); ++i) found.offsets[i] += found.offsets[i - 1];
    std::vector<std::int64_t> next(found.offsets.begin(), found.offsets.end() - 1);
    found.targets.resize(2 * edges.size());
    const auto put = [&](std::int32_t from, std::int32_t to) {
        found.targets[static_cast<std::size_t>(next[static_cast<std::size_t>(from)]++)] = to;
    };
    for (const auto& [a, b] : edges) {
        put(a, b);
        put(b, a);
    }
    for (std::int32_t node = 0; node < nodes; ++node) {
        const auto i = static_cast<std::size_t>(node);
        const auto begin = found.targets.begin() + found.offsets[i];
        const auto end = found.targets.begin() + found.offsets[i + 1];
        std::sort(begin, end);
        const auto twice = std::adjacent_find(begin, end);
        if (twice != end)
            throw BoardError("nodes " + name(node) + " and " + name(*twice) + " are joined twice");
    }
    return found;
}

}  // namespace sapper
