#include "published.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "knowledge.hpp"

namespace sapper {

namespace {

constexpr int kMaxDepth = 5;
constexpr std::int64_t kWork = 200'000'000;  // comparisons of two constraints, a decision
constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min();

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

bool is_covered(std::int16_t state) {
    return state == kCovered || state == kFlagged;
}

// The exposed cells, which are the variables, and one constraint for each opened cell beside them.
// Variables are numbered in the order the program lists a cell's neighbours in, column by column on
// a grid; a constraint is a set of them, `words` words of bits, and the mines among them.
struct Boundary {
    std::vector<std::int32_t> cells;
    std::vector<std::int32_t> variable;  // of a cell, or -1
    std::size_t words = 1;
    std::vector<std::uint64_t> sets;
    std::vector<std::int32_t> sums;
};

Boundary read_boundary(const Graph& graph, std::span<const std::int16_t> states,
                       std::span<const char> flagged) {
    Boundary boundary;
    boundary.variable.assign(at(graph.size()), -1);
    const auto unknown = [&](std::int32_t cell) {
        return is_covered(states[at(cell)]) && flagged[at(cell)] == 0;
    };
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        if (!unknown(cell)) continue;
        const auto around = graph.neighbors(cell);
        if (std::any_of(around.begin(), around.end(),
                        [&](std::int32_t other) { return !is_covered(states[at(other)]); }))
            boundary.cells.push_back(cell);
    }
    // On a grid the first cell's last neighbour is one column and one row away.
    const auto corner = graph.neighbors(0);
    const std::int32_t columns = corner.empty() ? 1 : std::max(corner.back() - 1, 1);
    std::stable_sort(boundary.cells.begin(), boundary.cells.end(),
                     [&](std::int32_t a, std::int32_t b) { return a % columns < b % columns; });
    for (std::size_t i = 0; i < boundary.cells.size(); ++i)
        boundary.variable[at(boundary.cells[i])] = static_cast<std::int32_t>(i);
    boundary.words = std::max<std::size_t>(1, (boundary.cells.size() + 63) / 64);
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        if (states[at(cell)] < 0) continue;
        std::int32_t flags = 0;
        std::vector<std::uint64_t> set(boundary.words, 0);
        bool any = false;
        for (const std::int32_t other : graph.neighbors(cell)) {
            if (flagged[at(other)] != 0) ++flags;
            if (!unknown(other)) continue;
            const auto v = at(boundary.variable[at(other)]);
            set[v / 64] |= std::uint64_t{1} << (v % 64);
            any = true;
        }
        if (!any) continue;
        boundary.sets.insert(boundary.sets.end(), set.begin(), set.end());
        boundary.sums.push_back(states[at(cell)] - flags);
    }
    return boundary;
}

struct Solution {
    std::int32_t variable, sum;
    std::int32_t previous;  // solution of the same variable, or -1
};

class Inferrer {
  public:
    Inferrer(const Boundary& boundary, std::int64_t& work);

    // Everything that follows from the boundary and the assumptions, which count as constraints.
    void solve(std::span<const Solution> assumptions);

    [[nodiscard]] const std::vector<Solution>& solutions() const { return solutions_; }
    // What the last solution of a variable says, or kNone.
    [[nodiscard]] std::int32_t value(std::int32_t variable) const {
        const std::int32_t last = last_[at(variable)];
        return last < 0 ? kNone : solutions_[at(last)].sum;
    }
    bool has_contradiction = false;

  private:
    // HashSet<Constraint>: slots in order of insertion, the last one freed taken first, and hash
    // codes as they were when the constraint went in.
    struct Set {
        struct Slot {
            std::int32_t constraint, next;
            std::uint32_t hash;
        };
        std::vector<Slot> slots;
        std::vector<std::int32_t> heads, free;
    };

