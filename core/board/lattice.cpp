#include "board/lattice.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace sapper {

namespace {

constexpr std::int64_t kMostSteps = 1 << 16;  // offsets of rows have 16 bits

using Place = std::vector<std::int64_t>;

std::int64_t modulo(std::int64_t value, std::int64_t length) {
    const std::int64_t rest = value % length;
    return rest < 0 ? rest + length : rest;
}

// Places the steps of a board cell by cell; the neighbours of a cell as indices, ascending.
class NeighborFinder {
  public:
    NeighborFinder(const LatticeRule& rule, const Shape& shape) : rule_(rule), shape_(shape) {}

    void find(const Place& place, std::vector<std::int32_t>& found) const {
        found.clear();
        if (rule_.by_axes())
            add_axis(place, 0, 0, found);
        else
            add_steps(place, found);
        const std::int32_t own = index_of(place);
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        found.erase(std::remove(found.begin(), found.end(), own), found.end());
    }

  private:
    [[nodiscard]] std::int32_t index_of(const Place& place) const {
        std::int64_t index = 0;
        for (std::size_t axis = 0; axis < shape_.size(); ++axis)
            index = index * shape_[axis] + place[axis];
        return static_cast<std::int32_t>(index);
    }

    void add_axis(const Place& place, std::size_t axis, std::int64_t index,
                  std::vector<std::int32_t>& found) const {
        if (axis == shape_.size()) {
            found.push_back(static_cast<std::int32_t>(index));
            return;
        }
        const std::int64_t length = shape_[axis], along = place[axis];
        // Where a wrapped axis is shorter than the window, every place is in reach.
        const bool whole = length <= 2 * rule_.reach + 1 && rule_.wraps;
        const std::int64_t first = whole ? 0 : along - rule_.reach;
        const std::int64_t last = whole ? length - 1 : along + rule_.reach;
        for (std::int64_t to = first; to <= last; ++to)
            if (rule_.wraps || (to >= 0 && to < length))
                add_axis(place, axis + 1, index * length + modulo(to, length), found);
    }

    void add_steps(const Place& place, std::vector<std::int32_t>& found) const {
        const std::int64_t number = rule_.phase[0] * place[0] + rule_.phase[1] * place[1];
        for (const std::vector<int>& step :
             rule_.patterns[static_cast<std::size_t>(modulo(number, rule_.period()))]) {
            Place to = {place[0] + step[0], place[1] + step[1]};
            bool inside = true;
            for (std::size_t axis = 0; axis < 2; ++axis) {
                if (rule_.wraps) to[axis] = modulo(to[axis], shape_[axis]);
                inside = inside && to[axis] >= 0 && to[axis] < shape_[axis];
            }
            if (inside) found.push_back(index_of(to));
        }
    }

    const LatticeRule& rule_;
    const Shape& shape_;
};

// Moves a place to that of the next cell, row-major.
void advance(Place& place, const Shape& shape) {
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        if (++place[axis] < shape[axis]) return;
        place[axis] = 0;
    }
}

// The class of a place along an axis: places of one class have the same steps along it.
std::int64_t axis_class(const LatticeRule& rule, std::int64_t length, std::int64_t along) {
    const std::int64_t before = std::min<std::int64_t>(along, rule.reach);
    const std::int64_t behind = std::min<std::int64_t>(length - 1 - along, rule.reach);
    return (before * (rule.reach + 1) + behind) * rule.period() + along % rule.period();
}

// The classes of the places of an axis, numbered from 0, and the first place of each.
struct AxisClasses {
    std::vector<std::size_t> numbers;
    std::vector<std::int64_t> firsts;
};

AxisClasses classify(const LatticeRule& rule, std::int64_t length) {
    AxisClasses found;
    std::map<std::int64_t, std::size_t> known;
    for (std::int64_t along = 0; along < length; ++along) {
        const auto [entry, added] =
            known.emplace(axis_class(rule, length, along), found.firsts.size());
        if (added) found.firsts.push_back(along);
        found.numbers.push_back(entry->second);
    }
    return found;
}

}  // namespace

