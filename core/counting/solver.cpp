#include "counting/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "counting/combine.hpp"
#include "counting/counting.hpp"

namespace sapper {

namespace {

// Weight of a possible event, relative to the largest weight, if its own underflows a double.
constexpr double kLeastRatio = 1e-250;

// Tables above this size are freed after use.
constexpr std::uint64_t kKeepBytes = 64u << 20;

}  // namespace

class Solver::Work {
  public:
    // Stages. Each first runs the stages it needs and returns at once if its result is up to date.

    void reduce(const Question& question, const ReduceOptions& options) {
        if (stage_ != Stage::kNothing && question.id() == id_ && options == options_) return;
        stage_ = Stage::kNothing;
        reducer_.reduce(question.position(), options, problem);
        id_ = question.id();
        options_ = options;
        stage_ = Stage::kReduced;
    }

    // Forward pass of all components.
    void count(const Question& question, const ReduceOptions& options) {
        reduce(question, options);
        if (stage_ >= Stage::kCounted) return;
        count_ = question.count();
        total_ = Total::of(count_, problem.known_mines);
        if (total_.known() && total_.mines < 0)
            throw Contradiction("there are fewer mines than the clues prove", -1);
        fast_.clear();
        wide_.clear();
        places_.clear();
        budget_ = question.budget();
        for (const Component& component : problem.components) {
            if (fast_.add(problem, component, budget_))
                places_.push_back({false, fast_.size() - 1});
            else
                count_wide(component, budget_, places_.emplace_back());
        }
        stage_ = Stage::kCounted;
    }

    // Convolution of the components under the number of mines of the board.
    void combine_all(const Question& question, const ReduceOptions& options,
                     bool want_frontier = false) {
        count(question, options);
        if (stage_ >= (want_frontier ? Stage::kFrontier : Stage::kCombined)) return;
        stage_ = Stage::kCounted;
        polynomials_.clear();
        summed_.clear();
        summed_.reserve(places_.size());
        for (std::size_t c = 0; c < places_.size(); ++c) polynomials_.push_back(polynomial(c));
        combine(polynomials_, floating(), total_, want_frontier, combined);
        stage_ = want_frontier ? Stage::kFrontier : Stage::kCombined;
    }

    // Groups and components before single clues settle any cell.
    const Problem& unsettled(const Question& question) {
        clues_reducer_.reduce(question.position(), {-1, false}, clues_problem_);
        return clues_problem_;
    }

    // Backward pass of one component, after which marginal() returns the marginals of its groups.
    void backward_pass(std::size_t c) {
        const std::size_t begin = combined.begin[c], end = combined.begin[c + 1];
        if (!places_[c].wide && !combined.out_of_range[c] &&
            fast_.backward_pass(places_[c].index, {combined.outside.data() + begin, end - begin}))
            return;
        if (!places_[c].wide) count_wide(problem.components[c], budget_, places_[c]);
        std::vector<Wide> outside;
        for (std::size_t i = begin; i < end; ++i) outside.push_back(combined.wide_outside(i));
        wide_.backward_pass(places_[c].index, outside);
    }

    // The distribution of the mines in a group (an index relative to the component), with exact
    // zeros; returns the number of mines of its first entry.
    std::int32_t marginal(std::size_t c, std::int32_t group, std::vector<double>& distribution) {
        std::int32_t low = 0;
        if (places_[c].wide) {
            std::vector<Wide> weights;
            low = wide_.marginal(places_[c].index, group, weights);
            to_double(weights, distribution);
        } else {
            low = fast_.marginal(places_[c].index, group, distribution);
        }
        const double sum = std::accumulate(distribution.begin(), distribution.end(), 0.0);
        for (double& p : distribution)
            if (p > 0.0) p = std::max(p / sum, std::numeric_limits<double>::min());
        return low;
    }

    void draw(std::size_t c, std::int32_t mines, Random& random,
              std::span<std::int32_t> groups) const {
        const Place& place = places_[c];
        if (place.wide)
            wide_.draw(place.index, mines, random, groups);
        else
            fast_.draw(place.index, mines, random, groups);
    }

    [[nodiscard]] Counted counted() const {
        return {problem, knowledge(), polynomials_, floating(), total_};
    }

    [[nodiscard]] Floating floating() const {
        return {problem.floating, problem.floating_flagged, problem.max_per_cell};
    }

