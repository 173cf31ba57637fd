#include "deduction/outcome_enumeration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "counting/weights.hpp"
#include "support/index.hpp"
#include "support/weight_range.hpp"

namespace sapper {

namespace {

// With more components than this the rest of the board is approximated by its mine density.
constexpr std::size_t kManyComponents = 200;
// Up to this many unknown cells all mine probabilities at depth kProbabilities are exact.
constexpr std::int64_t kMaxExactUnknown = 40;

}  // namespace

void OutcomeEnumerator::reset() {
    products_.clear();
}

// The product of the polynomials of the untouched components, scaled to a maximum of 1.
const UntouchedProduct& OutcomeEnumerator::untouched_product(
    Deducer& deducer, const std::vector<std::int32_t>& touched) {
    const auto found = products_.find(touched);
    if (found != products_.end()) return found->second.view;
    Product& product = products_[touched];
    product.weights.assign(1, 1.0);
    std::int32_t low = 0;
    double smallest = 1.0;
    std::vector<double> next;
    for (std::size_t c = 0; c < deducer.polynomials().size(); ++c) {
        if (std::find(touched.begin(), touched.end(), static_cast<std::int32_t>(c)) !=
            touched.end())
            continue;
        const Polynomial& factor = deducer.polynomials()[c];
        next.assign(product.weights.size() + factor.weights.size() - 1, 0.0);
        for (std::size_t i = 0; i < factor.weights.size(); ++i)
            for (std::size_t a = 0; a < product.weights.size(); ++a)
                next[a + i] += product.weights[a] * factor.weights[i];
        WeightExtremes extremes;
        extremes.add(next);
        for (double& w : next) w /= extremes.largest;
        // Both factors are admissible up to here, or a weight has underflowed before.
        const double least = extremes.smallest / extremes.largest;
        smallest = least >= kSmallestWeight ? std::min(smallest, least) : 0.0;
        product.weights.swap(next);
        low += factor.low;
    }
    product.view = {{low, product.weights}, smallest};
    return product.view;
}

const std::vector<Outcome>& OutcomeEnumerator::enumerate(Deducer& deducer, std::int32_t cell,
                                                         Depth depth) {
    const bool many = deducer.polynomials().size() > kManyComponents;
    if (use_lists && !many && depth < Depth::kNextSafety && deducer.in_doubles() &&
        listed_.enumerate(
            deducer, cell,
            [&](const std::vector<std::int32_t>& touched) -> const UntouchedProduct& {
                return untouched_product(deducer, touched);
            },
            outcomes_))
        return outcomes_;

    const Floating outside{build_problem(deducer, cell), 0, deducer.problem().max_per_cell};
    counting_.clear();
    for (const Component& component : problem_.components)
        counting_.add(problem_, component, deducer.budget());
    gather_polynomials();
    Total total = deducer.total();
    if (many && total.known()) {
        const double mined = deducer.floating_mine();
        total.odds = std::max(mined / (1.0 - mined), 1e-12);
    } else if (total.odds < 0.0) {
        polynomials_.push_back(untouched_product(deducer, touched_).polynomial);
    }
    combine(polynomials_, outside, total, false, combined_);
    compute_value_probabilities();
    if (depth == Depth::kNumbers) return outcomes_;

    // If the mine count is tight, that is, it excludes arrangements that the clues allow, an
    // outcome may make cells certain anywhere on the board; otherwise only in the touched
    // components.
    // The mines left to the floating cells.
    std::int64_t least = total.least(), most = total.most(outside.capacity());
    for (const Polynomial& p : polynomials_) {
        least -= p.low + static_cast<std::int64_t>(p.size()) - 1;
        most -= p.low;
    }
    floating_ = outside.plain;
    patches_.clear();
    patch_begin_.assign(1, 0);
    floating_mine_.clear();
    mines_elsewhere_ = -1.0;
    // With few cells left the probabilities in untouched components change noticeably, too, and
    // with an unknown total the floating mines are not what the other cells leave.
    exact_ = depth == Depth::kProbabilities &&
             (deducer.knowledge.unknown_plain() <= kMaxExactUnknown || !total.known());
    const bool limited =
        total.odds < 0.0 && (least < 1 || most > outside.capacity() - outside.max_per_cell);
    const bool tight = !many && (exact_ || limited);
    for (std::size_t which = 0; which < outcomes_.size(); ++which) {
        if (outcomes_[which].probability > 0.0) {
            if (tight)
                evaluate_outcome_tight(deducer, outcomes_[which], which, outside);
            else
                evaluate_outcome(deducer, outcomes_[which], which);
        }
        if (depth != Depth::kProbabilities) {
            patches_.clear();
            continue;
        }
        if (tight)
            floating_mine_.push_back(tight_.floating_safe      ? 0.0
                                     : tight_.floating_certain ? 1.0
                                                               : tight_.floating_mine);
        else
            estimate_floating(deducer);
        patch_begin_.push_back(patches_.size());
    }
    counting_.release_memory();
    return outcomes_;
}

// Builds the counting problem of the touched components, in which the cell is safe and its clue
// value open. Returns the number of floating cells outside of it.
std::int64_t OutcomeEnumerator::build_problem(Deducer& deducer, std::int32_t cell) {
    Knowledge& knowledge = deducer.knowledge;
    touched_.clear();
    const bool unknown = knowledge.unknown(cell);
    const std::int32_t own = unknown ? deducer.component_of(cell) : -1;
    if (own >= 0) touched_.push_back(own);
    const bool was_tracking = std::exchange(knowledge.tracking, false);
    knowledge.begin_probe(cell);
    clues_.clear();
    if (knowledge.room(cell) > 0) clues_.push_back(cell);
    if (own >= 0)
        for (const std::int32_t clue : knowledge.graph().neighbors(cell))
            if (knowledge.room(clue) > 0) clues_.push_back(clue);
    deducer.add_connected_clues(clues_);
    grouper_.group(knowledge, clues_, problem_);
    knowledge.end_probe();
    knowledge.tracking = was_tracking;
    probed_ = problem_.probed_component();

    std::int64_t floating = deducer.problem().floating - (unknown && own < 0 ? 1 : 0);
    for (const std::int32_t other : problem_.group_cells) {
        const std::int32_t component = deducer.component_of(other);
        if (component < 0)
            --floating;
        else if (std::find(touched_.begin(), touched_.end(), component) == touched_.end())
            touched_.push_back(component);
    }
    std::sort(touched_.begin(), touched_.end());
    return floating;
}

// Collects the polynomials of the problem; the first one is that of the probe's component, summed
// over all clue values.
void OutcomeEnumerator::gather_polynomials() {
    polynomials_.clear();
    if (probed_ >= 0) {
        std::int32_t low = std::numeric_limits<std::int32_t>::max(), high = 0;
        for (std::size_t which = 0; which < counting_.counts(to_index(probed_)); ++which) {
            const auto count = counting_.count(to_index(probed_), which);
            low = std::min(low, count.low);
            high = std::max(high, count.low + static_cast<std::int32_t>(count.weights.size()));
        }
        sum_.assign(to_index(high - low), 0.0);
        for (std::size_t which = 0; which < counting_.counts(to_index(probed_)); ++which) {
            const auto count = counting_.count(to_index(probed_), which);
            for (std::size_t i = 0; i < count.weights.size(); ++i)
                sum_[to_index(count.low - low) + i] += count.weights[i];
        }
        polynomials_.push_back({low, sum_});
    }
    for (std::size_t c = 0; c < problem_.components.size(); ++c) {
        if (static_cast<int>(c) == probed_) continue;
        const auto count = counting_.count(c);
        polynomials_.push_back({count.low, count.weights});
    }
}

void OutcomeEnumerator::compute_value_probabilities() {
    outcomes_.clear();
    if (probed_ < 0) {
        outcomes_.push_back({problem_.probe_base, 1.0, 0, 0.0});
        return;
    }
    double sum = 0.0;
    for (std::size_t which = 0; which < counting_.counts(to_index(probed_)); ++which) {
        const auto count = counting_.count(to_index(probed_), which);
        const double* rest = combined_.outside.data() + (count.low - polynomials_[0].low);
        double weight = 0.0;
        for (std::size_t i = 0; i < count.weights.size(); ++i) weight += count.weights[i] * rest[i];
        outcomes_.push_back({count.shown + problem_.probe_base, weight, 0, 0.0});
        sum += weight;
    }
    for (Outcome& outcome : outcomes_) outcome.probability /= sum;
}

void OutcomeEnumerator::add_group(const Problem& problem, const Group& group,
                                  std::int32_t component, std::int32_t low,
                                  const std::vector<double>& weights, Outcome& outcome) {
    double sum = 0.0, mined = 0.0, single = 0.0;
    bool safe = true, certain = true;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] <= 0.0) continue;
        const std::int32_t mines = low + static_cast<std::int32_t>(i);
        safe = safe && mines == 0;
        certain = certain && mines > (group.size() - 1) * problem.max_per_cell;
        sum += weights[i];
        if (mines == 1) single = weights[i];
        mined += weights[i] * one_of_group(group.size(), problem.max_per_cell, mines);
    }
    if (safe) outcome.safe += group.size();
    outcome.next_safety = std::max(outcome.next_safety, 1.0 - mined / sum);
    patches_.push_back({{problem.group_cells.data() + group.cell_begin, to_index(group.size())},
                        component,
                        safe      ? 0.0
                        : certain ? 1.0
                                  : mined / sum,
                        group.size() == 2 ? single / sum : -1.0});
}

