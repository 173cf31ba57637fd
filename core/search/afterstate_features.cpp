#include "search/afterstate_features.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace sapper {

namespace {

double binary_entropy(double p) {
    return -p * std::log2(p) - (1.0 - p) * std::log2(1.0 - p);
}

bool undecided(double mine) {
    return mine > 0.0 && mine < 1.0;
}

template <std::size_t N>
std::size_t bin(const std::array<double, N>& edges, double x) {
    return static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), x) -
                                    edges.begin());
}

constexpr std::array<double, 11> kProbabilityEdges = {0.08, 0.16, 0.24, 0.32, 0.4, 0.48,
                                                      0.52, 0.6,  0.7,  0.8,  0.9};
constexpr std::array<double, 5> kSafetyEdges = {0.51, 0.58, 0.66, 0.75, 0.85};

}  // namespace

void AfterstateFeatures::Sums::add(double mine, bool at_border, bool contact, double sign) {
    probability_bins[contact][bin(kProbabilityEdges, mine)] += sign;
    const double small = std::min(mine, 1.0 - mine);
    cells += sign;
    mines += sign * mine;
    error += sign * small;
    entropy += sign * binary_entropy(mine);
    if (small > 0.4) even += sign;
    const double safety = 1.0 - mine;
    safety4 += sign * safety * safety * safety * safety;
    if (at_border) border += sign;
}

AfterstateFeatures::AfterstateFeatures(const Graph& graph, Deducer& deducer)
    : graph_(graph), deducer_(deducer), cell_pairs_(graph) {
    const auto cells = to_index(graph.size());
    std::size_t most = 0;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        most = std::max(most, graph.neighbors(cell).size());
    border_.resize(cells);
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        border_[to_index(cell)] = graph.neighbors(cell).size() < most;
    mine_.resize(cells);
    single_.resize(cells);
    component_.resize(cells);
    floats_.resize(cells);
    contact_.resize(cells);
}

void AfterstateFeatures::reset(std::int64_t all_mines) {
    enumerator_.reset();
    all_mines_ = static_cast<double>(all_mines);
    gather_cells();
    gather_components();
    gather_pairs();
}

void AfterstateFeatures::gather_cells() {
    const Knowledge& knowledge = deducer_.knowledge;
    floating_cells_.clear();
    floating_border_ = safe_ = safe_contacts_ = 0.0;
    frontier_ = {};
    for (std::int32_t cell = 0; cell < graph_.size(); ++cell) {
        const std::size_t i = to_index(cell);
        single_[i] = -1.0;
        component_[i] = -1;
        floats_[i] = 0;
        if (!knowledge.unknown(cell)) {
            mine_[i] = knowledge.value(cell) > 0 ? 1.0 : 0.0;
            const bool opened = knowledge.room(cell) >= 0 || knowledge.unread(cell);
            if (mine_[i] == 0.0 && !opened) {
                safe_ += 1.0;
                safe_contacts_ += unknown_neighbors(cell);
            }
            continue;
        }
        const std::int32_t group = deducer_.group_of(cell);
        if (group < 0) {
            mine_[i] = deducer_.floating_mine();
            floats_[i] = 1;
            floating_cells_.push_back(cell);
            if (border_[i]) floating_border_ += 1.0;
        } else {
            mine_[i] = deducer_.group_mine()[to_index(group)];
            component_[i] = deducer_.component_of(cell);
        }
    }
    for (std::int32_t cell = 0; cell < graph_.size(); ++cell) {
        const std::size_t i = to_index(cell);
        if (component_[i] < 0) continue;
        contact_[i] = contact(cell);
        frontier_.add(mine_[i], border_[i], contact_[i], 1.0);
    }
    pockets_ = 0.0;
    for (const std::int32_t cell : floating_cells_) {
        int around = 0;
        for (const std::int32_t other : graph_.neighbors(cell)) around += floats_[to_index(other)];
        if (around < 3) pockets_ += 1.0;
    }
}

// Whether a cell has unknown neighbours outside of its component.
bool AfterstateFeatures::contact(std::int32_t cell) const {
    for (const std::int32_t other : graph_.neighbors(cell))
        if (undecided(mine_[to_index(other)]) &&
            component_[to_index(other)] != component_[to_index(cell)])
            return true;
    return false;
}

// Number of unknown neighbours of a cell.
double AfterstateFeatures::unknown_neighbors(std::int32_t cell) const {
    const auto around = graph_.neighbors(cell);
    return static_cast<double>(std::count_if(around.begin(), around.end(), [&](std::int32_t other) {
        return deducer_.knowledge.unknown(other);
    }));
}