    [[nodiscard]] double log2_layouts() const {
        double sum = combined.log2_total + count_.log2_ways();
        for (const Place& place : places_) sum += place.log2_scale;
        if (problem.max_per_cell > 1)
            for (std::int32_t cell = 0; cell < knowledge().graph().size(); ++cell)
                if (knowledge().value(cell) > 1)
                    sum -= std::lgamma(knowledge().value(cell) + 1.0) / std::log(2.0);
        return sum;
    }

    // The distribution of the probe's clue value. Call after combine_all.
    void shown(std::size_t c, Shown& out) const {
        const std::int32_t first = polynomials_[c].low;
        std::vector<std::pair<std::int32_t, Wide>> found;
        for_counts(c, [&](std::int32_t number, std::int32_t low, std::size_t size, auto weight) {
            Wide sum;
            const std::size_t begin = combined.begin[c] + static_cast<std::size_t>(low - first);
            for (std::size_t i = 0; i < size; ++i)
                sum += weight(i) * combined.wide_outside(begin + i);
            found.emplace_back(number + problem.probe_base, sum);
        });
        std::sort(found.begin(), found.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
        out.first = found.front().first;
        std::vector<Wide> weights(static_cast<std::size_t>(found.back().first - out.first) + 1);
        for (const auto& [number, weight] : found)
            weights[static_cast<std::size_t>(number - out.first)] = weight;
        to_double(weights, out.probability);
        const double sum = std::accumulate(out.probability.begin(), out.probability.end(), 0.0);
        for (double& p : out.probability) p /= sum;
    }

    void release_memory() {
        if (bytes() <= kKeepBytes) return;
        stage_ = Stage::kNothing;
        fast_.release_memory();
        wide_.release_memory();
    }

    [[nodiscard]] std::size_t entries() const { return fast_.entries() + wide_.entries(); }
    [[nodiscard]] std::uint64_t bytes() const { return fast_.bytes() + wide_.bytes(); }
    [[nodiscard]] int width() const { return std::max(fast_.width(), wide_.width()); }

    [[nodiscard]] const Knowledge& knowledge() const { return reducer_.knowledge; }

    Problem problem;
    Combined combined;

  private:
    enum class Stage { kNothing, kReduced, kCounted, kCombined, kFrontier };
    struct Place {
        bool wide = false;
        std::size_t index = 0;
        double log2_scale = 0.0;  // log2 of the factor divided out of its polynomial
    };

    void count_wide(const Component& component, const Budget& budget, Place& place) {
        wide_.add(problem, component, budget);
        place.wide = true;
        place.index = wide_.size() - 1;
    }

    // Calls f(shown, low, size, weight) for every count of the component; weight(i) returns a wide
    // number.
    template <class F>
    void for_counts(std::size_t c, F f) const {
        const Place& place = places_[c];
        if (place.wide) {
            for (std::size_t which = 0; which < wide_.counts(place.index); ++which) {
                const auto count = wide_.count(place.index, which);
                f(count.shown, count.low, count.weights.size(),
                  [&](std::size_t i) { return count.weights[i]; });
            }
        } else {
            for (std::size_t which = 0; which < fast_.counts(place.index); ++which) {
                const auto count = fast_.count(place.index, which);
                f(count.shown, count.low, count.weights.size(),
                  [&](std::size_t i) { return Wide::make(count.weights[i]); });
            }
        }
    }

    // The component's layouts by mines; with a probe, summed over its clue values.
    Polynomial polynomial(std::size_t c) {
        Place& place = places_[c];
        place.log2_scale = place.wide ? 0.0 : fast_.scale(place.index);
        if (place.wide && wide_.counts(place.index) == 1) {
            const auto count = wide_.count(place.index);
            return {count.low, {}, count.weights};
        }
        if (!place.wide && fast_.counts(place.index) == 1) {
            const auto count = fast_.count(place.index);
            return {count.low, count.weights};
        }
        std::int32_t low = std::numeric_limits<std::int32_t>::max(), high = 0;
        for_counts(c, [&](std::int32_t, std::int32_t first, std::size_t size, auto) {
            low = std::min(low, first);
            high = std::max(high, first + static_cast<std::int32_t>(size));
        });
        std::vector<Wide>& sum = summed_.emplace_back(static_cast<std::size_t>(high - low));
        for_counts(c, [&](std::int32_t, std::int32_t first, std::size_t size, auto weight) {
            for (std::size_t i = 0; i < size; ++i)
                sum[static_cast<std::size_t>(first - low) + i] += weight(i);
        });
        return {low, {}, sum};
    }

    // Converts weights to doubles relative to the largest one. Positive weights stay positive.
    static void to_double(const std::vector<Wide>& from, std::vector<double>& to) {
        double largest = -HUGE_VAL;
        for (const Wide& w : from) largest = std::max(largest, w.log2());
        to.clear();
        for (const Wide& w : from)
            to.push_back(w.mantissa > 0.0 ? std::max(std::exp2(w.log2() - largest), kLeastRatio)
                                          : 0.0);
    }

    // The question and options to which the results belong.
    std::uint64_t id_ = 0;
    ReduceOptions options_;
    Stage stage_ = Stage::kNothing;
    Reducer reducer_, clues_reducer_;
    Problem clues_problem_;
    MineCount count_{0};
    Total total_;  // refers to count_
    Budget budget_;
    Counting<double> fast_;
    Counting<Wide> wide_;
    std::vector<Place> places_;
    std::vector<Polynomial> polynomials_;
    std::vector<std::vector<Wide>> summed_;
};

Solver::Solver() : work_(std::make_unique<Work>()) {}
Solver::~Solver() = default;

void Solver::solve(const Question& question, Solution& solution) {
    Work& work = *work_;
    work.combine_all(question, {});
    const Position& position = question.position();
    const Problem& problem = work.problem;

    const auto cells = static_cast<std::size_t>(position.graph.size());
    std::vector<double>& probability = solution.mine_probability;
    probability.resize(cells);
    solution.safe.clear();
    solution.mines.clear();
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    const double floating_mine = work.combined.floating_mine;
    const std::span<const std::int16_t> values = work.knowledge().values();
    std::fill(probability.begin(), probability.end(), kNaN);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (position.states[cell] == kCovered || position.states[cell] == kOutside)
            probability[cell] =
                values[cell] == kUnknown ? floating_mine : (values[cell] > 0 ? 1.0 : 0.0);
        else if (position.states[cell] == kFlagged)
            probability[cell] = 1.0;
    }
    // Only certain cells have probability 0 or 1.
    const auto inside = [](double p) {
        return std::clamp(p, std::numeric_limits<double>::min(), std::nextafter(1.0, 0.0));
    };
    if (problem.floating > 0 && !work.combined.floating_safe && !work.combined.floating_certain &&
        (floating_mine <= 0.0 || floating_mine >= 1.0))
        for (std::size_t cell = 0; cell < cells; ++cell)
            if (position.states[cell] != kFlagged &&
                work.knowledge().unknown(static_cast<std::int32_t>(cell)))
                probability[cell] = inside(floating_mine);