    [[nodiscard]] const std::uint64_t* bits(std::int32_t c) const {
        return sets_.data() + at(c) * boundary_.words;
    }
    [[nodiscard]] bool empty(std::int32_t c) const { return size_[at(c)] == 0; }
    [[nodiscard]] bool same(std::int32_t a, std::int32_t b) const;
    [[nodiscard]] bool within(std::int32_t inner, std::int32_t outer) const;
    [[nodiscard]] std::int32_t first(std::int32_t c) const;
    [[nodiscard]] std::uint32_t hash(std::int32_t c) const {
        return ids_[at(c)] ^ static_cast<std::uint32_t>(sum_[at(c)]);
    }
    std::int32_t create(const std::uint64_t* set, std::int32_t sum);
    void clear(Set& set) const;
    [[nodiscard]] bool contains(const Set& set, std::int32_t c) const;
    bool add(Set& set, std::int32_t c) const;
    void remove(Set& set, std::int32_t c) const;
    template <typename Visit>
    void each_variable(std::int32_t c, Visit visit) const;

    void add_solution(std::int32_t variable, std::int32_t sum);
    void solve_trivials();
    void construct_constraints();
    void subtract(std::int32_t x, std::int32_t y);
    void remove_empty();
    void update_solutions();
    [[nodiscard]] bool any_new(std::int32_t created);

    const Boundary& boundary_;
    std::int64_t& work_;
    // Constraints by number: set, its size, the exclusive or of its cells, mines.
    std::vector<std::uint64_t> sets_;
    std::vector<std::int32_t> size_, sum_;
    std::vector<std::uint32_t> ids_;
    Set constraints_, other_;
    std::vector<std::int32_t> list_, old_, safe_, mined_, inner_;
    std::vector<std::vector<std::int32_t>> starting_;  // in list_, by lowest variable; then empty
    std::vector<Solution> solutions_;
    std::vector<std::int32_t> first_, last_;  // solution of a variable, or -1
    std::vector<std::uint64_t> scratch_;
};

Inferrer::Inferrer(const Boundary& boundary, std::int64_t& work)
    : boundary_(boundary), work_(work), starting_(boundary.cells.size() + 1) {
    const std::size_t buckets = std::bit_ceil(2 * boundary.sums.size() + 64);
    constraints_.heads.resize(buckets);
    other_.heads.resize(buckets);
    scratch_.resize(boundary.words);
}

template <typename Visit>
void Inferrer::each_variable(std::int32_t c, Visit visit) const {
    for (std::size_t w = 0; w < boundary_.words; ++w)
        for (std::uint64_t rest = bits(c)[w]; rest != 0; rest &= rest - 1)
            visit(static_cast<std::int32_t>(w * 64) + std::countr_zero(rest));
}

bool Inferrer::same(std::int32_t a, std::int32_t b) const {
    return sum_[at(a)] == sum_[at(b)] && std::equal(bits(a), bits(a) + boundary_.words, bits(b));
}

bool Inferrer::within(std::int32_t inner, std::int32_t outer) const {
    for (std::size_t w = 0; w < boundary_.words; ++w)
        if ((bits(inner)[w] & ~bits(outer)[w]) != 0) return false;
    return true;
}

std::int32_t Inferrer::first(std::int32_t c) const {
    for (std::size_t w = 0; w < boundary_.words; ++w)
        if (bits(c)[w] != 0)
            return static_cast<std::int32_t>(w * 64) + std::countr_zero(bits(c)[w]);
    return static_cast<std::int32_t>(boundary_.cells.size());
}

std::int32_t Inferrer::create(const std::uint64_t* set, std::int32_t sum) {
    const auto c = static_cast<std::int32_t>(sum_.size());
    sets_.insert(sets_.end(), set, set + boundary_.words);
    sum_.push_back(sum);
    size_.push_back(0);
    ids_.push_back(0);
    each_variable(c, [&](std::int32_t v) {
        ++size_.back();
        ids_.back() ^= static_cast<std::uint32_t>(boundary_.cells[at(v)]);
    });
    return c;
}

void Inferrer::clear(Set& set) const {
    set.slots.clear();
    set.free.clear();
    std::fill(set.heads.begin(), set.heads.end(), -1);
}

