#include "board/click_units.hpp"

#include <algorithm>

#include "support/index.hpp"

namespace sapper {

ClickUnits::ClickUnits(const Graph& graph, const Layout& layout)
    : graph_(graph), layout_(layout), kinds_(layout.mines.size(), kSingle) {
    // For each cell, the last opening to which it was added.
    std::vector<std::int32_t> last(layout.mines.size(), -1);
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        if (layout.mines[to_index(cell)] != 0) kinds_[to_index(cell)] = kMine;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        if (layout.numbers[to_index(cell)] == 0 && kinds_[to_index(cell)] == kSingle)
            add_opening(cell, last);
    for (const std::int32_t kind : kinds_) singles_ += kind == kSingle;
}

void ClickUnits::add_opening(std::int32_t zero, std::vector<std::int32_t>& last) {
    const std::int32_t opening = openings();
    const auto put = [&](std::int32_t cell) {
        last[to_index(cell)] = opening;
        kinds_[to_index(cell)] = layout_.numbers[to_index(cell)] == 0 ? opening : kBorder;
        cells_.push_back(cell);
    };
    put(zero);
    // Breadth-first search; the cell list of the opening serves as the queue.
    for (std::size_t next = begins_.back(); next < cells_.size(); ++next) {
        if (kinds_[to_index(cells_[next])] == kBorder) continue;
        for (const std::int32_t other : graph_.neighbors(cells_[next]))
            if (last[to_index(other)] != opening) put(other);
    }
    begins_.push_back(cells_.size());
}

std::int64_t ClickUnits::solved(std::span<const bool> opened) const {
    std::int64_t found = 0;
    for (std::int32_t number = 0; number < openings(); ++number)
        found += std::ranges::any_of(cells(number), [&](std::int32_t cell) {
            return opening(cell) >= 0 && opened[to_index(cell)];
        });
    for (std::int32_t cell = 0; cell < graph_.size(); ++cell)
        found += single(cell) && opened[to_index(cell)];
    return found;
}

std::int64_t ClickUnits::islands() const {
    std::vector<char> seen(kinds_.size(), 0);
    std::vector<std::int32_t> stack;
    std::int64_t found = 0;
    for (std::int32_t start = 0; start < graph_.size(); ++start) {
        if (!single(start) || seen[to_index(start)]) continue;
        ++found;
        seen[to_index(start)] = 1;
        stack.assign(1, start);
        while (!stack.empty()) {
            const std::int32_t cell = stack.back();
            stack.pop_back();
            for (const std::int32_t other : graph_.neighbors(cell)) {
                if (!single(other) || seen[to_index(other)]) continue;
                seen[to_index(other)] = 1;
                stack.push_back(other);
            }
        }
    }
    return found;
}

}  // namespace sapper