void AfterstateFeatures::gather_components() {
    const Problem& problem = deducer_.problem();
    components_.assign(problem.components.size(), {});
    for (std::size_t c = 0; c < problem.components.size(); ++c)
        for (std::int32_t g = problem.components[c].group_begin;
             g < problem.components[c].group_end; ++g) {
            const Group& group = problem.groups[to_index(g)];
            components_[c].best =
                std::max(components_[c].best, 1.0 - deducer_.group_mine()[to_index(g)]);
            if (group.size() == 2) store_single(c, g);
            for (std::int32_t i = group.cell_begin; i < group.cell_end; ++i)
                if (contact_[to_index(problem.group_cells[to_index(i)])])
                    components_[c].closed = false;
        }
}

// For a group of two cells: stores the probability that exactly one of them is mined.
void AfterstateFeatures::store_single(std::size_t component, std::int32_t group) {
    const Problem& problem = deducer_.problem();
    const std::int32_t low = deducer_.counting().marginal(
        component, group - problem.components[component].group_begin, share_);
    double sum = 0.0, one = 0.0;
    for (std::size_t i = 0; i < share_.size(); ++i) {
        sum += share_[i];
        if (low + static_cast<std::int32_t>(i) == 1) one = share_[i];
    }
    const std::int32_t begin = problem.groups[to_index(group)].cell_begin;
    for (const std::int32_t i : {begin, begin + 1})
        single_[to_index(problem.group_cells[to_index(i)])] = one / sum;
}

double AfterstateFeatures::risk(const CellPairs::Pair& pair, std::size_t& kind) const {
    const double p = mine_[to_index(pair.first)], q = mine_[to_index(pair.second)];
    kind = kSure;
    if (!undecided(p) || !undecided(q)) return 0.0;
    double risk = p * (1.0 - q) + q * (1.0 - p);
    if (single_[to_index(pair.first)] >= 0.0 &&
        single_[to_index(pair.first)] == single_[to_index(pair.second)] &&
        component_[to_index(pair.first)] == component_[to_index(pair.second)] && p == q)
        risk = single_[to_index(pair.first)];
    bool sure = true, near = !floats_[to_index(pair.first)] || !floats_[to_index(pair.second)];
    for (const std::int32_t witness : cell_pairs_.witnesses(pair)) {
        const double mine = mine_[to_index(witness)];
        if (mine == 1.0) continue;
        risk *= mine;
        sure = false;
        near = near || !floats_[to_index(witness)];
    }
    kind = sure ? kSure : near ? kNear : kFar;
    return risk;
}

void AfterstateFeatures::gather_pairs() {
    risks_ = {};
    pairs_.assign(cell_pairs_.pairs().size(), {false, kSure, 0.0});
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const CellPairs::Pair& cells = cell_pairs_.pairs()[i];
        if (!undecided(mine_[to_index(cells.first)]) || !undecided(mine_[to_index(cells.second)]))
            continue;
        const auto witnesses = cell_pairs_.witnesses(cells);
        if (std::any_of(witnesses.begin(), witnesses.end(),
                        [&](std::int32_t w) { return mine_[to_index(w)] == 0.0; }))
            continue;
        Pair& pair = pairs_[i];
        pair.live = true;
        pair.risk = risk(cells, pair.kind);
        risks_[pair.kind] += pair.risk;
    }
    seen_.assign(pairs_.size(), 0);
    stamp_ = 0;
}

const std::vector<Afterstate>& AfterstateFeatures::compute(std::int32_t cell) {
    const std::vector<Outcome>& outcomes =
        enumerator_.enumerate(deducer_, cell, OutcomeEnumerator::Depth::kProbabilities);
    afterstates_.resize(outcomes.size());
    for (std::size_t which = 0; which < outcomes.size(); ++which) {
        Afterstate& afterstate = afterstates_[which];
        afterstate.number = outcomes[which].number;
        afterstate.probability = outcomes[which].probability;
        afterstate.won = false;
        if (afterstate.probability > 0.0) evaluate(cell, which, afterstate);
    }
    assert(std::abs(std::accumulate(afterstates_.begin(), afterstates_.end(), 0.0,
                                    [](double sum, const Afterstate& afterstate) {
                                        return sum + afterstate.probability;
                                    }) -
                    1.0) < 1e-6);
    return afterstates_;
}