LatticeRule axis_rule(int dimensions, int reach, bool wraps) {
    return {dimensions, reach, wraps, {}, {0, 0}};
}

LatticeRule step_rule(std::vector<Pattern> patterns, std::array<int, 2> phase, bool wraps) {
    int reach = 0;
    for (const Pattern& pattern : patterns)
        for (const std::vector<int>& step : pattern)
            for (const int along : step) reach = std::max(reach, std::abs(along));
    return {2, reach, wraps, std::move(patterns), phase};
}

std::optional<std::string> shape_fault(const LatticeRule& rule, const Shape& shape) {
    if (rule.by_axes() || !rule.wraps) return std::nullopt;
    bool fits = true;
    std::array<std::string, 2> wanted;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const int period = rule.phase[axis] != 0 ? rule.period() : 1;
        const int window = 2 * rule.reach + 1;
        const int least = (window + period - 1) / period * period;
        fits = fits && shape[axis] >= least && shape[axis] % period == 0;
        wanted[axis] = "at least " + std::to_string(least);
        if (period > 1) wanted[axis] += " and a multiple of " + std::to_string(period);
    }
    if (fits) return std::nullopt;
    return "the number of rows must be " + wanted[0] + ", that of columns " + wanted[1];
}

bool is_symmetric(const LatticeRule& rule) {
    if (rule.by_axes()) return true;
    if (rule.patterns.size() > 1) return false;
    const std::set<std::vector<int>> steps(rule.patterns[0].begin(), rule.patterns[0].end());
    return std::all_of(steps.begin(), steps.end(), [&steps](const std::vector<int>& step) {
        return steps.contains({step[1], step[0]}) && steps.contains({-step[0], step[1]});
    });
}

std::int64_t candidate_count(const LatticeRule& rule, const Shape& shape) {
    if (!rule.by_axes()) return static_cast<std::int64_t>(rule.patterns[0].size());
    std::int64_t count = 1;
    for (const std::int64_t length : shape)
        count *= std::min<std::int64_t>(length, 2 * rule.reach + 1);
    return count;
}

std::int64_t entry_count(const LatticeRule& rule, const Shape& shape) {
    std::int64_t cells = 1, closed = 1;
    for (const std::int64_t length : shape) {
        cells *= length;
        if (rule.wraps) {
            closed *= length * std::min<std::int64_t>(length, 2 * rule.reach + 1);
        } else {
            std::int64_t along = length;
            for (int distance = 1; distance <= rule.reach; ++distance)
                along += 2 * std::max<std::int64_t>(length - distance, 0);
            closed *= along;
        }
    }
    return rule.by_axes() ? closed - cells : cells * candidate_count(rule, shape);
}

Patterns patterns_of(const LatticeRule& rule, const Shape& shape) {
    if (!rule.by_axes()) return {rule.patterns, {rule.phase[0], rule.phase[1]}};
    Pattern steps{{}};
    for (const std::int64_t length : shape) {
        const int reach = static_cast<int>(std::min<std::int64_t>(rule.reach, length - 1));
        Pattern longer;
        for (const std::vector<int>& step : steps) {
            for (int along = -reach; along <= reach; ++along) {
                longer.push_back(step);
                longer.back().push_back(along);
            }
        }
        steps = std::move(longer);
    }
    std::erase(steps, std::vector<int>(shape.size(), 0));
    return {{std::move(steps)}, std::vector<int>(shape.size(), 0)};
}

std::int64_t cell_count(const Shape& shape, std::int64_t most) {
    std::int64_t cells = 1;
    for (const std::int64_t length : shape) {
        if (length > most / cells) return most + 1;
        cells *= length;
    }
    return cells;
}

Shape fitting_shape(const Shape& shape, std::int64_t cells) {
    const auto shortened = [&shape](std::int64_t longest) {
        Shape found = shape;
        for (std::int64_t& length : found) length = std::min(length, longest);
        return found;
    };
    std::int64_t low = 1, high = *std::max_element(shape.begin(), shape.end());
    while (low < high) {
        const std::int64_t middle = low + (high - low + 1) / 2;
        if (cell_count(shortened(middle), cells) <= cells)
            low = middle;
        else
            high = middle - 1;
    }
    return shortened(low);
}

