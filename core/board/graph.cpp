#include "board/graph.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "support/index.hpp"

namespace sapper {

namespace {

constexpr const char* kNoCell = "a neighbour is not a cell of the board";
constexpr std::size_t kMostCells = std::numeric_limits<std::int32_t>::max();

}  // namespace

Graph::Graph(const std::vector<std::int64_t>& offsets, const std::vector<std::int32_t>& targets,
             std::uint64_t address)
    : address_(address) {
    if (offsets.empty() || offsets.front() != 0 ||
        offsets.back() != static_cast<std::int64_t>(targets.size()) ||
        offsets.size() - 1 > kMostCells)
        throw std::invalid_argument("neighbour offsets do not fit the neighbour list");
    if (!std::is_sorted(offsets.begin(), offsets.end()))
        throw std::invalid_argument("neighbour offsets must not decrease");
    size_ = static_cast<std::int32_t>(offsets.size() - 1);
    own_.reserve(offsets.size() - 1);
    steps_.reserve(targets.size() + offsets.size() - 1);
    for (std::int32_t cell = 0; cell < size_; ++cell) {
        const std::int64_t begin = offsets[static_cast<std::size_t>(cell)];
        const std::int64_t end = offsets[static_cast<std::size_t>(cell) + 1];
        own_.push_back(steps_.size());
        steps_.push_back(static_cast<std::int32_t>(end - begin));
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int32_t target = targets[static_cast<std::size_t>(i)];
            if (target < 0 || target >= size_) throw std::invalid_argument(kNoCell);
            steps_.push_back(target - cell);
        }
    }
    check();
    make_sets();
}

Graph::Graph(std::vector<std::uint16_t> rows, std::vector<std::int32_t> steps,
             std::uint64_t address)
    : shared_(std::move(rows)), steps_(std::move(steps)), address_(address) {
    if (shared_.size() > kMostCells) throw std::invalid_argument("too many cells");
    size_ = static_cast<std::int32_t>(shared_.size());
    for (std::int32_t cell = 0; cell < size_; ++cell) {
        const std::size_t row = row_of(cell);
        if (row >= steps_.size() || steps_[row] < 0 ||
            static_cast<std::size_t>(steps_[row]) > steps_.size() - row - 1)
            throw std::invalid_argument("a row does not fit the steps");
        // 64-bit arithmetic: the steps are not validated yet and may overflow 32 bits.
        for (std::int32_t i = 1; i <= steps_[row]; ++i) {
            const std::int64_t target =
                std::int64_t{cell} + steps_[row + static_cast<std::size_t>(i)];
            if (target < 0 || target >= size_) throw std::invalid_argument(kNoCell);
        }
    }
    check();
    make_sets();
    find_usual();
}

// Checks that rows are strictly ascending, have no loop, and that each step has its reverse. If
// rows are shared, back[i] caches the row in which the reverse of step i was last found, which
// saves the binary search for most cells.
void Graph::check() const {
    std::vector<std::size_t> back(shared_.empty() ? 0 : steps_.size(),
                                  std::numeric_limits<std::size_t>::max());
    for (std::int32_t cell = 0; cell < size_; ++cell) {
        const std::size_t row = row_of(cell);
        const auto size = static_cast<std::size_t>(steps_[row]);
        for (std::size_t i = row + 1; i <= row + size; ++i) {
            const std::size_t other = row_of(cell + steps_[i]);
            if (!back.empty() && back[i] == other) continue;
            const auto first = steps_.begin() + static_cast<std::ptrdiff_t>(other) + 1;
            if (steps_[i] == 0 || (i > row + 1 && steps_[i - 1] >= steps_[i]) ||
                !std::binary_search(first, first + steps_[other], -steps_[i]))
                throw std::invalid_argument(
                    "neighbour lists must be sorted and symmetric, without loops or repetitions");
            if (!back.empty()) back[i] = other;
        }
    }
}

void Graph::make_sets() {
    if (size_ > CellSet::kMost) return;
    around_.resize(static_cast<std::size_t>(size_));
    for (std::int32_t cell = 0; cell < size_; ++cell)
        for (const std::int32_t other : neighbors(cell))
            around_[static_cast<std::size_t>(cell)].insert(other);
}

void Graph::find_usual() {
    std::vector<std::int32_t> sharing(steps_.size());  // cells per row, by the row's offset
    std::int32_t most = 0;
    for (std::int32_t cell = 0; cell < size_; ++cell) {
        const std::size_t row = row_of(cell);
        most = std::max(most, steps_[row]);
        if (++sharing[row] > sharing[usual_row_]) usual_row_ = row;
    }
    if (size_ == 0 || most > std::numeric_limits<std::uint8_t>::max()) return;
    const auto first = steps_.begin() + static_cast<std::ptrdiff_t>(usual_row_) + 1;
    usual_.assign(first, first + steps_[usual_row_]);
}

// For each step of the usual row, adds the shifted mark array to the counts in one vectorizable
// loop, as if all cells had the usual neighbours. The cells with other rows are then recounted one
// by one.
void Graph::count_around(std::span<const std::uint8_t> marked,
                         std::span<std::uint8_t> counts) const {
    const std::size_t begin = to_index(std::max(0, -usual_.front()));
    const std::size_t end = to_index(size_ - std::max(0, usual_.back()));
    std::fill(counts.begin(), counts.end(), std::uint8_t{0});
    for (const std::int32_t step : usual_) {
        const std::uint8_t* other = marked.data() + static_cast<std::ptrdiff_t>(begin) + step;
        std::uint8_t* count = counts.data() + begin;
        for (std::size_t i = 0; i < end - begin; ++i)
            count[i] = static_cast<std::uint8_t>(count[i] + other[i]);
    }
    for (std::int32_t cell = 0; cell < size_; ++cell) {
        if (shared_[to_index(cell)] == usual_row_) continue;
        std::int32_t count = 0;
        for (const std::int32_t other : neighbors(cell)) count += marked[to_index(other)];
        counts[to_index(cell)] = static_cast<std::uint8_t>(count);
    }
}

}  // namespace sapper