// Estimates P(mine) of a floating cell: the mines that are not expected elsewhere, spread evenly.
void OutcomeEnumerator::estimate_floating(const Deducer& deducer) {
    const Total total = deducer.total();
    if (deducer.problem().max_per_cell > 1 || !total.known()) {
        floating_mine_.push_back(combined_.floating_mine);
        return;
    }
    if (mines_elsewhere_ < 0.0) {
        mines_elsewhere_ = 0.0;
        const Problem& problem = deducer.problem();
        for (std::size_t c = 0; c < problem.components.size(); ++c) {
            if (std::binary_search(touched_.begin(), touched_.end(), static_cast<std::int32_t>(c)))
                continue;
            for (std::int32_t g = problem.components[c].group_begin;
                 g < problem.components[c].group_end; ++g)
                mines_elsewhere_ +=
                    deducer.group_mine()[to_index(g)] * problem.groups[to_index(g)].size();
        }
    }
    double mines = static_cast<double>(total.mines) - mines_elsewhere_;
    for (std::size_t i = patch_begin_.back(); i < patches_.size(); ++i)
        mines -= patches_[i].mine * static_cast<double>(patches_[i].cells.size());
    const double mine = floating_ > 0 ? mines / static_cast<double>(floating_) : 0.0;
    floating_mine_.push_back(std::clamp(mine, 0.001, 0.999));
}

