#include "graph.hpp"

#include <limits>
#include <stdexcept>
#include <utility>

namespace sapper {

Graph::Graph(std::vector<std::int64_t> offsets, std::vector<std::int32_t> targets,
             std::uint64_t address)
    : offsets_(std::move(offsets)), targets_(std::move(targets)), address_(address) {
    if (offsets_.empty() || offsets_.front() != 0 ||
        offsets_.back() != static_cast<std::int64_t>(targets_.size()) ||
        offsets_.size() - 1 > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw std::invalid_argument("neighbour offsets do not fit the neighbour list");
    for (std::size_t i = 0; i + 1 < offsets_.size(); ++i)
        if (offsets_[i] > offsets_[i + 1])
            throw std::invalid_argument("neighbour offsets must not decrease");
    const std::int32_t cells = size();
    for (const std::int32_t target : targets_)
        if (target < 0 || target >= cells)
            throw std::invalid_argument("a neighbour is not a cell of the board");
    // Walking the cells upwards, the next unread entry of each neighbour's list must be
    // the cell itself: that holds exactly for sorted, symmetric lists without repetition.
    std::vector<std::int64_t> cursor(offsets_.begin(), offsets_.end() - 1);
    for (std::int32_t cell = 0; cell < cells; ++cell) {
        for (const std::int32_t other : neighbors(cell)) {
            const auto at = static_cast<std::size_t>(other);
            if (other == cell || cursor[at] >= offsets_[at + 1] ||
                targets_[static_cast<std::size_t>(cursor[at])] != cell)
                throw std::invalid_argument(
                    "neighbour lists must be sorted and symmetric, without loops or repetitions");
            ++cursor[at];
        }
    }
}

}  // namespace sapper