bool Inferrer::contains(const Set& set, std::int32_t c) const {
    const std::uint32_t code = hash(c);
    for (std::int32_t s = set.heads[code % set.heads.size()]; s >= 0; s = set.slots[at(s)].next)
        if (set.slots[at(s)].hash == code && same(set.slots[at(s)].constraint, c)) return true;
    return false;
}

bool Inferrer::add(Set& set, std::int32_t c) const {
    if (contains(set, c)) return false;
    const std::uint32_t code = hash(c);
    std::int32_t& head = set.heads[code % set.heads.size()];
    auto slot = static_cast<std::int32_t>(set.slots.size());
    if (set.free.empty()) {
        set.slots.emplace_back();
    } else {
        slot = set.free.back();
        set.free.pop_back();
    }
    set.slots[at(slot)] = {c, head, code};
    head = slot;
    return true;
}

// Fails silently where the constraint was changed after it went in.
void Inferrer::remove(Set& set, std::int32_t c) const {
    const std::uint32_t code = hash(c);
    for (std::int32_t* link = &set.heads[code % set.heads.size()]; *link >= 0;
         link = &set.slots[at(*link)].next) {
        Set::Slot& slot = set.slots[at(*link)];
        if (slot.hash != code || !same(slot.constraint, c)) continue;
        set.free.push_back(*link);
        *link = slot.next;
        slot.constraint = -1;
        return;
    }
}

void Inferrer::add_solution(std::int32_t variable, std::int32_t sum) {
    for (std::int32_t s = last_[at(variable)]; s >= 0; s = solutions_[at(s)].previous)
        if (solutions_[at(s)].sum == sum) return;
    const auto number = static_cast<std::int32_t>(solutions_.size());
    solutions_.push_back({variable, sum, last_[at(variable)]});
    last_[at(variable)] = number;
    if (first_[at(variable)] < 0) first_[at(variable)] = number;
}

void Inferrer::solve(std::span<const Solution> assumptions) {
    has_contradiction = false;
    sets_.clear();
    sum_.clear();
    size_.clear();
    ids_.clear();
    solutions_.clear();
    first_.assign(boundary_.cells.size(), -1);
    last_.assign(boundary_.cells.size(), -1);
    clear(constraints_);
    for (std::size_t i = 0; i < boundary_.sums.size(); ++i)
        add(constraints_, create(boundary_.sets.data() + i * boundary_.words, boundary_.sums[i]));
    for (const Solution& assumed : assumptions) {
        std::fill(scratch_.begin(), scratch_.end(), 0);
        scratch_[at(assumed.variable) / 64] |= std::uint64_t{1} << (assumed.variable % 64);
        add(constraints_, create(scratch_.data(), assumed.sum));
    }
    old_.clear();
    for (bool run = true; run && work_ > 0;) {
        const auto created = static_cast<std::int32_t>(old_.empty() ? 0 : sum_.size());
        solve_trivials();
        construct_constraints();
        remove_empty();
        update_solutions();
        run = any_new(created) && !has_contradiction;
        old_.clear();
        for (const Set::Slot& slot : constraints_.slots) old_.push_back(slot.constraint);
    }
}

void Inferrer::solve_trivials() {
    safe_.clear();
    mined_.clear();
    for (const Set::Slot& slot : constraints_.slots) {
        if (sum_[at(slot.constraint)] == 0) safe_.push_back(slot.constraint);
        if (sum_[at(slot.constraint)] == size_[at(slot.constraint)])
            mined_.push_back(slot.constraint);
    }
    for (const auto* trivial : {&safe_, &mined_})
        for (const std::int32_t c : *trivial) {
            each_variable(c, [&](std::int32_t v) { add_solution(v, trivial == &mined_ ? 1 : 0); });
            remove(constraints_, c);
        }
}

