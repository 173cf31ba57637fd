#include "board/layout.hpp"

namespace sapper {

void Layout::number(const Graph& graph) {
    numbers.assign(mines.size(), 0);
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        const std::int16_t added = mines[static_cast<std::size_t>(cell)];
        if (added == 0) continue;
        for (const std::int32_t other : graph.neighbors(cell))
            numbers[static_cast<std::size_t>(other)] =
                static_cast<std::int16_t>(numbers[static_cast<std::size_t>(other)] + added);
    }
}

namespace {

// 3BV of a board with at most CellSet::kMost cells, by set operations.
std::int64_t bbbv_of_sets(const Layout& layout, const CellSet* around) {
    CellSet zeros, numbers;
    for (std::size_t cell = 0; cell < layout.mines.size(); ++cell) {
        if (layout.mines[cell] != 0) continue;
        (layout.numbers[cell] == 0 ? zeros : numbers).insert(static_cast<std::int32_t>(cell));
    }
    std::int64_t clicks = 0;
    while (!zeros.empty()) {
        ++clicks;
        CellSet next;
        next.insert(zeros.first());
        while (!next.empty()) {
            const std::int32_t zero = next.first();
            zeros.erase(zero);
            next.erase(zero);
            next |= around[zero] & zeros;
            numbers = numbers - around[zero];
        }
    }
    return clicks + numbers.size();
}

}  // namespace

std::int64_t Layout::bbbv(const Graph& graph) const {
    if (graph.around() != nullptr) return bbbv_of_sets(*this, graph.around());
    std::vector<char>& seen = seen_;
    std::vector<std::int32_t>& stack = stack_;
    seen.assign(mines.size(), 0);
    std::int64_t clicks = 0;
    for (std::int32_t start = 0; start < graph.size(); ++start) {
        const auto i = static_cast<std::size_t>(start);
        if (numbers[i] != 0 || mines[i] != 0 || seen[i]) continue;
        ++clicks;
        seen[i] = 1;
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