void OutcomeEnumerator::evaluate_outcome(Deducer& deducer, Outcome& outcome, std::size_t which) {
    std::size_t next = probed_ >= 0 ? 1 : 0;  // index into polynomials_
    for (std::size_t c = 0; c < problem_.components.size(); ++c) {
        const Component& component = problem_.components[c];
        const bool own = static_cast<int>(c) == probed_;
        const std::size_t place = own ? 0 : next++;
        const auto count = counting_.count(c, own ? which : 0);
        const double* rest = combined_.outside.data() + combined_.begin[place] +
                             (count.low - polynomials_[place].low);
        counting_.backward_pass(c, {rest, count.weights.size()}, own ? which : 0);
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
            const std::int32_t low = counting_.marginal(c, g - component.group_begin, share_);
            add_group(problem_, problem_.groups[to_index(g)], static_cast<std::int32_t>(c), low,
                      share_, outcome);
        }
    }
    // The rest of the board is taken to be as safe as before.
    outcome.next_safety = std::max(outcome.next_safety, 1.0 - combined_.floating_mine);
    for (std::size_t c = 0; c < deducer.problem().components.size(); ++c) {
        if (std::binary_search(touched_.begin(), touched_.end(), static_cast<std::int32_t>(c)))
            continue;
        const Component& component = deducer.problem().components[c];
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g)
            outcome.next_safety =
                std::max(outcome.next_safety, 1.0 - deducer.group_mine()[to_index(g)]);
    }
}

void OutcomeEnumerator::evaluate_outcome_tight(Deducer& deducer, Outcome& outcome,
                                               std::size_t which, const Floating& floating) {
    std::vector<Polynomial>& all = all_;
    all.clear();
    for (std::size_t c = 0; c < problem_.components.size(); ++c) {
        const auto count = counting_.count(c, static_cast<int>(c) == probed_ ? which : 0);
        all.push_back({count.low, count.weights});
    }
    for (std::size_t c = 0; c < deducer.polynomials().size(); ++c)
        if (!std::binary_search(touched_.begin(), touched_.end(), static_cast<std::int32_t>(c)))
            all.push_back(deducer.polynomials()[c]);
    combine(all, floating, deducer.total(), false, tight_);
    std::size_t place = 0;
    const auto weigh = [&](const Problem& problem, const Component& component,
                           Counting<double>& counting, std::size_t c, std::size_t entry) {
        counting.backward_pass(c,
                               {tight_.outside.data() + tight_.begin[place],
                                tight_.begin[place + 1] - tight_.begin[place]},
                               entry);
        ++place;
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g) {
            const std::int32_t low = counting.marginal(c, g - component.group_begin, share_);
            add_group(problem, problem.groups[to_index(g)], static_cast<std::int32_t>(place), low,
                      share_, outcome);
        }
    };
    for (std::size_t c = 0; c < problem_.components.size(); ++c)
        weigh(problem_, problem_.components[c], counting_, c,
              static_cast<int>(c) == probed_ ? which : 0);
    // An untouched component can gain certain cells only if its range of mine counts has narrowed.
    for (std::size_t c = 0; c < deducer.polynomials().size(); ++c) {
        if (std::binary_search(touched_.begin(), touched_.end(), static_cast<std::int32_t>(c)))
            continue;
        const double* before = deducer.combined().outside.data() + deducer.combined().begin[c];
        const double* now = tight_.outside.data() + tight_.begin[place];
        bool narrowed = false;
        for (std::size_t i = 0; i < deducer.polynomials()[c].size(); ++i)
            narrowed = narrowed || (before[i] > 0.0 && now[i] == 0.0);
        const Component& component = deducer.problem().components[c];
        if (narrowed || exact_) {
            weigh(deducer.problem(), component, deducer.counting(), c, 0);
            continue;
        }
        ++place;
        for (std::int32_t g = component.group_begin; g < component.group_end; ++g)
            outcome.next_safety =
                std::max(outcome.next_safety, 1.0 - deducer.group_mine()[to_index(g)]);
    }
    if (floating.plain > 0) {
        if (tight_.floating_safe) outcome.safe += floating.plain;
        outcome.next_safety = std::max(outcome.next_safety, 1.0 - tight_.floating_mine);
    }
}

}  // namespace sapper