void Inferrer::construct_constraints() {
    list_.clear();
    for (auto& positions : starting_) positions.clear();
    for (const Set::Slot& slot : constraints_.slots) {
        if (slot.constraint < 0) continue;
        starting_[at(first(slot.constraint))].push_back(static_cast<std::int32_t>(list_.size()));
        list_.push_back(slot.constraint);
    }
    for (const std::int32_t x : list_) {
        inner_.clear();
        const auto collect = [&](const std::vector<std::int32_t>& positions) {
            work_ -= static_cast<std::int64_t>(positions.size());
            for (const std::int32_t y : positions)
                if (within(list_[at(y)], x)) inner_.push_back(y);
        };
        collect(starting_.back());
        each_variable(x, [&](std::int32_t v) { collect(starting_[at(v)]); });
        std::sort(inner_.begin(), inner_.end());
        for (const std::int32_t y : inner_) subtract(x, list_[at(y)]);
        if (work_ <= 0) return;
    }
}

void Inferrer::subtract(std::int32_t x, std::int32_t y) {
#ifdef PROPER
    if (size_[at(x)] == size_[at(y)]) return;
#endif
    for (std::size_t w = 0; w < boundary_.words; ++w) scratch_[w] = bits(x)[w] & ~bits(y)[w];
    const std::int32_t sum = sum_[at(x)] - sum_[at(y)];
    has_contradiction = sum < 0;
    const std::int32_t c = create(scratch_.data(), sum);
    if (add(constraints_, c)) return;
    sets_.resize(sets_.size() - boundary_.words);
    sum_.pop_back();
    size_.pop_back();
    ids_.pop_back();
}

void Inferrer::remove_empty() {
    for (std::size_t s = 0; s < constraints_.slots.size(); ++s) {
        const std::int32_t c = constraints_.slots[s].constraint;
        if (c >= 0 && empty(c)) remove(constraints_, c);
    }
}

void Inferrer::update_solutions() {
    list_.clear();
    for (const Set::Slot& slot : constraints_.slots) {
        if (slot.constraint < 0) continue;
        if (size_[at(slot.constraint)] == 1)
            add_solution(first(slot.constraint), sum_[at(slot.constraint)]);
        else
            list_.push_back(slot.constraint);
    }
    clear(constraints_);
    for (const std::int32_t c : list_) add(constraints_, c);
    for (const Set::Slot& slot : constraints_.slots) {
        const std::int32_t c = slot.constraint;
        each_variable(c, [&](std::int32_t v) {
            if (first_[at(v)] < 0) return;
            sets_[at(c) * boundary_.words + at(v) / 64] &= ~(std::uint64_t{1} << (v % 64));
            --size_[at(c)];
            ids_[at(c)] ^= static_cast<std::uint32_t>(boundary_.cells[at(v)]);
            sum_[at(c)] -= solutions_[at(first_[at(v)])].sum;
        });
    }
}

bool Inferrer::any_new(std::int32_t created) {
    clear(other_);
    for (const std::int32_t c : old_) add(other_, c);
    return std::any_of(constraints_.slots.begin(), constraints_.slots.end(),
                       [&](const Set::Slot& slot) {
                           return slot.constraint >= created && !contains(other_, slot.constraint);
                       });
}

// Connected constraints, each group's variables in the order a search through it meets them.
std::vector<std::vector<std::int32_t>> find_groups(const Boundary& boundary) {
    std::vector<std::vector<std::int32_t>> beside(boundary.cells.size());
    std::vector<std::vector<std::int32_t>> variables(boundary.sums.size());
    for (std::size_t c = 0; c < variables.size(); ++c)
        for (std::size_t v = 0; v < beside.size(); ++v) {
            const std::uint64_t word = boundary.sets[c * boundary.words + v / 64];
            if ((word >> (v % 64) & 1) == 0) continue;
            variables[c].push_back(static_cast<std::int32_t>(v));
            beside[v].push_back(static_cast<std::int32_t>(c));
        }
    std::vector<std::vector<std::int32_t>> groups;
    std::vector<char> met(variables.size(), 0), listed(beside.size(), 0);
    std::vector<std::int32_t> queue;
    for (std::size_t seed = 0; seed < variables.size(); ++seed) {
        if (met[seed] != 0) continue;
        met[seed] = 1;
        queue.assign(1, static_cast<std::int32_t>(seed));
        groups.emplace_back();
        for (std::size_t head = 0; head < queue.size(); ++head)
            for (const std::int32_t v : variables[at(queue[head])]) {
                if (listed[at(v)] == 0) groups.back().push_back(v);
                listed[at(v)] = 1;
                for (const std::int32_t c : beside[at(v)]) {
                    if (met[at(c)] == 0) queue.push_back(c);
                    met[at(c)] = 1;
                }
            }
    }
    return groups;
}