bool shares_rows(const LatticeRule& rule, const Shape& shape) {
    const std::int64_t width = candidate_count(rule, shape) + 1;
    std::int64_t kinds = 1;
    for (const std::int64_t length : shape) {
        kinds *= std::min<std::int64_t>(length, (2 * rule.reach + 1) * rule.period());
        if (kinds * width > kMostSteps) return false;
    }
    return true;
}

SharedRows shared_rows(const LatticeRule& rule, const Shape& shape) {
    if (!shares_rows(rule, shape)) throw std::invalid_argument("the board needs too many rows");
    std::vector<AxisClasses> axes;
    std::vector<std::int64_t> counts;
    for (const std::int64_t length : shape) {
        axes.push_back(classify(rule, length));
        counts.push_back(static_cast<std::int64_t>(axes.back().firsts.size()));
    }
    SharedRows found;
    std::vector<std::uint16_t> starts;
    const NeighborFinder finder(rule, shape);
    std::vector<std::int32_t> around;
    Place chosen(shape.size(), 0), place(shape.size(), 0);
    for (std::int64_t i = cell_count(counts, kMostSteps); i > 0; --i, advance(chosen, counts)) {
        std::int64_t cell = 0;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            place[axis] = axes[axis].firsts[static_cast<std::size_t>(chosen[axis])];
            cell = cell * shape[axis] + place[axis];
        }
        finder.find(place, around);
        starts.push_back(static_cast<std::uint16_t>(found.steps.size()));
        found.steps.push_back(static_cast<std::int32_t>(around.size()));
        for (const std::int32_t other : around)
            found.steps.push_back(other - static_cast<std::int32_t>(cell));
    }
    const std::int64_t cells = cell_count(shape, INT32_MAX);
    found.rows.reserve(static_cast<std::size_t>(cells));
    // The number of the classes of all axes but the last changes once per row of cells.
    const AxisClasses& last = axes.back();
    place.assign(shape.size(), 0);
    for (std::int64_t cell = 0; cell < cells; cell += shape.back()) {
        std::size_t number = 0;
        for (std::size_t axis = 0; axis + 1 < shape.size(); ++axis) {
            const auto along = static_cast<std::size_t>(place[axis]);
            number = number * axes[axis].firsts.size() + axes[axis].numbers[along];
        }
        for (const std::size_t own : last.numbers)
            found.rows.push_back(starts[number * last.firsts.size() + own]);
        place.back() = shape.back() - 1;
        advance(place, shape);
    }
    return found;
}

NeighborLists neighbor_lists(const LatticeRule& rule, const Shape& shape) {
    NeighborLists found;
    const auto cells = static_cast<std::int32_t>(cell_count(shape, INT32_MAX - 1));
    found.offsets.reserve(static_cast<std::size_t>(cells) + 1);
    found.offsets.push_back(0);
    found.targets.reserve(static_cast<std::size_t>(entry_count(rule, shape)));
    if (shares_rows(rule, shape)) {
        const SharedRows shared = shared_rows(rule, shape);
        for (std::int32_t cell = 0; cell < cells; ++cell) {
            const std::int32_t* row =
                shared.steps.data() + shared.rows[static_cast<std::size_t>(cell)];
            for (std::int32_t i = 1; i <= *row; ++i) found.targets.push_back(cell + row[i]);
            found.offsets.push_back(static_cast<std::int64_t>(found.targets.size()));
        }
        return found;
    }
    const NeighborFinder finder(rule, shape);
    std::vector<std::int32_t> around;
    Place place(shape.size(), 0);
    for (std::int32_t cell = 0; cell < cells; ++cell, advance(place, shape)) {
        finder.find(place, around);
        found.targets.insert(found.targets.end(), around.begin(), around.end());
        found.offsets.push_back(static_cast<std::int64_t>(found.targets.size()));
    }
    return found;
}

}  // namespace sapper