std::int32_t AfterstateFeatures::dominating_cell(std::int32_t cell) {
    certain_.resize(to_index(graph_.size()));
    std::int32_t outcomes = 0, found = -1;
    const auto each = [&](auto f) {
        for (std::size_t which = 0; which < afterstates_.size(); ++which)
            if (afterstates_[which].probability > 0.0)
                for (const OutcomeEnumerator::Patch& patch : enumerator_.patches(which))
                    if (patch.mine == 0.0)
                        for (const std::int32_t other : patch.cells) f(other);
    };
    for (const Afterstate& afterstate : afterstates_) outcomes += afterstate.probability > 0.0;
    each([&](std::int32_t other) { certain_[to_index(other)] = 0; });
    double least = mine_[to_index(cell)];
    each([&](std::int32_t other) {
        if (++certain_[to_index(other)] < outcomes || !undecided(mine_[to_index(other)])) return;
        if (mine_[to_index(other)] >= least) return;
        least = mine_[to_index(other)];
        found = other;
    });
    return found;
}

void AfterstateFeatures::evaluate(std::int32_t cell, std::size_t outcome, Afterstate& afterstate) {
    Summary after;
    after.sums = frontier_;
    after.floating_border = floating_border_;
    after.safe = safe_;
    after.safe_contacts = safe_contacts_;
    after.safety = 1.0 - mine_[to_index(cell)];
    if (after.safety == 1.0) {  // the cell was one of the safe ones
        after.safe -= 1.0;
        after.safe_contacts -= unknown_neighbors(cell);
    }
    apply_outcome(cell, outcome, after);
    add_patches(outcome, after);
    summarize_components(outcome, after);
    update_pairs(after);
    undo_outcome();
    afterstate.won = after.sums.cells < 0.5 && (enumerator_.floating() == 0 ||
                                                !undecided(enumerator_.floating_mine(outcome)));
    fill(outcome, afterstate.probability, after, afterstate.features);
}

// Applies an outcome to the per-cell values and removes the replaced ones from the sums.
void AfterstateFeatures::apply_outcome(std::int32_t cell, std::size_t outcome, Summary& after) {
    saved_.clear();
    touched_component_.assign(components_.size(), 0);
    const auto replace = [&](std::int32_t taken, double mine, double single,
                             std::int32_t component) {
        const std::size_t i = to_index(taken);
        if (undecided(mine_[i])) {
            if (floats_[i]) {
                if (border_[i]) after.floating_border -= 1.0;
            } else {
                if (component_[i] >= 0) touched_component_[to_index(component_[i])] = 1;
                after.sums.add(mine_[i], border_[i], contact_[i], -1.0);
            }
        }
        saved_.push_back({taken, component_[i], mine_[i], single_[i], floats_[i]});
        mine_[i] = mine;
        single_[i] = single;
        component_[i] = component;
        floats_[i] = 0;
    };
    replace(cell, 0.0, -1.0, -1);
    const auto old_components = static_cast<std::int32_t>(components_.size());
    for (const OutcomeEnumerator::Patch& patch : enumerator_.patches(outcome))
        for (const std::int32_t other : patch.cells)
            replace(other, patch.mine, patch.single, old_components + patch.component);
}

void AfterstateFeatures::undo_outcome() {
    for (const Saved& before : saved_) {
        const std::size_t i = to_index(before.cell);
        mine_[i] = before.mine;
        single_[i] = before.single;
        component_[i] = before.component;
        floats_[i] = before.floats;
    }
}

// Adds the changed cells to the sums.
void AfterstateFeatures::add_patches(std::size_t outcome, Summary& after) {
    new_components_.clear();
    for (const OutcomeEnumerator::Patch& patch : enumerator_.patches(outcome)) {
        if (patch.mine == 0.0) {
            after.safe += static_cast<double>(patch.cells.size());
            for (const std::int32_t cell : patch.cells)
                for (const std::int32_t neighbor : graph_.neighbors(cell))
                    if (undecided(mine_[to_index(neighbor)])) after.safe_contacts += 1.0;
        }
        if (!undecided(patch.mine)) continue;
        if (new_components_.size() <= to_index(patch.component))
            new_components_.resize(to_index(patch.component) + 1);
        ComponentSummary& component = new_components_[to_index(patch.component)];
        component.best = std::max(component.best, 1.0 - patch.mine);
        for (const std::int32_t cell : patch.cells) {
            const bool outside = contact(cell);
            after.sums.add(patch.mine, border_[to_index(cell)], outside, 1.0);
            if (outside) component.closed = false;
        }
    }
}