using Configuration = std::vector<std::int32_t>;  // by place in the group; kNone is unassigned

class Enumerator {
  public:
    Enumerator(const Boundary& boundary, std::int64_t& work)
        : inferrer_(boundary, work), work_(work) {}

    void group_configurations(const std::vector<std::int32_t>& variables, const Configuration& seed,
                              int depth, std::vector<Configuration>& found) {
        for (const std::int32_t mined : {0, 1}) {
            if (work_ <= 0) return;
            const Configuration next = assume(variables, seed, mined);
            if (std::any_of(next.begin(), next.end(),
                            [](std::int32_t value) { return value != kNone && value < 0; }))
                continue;
            if (std::find(next.begin(), next.end(), kNone) == next.end())
                found.push_back(next);
            else if (depth <= kMaxDepth)
                group_configurations(variables, next, depth + 1, found);
            else {
                Configuration one = one_configuration(variables, next);
                if (!one.empty()) found.push_back(one);
            }
        }
    }

  private:
    Configuration assume(const std::vector<std::int32_t>& variables, const Configuration& seed,
                         std::int32_t mined) {
        assumptions_.clear();
        std::int32_t chosen = -1;
        for (std::size_t i = 0; i < variables.size(); ++i) {
            if (seed[i] != kNone)
                assumptions_.push_back({variables[i], seed[i], -1});
            else if (chosen < 0)
                chosen = variables[i];
        }
        assumptions_.push_back({chosen, mined, -1});
        inferrer_.solve(assumptions_);
        Configuration next;
        for (const std::int32_t variable : variables) next.push_back(inferrer_.value(variable));
        return next;
    }

    Configuration one_configuration(const std::vector<std::int32_t>& variables,
                                    Configuration seed) {
        while (std::find(seed.begin(), seed.end(), kNone) != seed.end()) {
            if (work_ <= 0) return {};
            Configuration next = assume(variables, seed, 0);
            if (inferrer_.has_contradiction) {
                next = assume(variables, seed, 1);
                if (inferrer_.has_contradiction) return {};
            }
            seed = next;
        }
        return seed;
    }

    Inferrer inferrer_;
    std::int64_t& work_;
    std::vector<Solution> assumptions_;
};

double binomial(std::int64_t n, std::int64_t k) {
#ifdef TRUECHOOSE
    if (k < 0 || k > n) return 0.0;
#endif
    if (k > n - k) k = n - k;
    double ways = 1.0;
    for (std::int64_t i = 1; i <= k; ++i) {
        ways *= static_cast<double>(n - k + i);
        ways /= static_cast<double>(i);
    }
    return ways;
}

}  // namespace

PublishedSolver::PublishedSolver(const Graph& graph, std::int64_t mines)
    : graph_(graph), mines_(mines), flagged_(at(graph.size()), 0) {}

bool PublishedSolver::unknown(std::span<const std::int16_t> states, std::int32_t cell) const {
    return is_covered(states[at(cell)]) && flagged_[at(cell)] == 0;
}

PublishedMove PublishedSolver::next(std::span<const std::int16_t> states) {
    for (;;) {
        while (!queue_.empty()) {
            const std::int32_t cell = queue_.front();
            queue_.pop_front();
            if (unknown(states, cell)) return {cell, inferred_};
        }
        if (!best_.empty()) {
            const std::int32_t cell = choose(states);
            best_.clear();
            if (unknown(states, cell)) return {cell, false};
        }
        if (!infer(states)) guess(states);
    }
}

