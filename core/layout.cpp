#include "layout.hpp"

namespace sapper {

void Layout::number(const Graph& graph) {
    numbers.assign(mines.size(), 0);
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        const std::int16_t here = mines[static_cast<std::size_t>(cell)];
        if (here == 0) continue;
        for (const std::int32_t other : graph.neighbors(cell))
            numbers[static_cast<std::size_t>(other)] =
                static_cast<std::int16_t>(numbers[static_cast<std::size_t>(other)] + here);
    }
}

std::int64_t Layout::bbbv(const Graph& graph) const {
    std::vector<char>& seen = seen_;
    std::vector<std::int32_t>& stack = stack_;
    seen.assign(mines.size(), 0);
    std::int64_t clicks = 0;
    for (std::int32_t start = 0; start < graph.size(); ++start) {
        const auto at = static_cast<std::size_t>(start);
        if (numbers[at] != 0 || mines[at] != 0 || seen[at]) continue;
        ++clicks;
        seen[at] = 1;
        stack.assign(1, start);
        while (!stack.empty()) {
            const std::int32_t cell = stack.back();
            stack.pop_back();
            for (const std::int32_t other : graph.neighbors(cell)) {
                char& mark = seen[static_cast<std::size_t>(other)];
                if (mark) continue;
                mark = 1;
                if (numbers[static_cast<std::size_t>(other)] == 0) stack.push_back(other);
            }
        }
    }
    for (std::size_t cell = 0; cell < mines.size(); ++cell)
        clicks += mines[cell] == 0 && !seen[cell];
    return clicks;
}

}  // namespace sapper
