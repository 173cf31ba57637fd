#include "published.hpp"

#include "knowledge.hpp"

namespace sapper {

PublishedMove PublishedSolver::next(std::span<const std::int16_t> states) {
    (void)mines_;
    for (std::int32_t cell = 0; cell < graph_.size(); ++cell)
        if (states[static_cast<std::size_t>(cell)] == kCovered) return {cell, false};
    return {0, false};
}

}  // namespace sapper