bool PublishedSolver::infer(std::span<const std::int16_t> states) {
    const Boundary boundary = read_boundary(graph_, states, flagged_);
    std::int64_t work = kWork;
    Inferrer inferrer(boundary, work);
    inferrer.solve({});
    for (const Solution& solution : inferrer.solutions()) {
        const std::int32_t cell = boundary.cells[at(solution.variable)];
        if (solution.sum == 0) {
            queue_.push_back(cell);
        } else if (solution.sum == 1 && flagged_[at(cell)] == 0) {
            flagged_[at(cell)] = 1;
            ++flags_;
        }
    }
    inferred_ = true;
    return !inferrer.solutions().empty();
}

void PublishedSolver::guess(std::span<const std::int16_t> states) {
    const Boundary boundary = read_boundary(graph_, states, flagged_);
    std::vector<std::int32_t> unknowns;
    for (std::int32_t cell = 0; cell < graph_.size(); ++cell)
        if (unknown(states, cell)) unknowns.push_back(cell);
    const std::int64_t left = mines_ - flags_;
    const auto floating = static_cast<std::int64_t>(unknowns.size() - boundary.cells.size());
    std::vector<double> safety(boundary.cells.size(), 0.0);
    double denominator = 0.0;
    std::int64_t work = kWork;
    Enumerator enumerator(boundary, work);
    std::vector<Configuration> found;
    const auto groups = find_groups(boundary);
    for (const std::vector<std::int32_t>& variables : groups) {
        found.clear();
        enumerator.group_configurations(variables, Configuration(variables.size(), kNone), 0,
                                        found);
        for (const Configuration& configuration : found) {
            if (std::any_of(configuration.begin(), configuration.end(),
                            [](std::int32_t value) { return value < 0; }))
                continue;
            const double weight = binomial(
                floating, left - std::count(configuration.begin(), configuration.end(), 1));
            denominator += weight;
            for (std::size_t i = 0; i < variables.size(); ++i)
                if (configuration[i] == 0) safety[at(variables[i])] += weight;
        }
    }
    double sum = 0.0;
    for (const std::int32_t cell : unknowns) {
        const std::int32_t variable = boundary.variable[at(cell)];
        sum += (variable < 0 ? 0.0 : safety[at(variable)]) / denominator;
    }
    const double expected = static_cast<double>(left - static_cast<std::int64_t>(unknowns.size())
#ifdef FIXFLOAT
                                                + floating
#endif
                                                ) +
                            sum;
    double floating_safety = 1.0 - expected / static_cast<double>(floating);
    if (boundary.cells.empty())
        floating_safety = 1.0 - static_cast<double>(left) / static_cast<double>(unknowns.size());
    std::vector<double> scores;
    double best = -std::numeric_limits<double>::infinity();
    for (const std::int32_t cell : unknowns) {
        const std::int32_t variable = boundary.variable[at(cell)];
        scores.push_back(variable < 0 ? floating_safety : safety[at(variable)] / denominator);
        if (scores.back() == 1.0) queue_.push_back(cell);
        if (scores.back() > best) best = scores.back();
    }
    for (std::size_t i = 0; i < unknowns.size(); ++i)
        if (scores[i] == best) best_.push_back(unknowns[i]);
    if (best_.empty()) best_ = unknowns;
    inferred_ = false;
}

std::int32_t PublishedSolver::choose(std::span<const std::int16_t> states) const {
    const auto rank = [&](std::int32_t cell) {
        const auto around = graph_.neighbors(cell);
        const auto opened = std::count_if(around.begin(), around.end(), [&](std::int32_t other) {
            return !is_covered(states[at(other)]);
        });
        return std::pair(static_cast<std::int64_t>(around.size()), -opened);
    };
    return *std::min_element(best_.begin(), best_.end(),
                             [&](std::int32_t a, std::int32_t b) { return rank(a) < rank(b); });
}

}  // namespace sapper