    std::vector<double> distribution;
    for (std::size_t c = 0; c < problem.components.size(); ++c) {
        work.backward_pass(c);
        const Component& component = problem.components[c];
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
            const Group& group = problem.groups[static_cast<std::size_t>(g)];
            const std::int32_t low = work.marginal(c, g - component.group_begin, distribution);
            double mined = 0.0;
            bool safe = !group.flagged, certain = true;
            for (std::size_t i = 0; i < distribution.size(); ++i) {
                if (distribution[i] <= 0.0) continue;
                const std::int32_t mines = low + static_cast<std::int32_t>(i);
                safe = safe && mines == 0;
                certain =
                    certain && (group.flagged || mines > (group.size() - 1) * problem.max_per_cell);
                mined +=
                    distribution[i] *
                    (group.flagged ? 1.0 : one_of_group(group.size(), problem.max_per_cell, mines));
            }
            const double p = safe ? 0.0 : certain ? 1.0 : inside(mined);
            for (std::int32_t i = group.cell_begin; i < group.cell_end; ++i)
                probability[static_cast<std::size_t>(
                    problem.group_cells[static_cast<std::size_t>(i)])] = p;
        }
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (position.states[cell] != kCovered && position.states[cell] != kFlagged) continue;
        if (probability[cell] == 0.0) solution.safe.push_back(static_cast<std::int32_t>(cell));
        if (probability[cell] == 1.0) solution.mines.push_back(static_cast<std::int32_t>(cell));
    }
    solution.log2_layouts = work.log2_layouts();
    solution.width = work.width();
    solution.entries = work.entries();
    solution.bytes = work.bytes();
}

