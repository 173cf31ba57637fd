#include "board/bit_layouts.hpp"

#include <stdexcept>

namespace sapper {

std::vector<std::uint64_t> neighbor_bits(const Graph& graph) {
    if (graph.size() < 1 || graph.size() > 64)
        throw std::invalid_argument("a layout in one 64-bit word needs 1 to 64 cells");
    std::vector<std::uint64_t> neighbors;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        std::uint64_t mask = 0;
        for (const std::int32_t other : graph.neighbors(cell)) mask |= bit(other);
        neighbors.push_back(mask);
    }
    return neighbors;
}

std::vector<std::uint64_t> bit_layouts(int cells, int mines, std::uint64_t banned) {
    std::vector<std::int32_t> free;
    for (std::int32_t cell = 0; cell < cells; ++cell)
        if ((banned >> cell & 1) == 0) free.push_back(cell);
    std::vector<std::uint64_t> found;
    const auto size = static_cast<int>(free.size());
    if (mines > size) return found;
    // Enumerates the combinations in lexicographic order; `chosen` holds indices into `free`.
    std::vector<int> chosen(static_cast<std::size_t>(mines));
    for (int i = 0; i < mines; ++i) chosen[static_cast<std::size_t>(i)] = i;
    for (;;) {
        std::uint64_t layout = 0;
        for (const int place : chosen) layout |= bit(free[static_cast<std::size_t>(place)]);
        found.push_back(layout);
        int i = mines - 1;
        while (i >= 0 && chosen[static_cast<std::size_t>(i)] == size - mines + i) --i;
        if (i < 0) return found;
        ++chosen[static_cast<std::size_t>(i)];
        for (int k = i + 1; k < mines; ++k)
            chosen[static_cast<std::size_t>(k)] = chosen[static_cast<std::size_t>(k - 1)] + 1;
    }
}

}  // namespace sapper