// Summarises the components, and finds the safest clicks of two different ones.
void AfterstateFeatures::summarize_components(std::size_t outcome, Summary& after) const {
    const auto compare = [&](double safety) {
        after.second = std::max(after.second, std::min(after.best, safety));
        after.best = std::max(after.best, safety);
    };
    const auto count = [&](const ComponentSummary& component) {
        if (component.best <= 0.0) return;
        after.component_counts[component.closed] += 1.0;
        after.log_best[component.closed] += std::log(component.best);
        after.safety_bins[component.closed][bin(kSafetyEdges, component.best)] += 1.0;
        compare(component.best);
    };
    for (std::size_t c = 0; c < components_.size(); ++c)
        if (!touched_component_[c]) count(components_[c]);
    for (const ComponentSummary& component : new_components_) count(component);
    const double mine = enumerator_.floating_mine(outcome);
    if (enumerator_.floating() == 0 || mine >= 1.0) return;
    compare(1.0 - mine);
    if (mine <= 0.0) after.safe += static_cast<double>(enumerator_.floating());
}

// Updates the risks of the pairs whose cells or witnesses have changed.
void AfterstateFeatures::update_pairs(Summary& after) {
    after.risks = risks_;
    ++stamp_;
    for (const Saved& before : saved_)
        for (const std::size_t i : cell_pairs_.touching(before.cell)) {
            if (!pairs_[i].live || seen_[i] == stamp_) continue;
            seen_[i] = stamp_;
            after.risks[pairs_[i].kind] -= pairs_[i].risk;
            std::size_t kind = kSure;
            const double now = risk(cell_pairs_.pairs()[i], kind);
            after.risks[kind] += now;
        }
}

// Writes the features. The scales are for readability only; the network standardises its inputs.
void AfterstateFeatures::fill(std::size_t outcome, double probability, const Summary& after,
                              Features& features) const {
    const double known = enumerator_.floating() > 0 ? enumerator_.floating_mine(outcome) : 0.0;
    const double floating = undecided(known) ? static_cast<double>(enumerator_.floating()) : 0.0;
    const double floating_mine = floating > 0.0 ? known : 0.0;
    const double unknown = after.sums.cells + floating;
    const double mines = after.sums.mines + floating * floating_mine;
    const double layouts =
        std::max(0.0, deducer_.log2_layouts() + std::log2(after.safety * probability));
    const bool safe = after.safe > 0.0;
    const auto cells = static_cast<double>(graph_.size());
    const std::array<double, kScalars> scalars = {
        std::log1p(unknown) / 3.0,
        unknown / 100.0,
        mines / 20.0,
        mines / std::max(unknown, 1.0),
        floating / 100.0,
        floating_mine,
        floating > 0.0 ? 1.0 : 0.0,
        after.sums.cells / 30.0,
        std::log1p(after.safe),
        safe ? 1.0 : 0.0,
        std::log1p(after.safe_contacts) / 2.0,
        safe && after.safe_contacts == 0.0 ? 1.0 : 0.0,
        after.best,
        safe ? 1.0 : after.best,
        safe ? 0.0 : -std::log(std::max(after.best, 1e-3)),
        after.second,
        after.sums.error / 5.0,
        after.sums.entropy / 10.0,
        after.sums.even / 5.0,
        after.sums.safety4 / 5.0,
        after.component_counts[0] / 3.0,
        after.component_counts[1] / 2.0,
        after.log_best[0],
        after.log_best[1],
        after.risks[kSure],
        after.risks[kNear],
        after.risks[kFar],
        std::sqrt(std::max(after.risks[kNear], 0.0)),
        std::sqrt(std::max(after.risks[kFar], 0.0)),
        layouts / 50.0,
        std::log1p(layouts),
        after.sums.border / 10.0,
        after.floating_border / 20.0,
        all_mines_ / cells * 3.0,
        std::log(cells) / 5.0,
        after.sums.cells > 0.0 ? after.sums.entropy / after.sums.cells : 0.0,
        std::log1p(pockets_),
    };
    auto out = std::transform(scalars.begin(), scalars.end(), features.begin(),
                              [](double value) { return static_cast<float>(value); });
    for (const auto& bins : after.sums.probability_bins)
        for (const double value : bins) *out++ = static_cast<float>(value);
    for (const auto& bins : after.safety_bins)
        for (const double value : bins) *out++ = static_cast<float>(value);
}

}  // namespace sapper