void Solver::details(const Question& question, Details& details) {
    Work& work = *work_;
    const Position& position = question.position();
    const Problem& whole = work.unsettled(question);
    work.combine_all(question, {}, true);
    const Problem& problem = work.problem;
    struct GroupMines {
        std::int32_t size, low;
        std::vector<double> mines;
    };
    std::vector<GroupMines> counted(problem.groups.size());
    std::vector<std::int32_t> group_of(static_cast<std::size_t>(position.graph.size()), -1);
    for (std::size_t c = 0; c < problem.components.size(); ++c) {
        work.backward_pass(c);
        const Component& component = problem.components[c];
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
            const Group& group = problem.groups[static_cast<std::size_t>(g)];
            GroupMines& found = counted[static_cast<std::size_t>(g)];
            found.size = group.size();
            found.low = work.marginal(c, g - component.group_begin, found.mines);
            for (std::int32_t i = group.cell_begin; i < group.cell_end; ++i)
                group_of[static_cast<std::size_t>(
                    problem.group_cells[static_cast<std::size_t>(i)])] = g;
        }
    }

    details.groups.clear();
    for (std::size_t c = 0; c < whole.components.size(); ++c)
        for (std::int32_t g = whole.components[c].group_begin; g < whole.components[c].group_end;
             ++g) {
            const Group& group = whole.groups[static_cast<std::size_t>(g)];
            GroupTable& table = details.groups.emplace_back();
            table.component = static_cast<int>(c);
            table.cells.assign(whole.group_cells.begin() + group.cell_begin,
                               whole.group_cells.begin() + group.cell_end);
            for (const std::int32_t other : position.graph.neighbors(table.cells.front()))
                if (position.states[static_cast<std::size_t>(other)] >= 0)
                    table.clues.push_back(other);
            // The cells of a group are interchangeable, so either all or none of them are settled.
            const std::int32_t cell = table.cells.front();
            const std::int32_t now = group_of[static_cast<std::size_t>(cell)];
            if (now < 0) {
                table.low = group.size() * work.knowledge().value(cell);
                table.mines.assign(1, 1.0);
                continue;
            }
            const GroupMines& found = counted[static_cast<std::size_t>(now)];
            table.low = group.flagged ? group.size() : 0;
            table.mines = part_of_group(group.size(), found.size, problem.max_per_cell,
                                        group.flagged, found.low, found.mines);
        }
    std::int64_t outside = 0;  // flagged cells next to no clue
    for (std::int32_t cell = 0; cell < position.graph.size(); ++cell) {
        if (position.states[static_cast<std::size_t>(cell)] != kFlagged) continue;
        const auto around = position.graph.neighbors(cell);
        outside += std::none_of(around.begin(), around.end(), [&](std::int32_t other) {
            return position.states[static_cast<std::size_t>(other)] >= 0;
        });
    }
    details.frontier_first = work.combined.frontier_first + problem.known_mines - outside;
    details.frontier = work.combined.frontier;
    details.totals.clear();
    for (std::size_t i = 0; i < work.combined.totals.size(); ++i)
        details.totals.push_back({question.count().totals()[i].mines, work.combined.totals[i]});
}

void Solver::shown(const Question& question, std::int32_t cell, Shown& shown) {
    Work& work = *work_;
    work.combine_all(question, {cell, true});
    const int component = work.problem.probed_component();
    if (component >= 0) {
        work.shown(static_cast<std::size_t>(component), shown);
    } else {
        shown.first = work.problem.probe_base;
        shown.probability.assign(1, 1.0);
    }
}

Counted Solver::counted(const Question& question) {
    work_->combine_all(question, {});
    return work_->counted();
}

void Solver::draw(std::size_t component, std::int32_t mines, Random& random,
                  std::span<std::int32_t> groups) const {
    work_->draw(component, mines, random, groups);
}

void Solver::release_memory() {
    work_->release_memory();
}

bool Solver::feasible(const Question& question) {
    try {
        work_->combine_all(question, {});
    } catch (const Contradiction&) {
        return false;
    }
    return true;
}

ExactCounter Solver::counter(const Question& question, const ReduceOptions& options) {
    work_->reduce(question, options);
    std::vector<std::int16_t> values;
    const std::int32_t cells = question.position().graph.size();
    values.reserve(static_cast<std::size_t>(cells));
    for (std::int32_t cell = 0; cell < cells; ++cell)
        values.push_back(work_->knowledge().value(cell));
    return {work_->problem, std::move(values), question.budget()};
}

}  // namespace sapper
