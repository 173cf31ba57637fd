// Inference: one constraint (mines, cells) per opened cell next to unknown ones. In each pass,
// constraints of no mines, or of as many mines as cells, are solved; a constraint whose cells are a
// subset of another's is subtracted from it; solved cells are removed. It ends if a pass creates no
// new constraint. The guesser enumerates the configurations of each group of connected constraints:
// assume the first unassigned cell safe, then mined, infer, recurse. Among the cells of the highest
// score it opens one with the fewest neighbours, then with the most opened neighbours.
//
// Sets of constraints behave as in .NET, down to the order of their slots: if assumptions
// contradict each other, that order decides which values a configuration gets.
#include "strategies/published_solver.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

#include "counting/knowledge.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

constexpr int kMaxDepth = 5;
constexpr int kMaxPasses = 32;
constexpr std::int64_t kWork = 10'000'000;  // comparisons of two constraints in one enumeration
constexpr std::int32_t kUnassigned = std::numeric_limits<std::int32_t>::max();

std::int32_t count(std::size_t size) {
    return static_cast<std::int32_t>(size);
}
std::uint32_t bits(std::int32_t value) {
    return static_cast<std::uint32_t>(value);
}
bool is_covered(std::int16_t state) {
    return state == kCovered || state == kFlagged;
}

// Whether a cell has an opened neighbour.
bool is_exposed(const Graph& graph, std::span<const std::int16_t> states, std::int32_t cell) {
    return std::ranges::any_of(graph.neighbors(cell), [&](std::int32_t other) {
        return !is_covered(states[to_index(other)]);
    });
}

// The variables, which are the exposed cells in the order of the program's neighbour lists, and the
// constraints, each with ascending variables.
struct Boundary {
    std::vector<std::int32_t> cells;
    std::vector<std::vector<std::int32_t>> constraints;
    std::vector<std::int32_t> sums;
};

Boundary read_boundary(const Graph& graph, std::span<const std::int16_t> states) {
    Boundary boundary;
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        if (states[to_index(cell)] == kCovered && is_exposed(graph, states, cell))
            boundary.cells.push_back(cell);
    // On a grid the last neighbour of the first cell is one column and one row away.
    const auto corner = graph.neighbors(0);
    const std::int32_t columns = corner.empty() ? 1 : std::max(corner.back() - 1, 1);
    std::ranges::stable_sort(boundary.cells, {}, [&](std::int32_t cell) { return cell % columns; });
    std::vector<std::int32_t> variable(states.size(), -1), members;
    for (std::size_t i = 0; i < boundary.cells.size(); ++i)
        variable[to_index(boundary.cells[i])] = count(i);
    for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
        if (states[to_index(cell)] < 0) continue;
        std::int32_t sum = states[to_index(cell)];
        members.clear();
        for (const std::int32_t other : graph.neighbors(cell)) {
            if (states[to_index(other)] == kCovered) members.push_back(variable[to_index(other)]);
            if (states[to_index(other)] == kFlagged) --sum;
        }
        if (members.empty()) continue;
        std::ranges::sort(members);
        boundary.constraints.push_back(members);
        boundary.sums.push_back(sum);
    }
    return boundary;
}

struct Assignment {
    std::int32_t variable, value;
    bool operator==(const Assignment&) const = default;
};

class Inferrer {
  public:
    Inferrer(const Boundary& boundary, std::int64_t& work)
        : boundary_(boundary), work_(work), starting_(boundary.cells.size() + 1) {
        const std::size_t buckets = std::bit_ceil(2 * boundary.sums.size() + 64);
        current_.heads.resize(buckets);
        other_.heads.resize(buckets);
    }

    // Infers from the boundary and the assumptions, which are constraints like the others.
    void solve(std::span<const Assignment> assumptions) {
        constraints_.clear();
        variables_.clear();
        solutions_.clear();
        first_.assign(boundary_.cells.size(), kUnassigned);
        last_ = first_;
        clear(current_);
        for (std::size_t i = 0; i < boundary_.sums.size(); ++i)
            add(current_, create(boundary_.constraints[i], bits(boundary_.sums[i])));
        for (const Assignment& assumed : assumptions)
            add(current_, create({&assumed.variable, 1}, bits(assumed.value)));
        old_.clear();
        std::int32_t created = 0;
        for (int pass = 0; pass < kMaxPasses && work_ > 0; ++pass) {
            solve_trivials();
            construct_constraints();
            remove_empty();
            update_solutions();
            if (!any_new(created)) return;
            created = count(constraints_.size());
            old_.clear();
            for (const Slot& slot : current_.slots) old_.push_back(slot.constraint);
        }
    }

    [[nodiscard]] const std::vector<Assignment>& solutions() const { return solutions_; }
    // The value of the last solution of a variable.
    [[nodiscard]] std::int32_t value(std::int32_t variable) const {
        return last_[to_index(variable)];
    }

  private:
    struct Constraint {
        std::size_t begin;  // of its variables, in variables_
        std::int32_t size;
        std::uint32_t sum;        // signed, but may wrap around
        std::uint32_t cells;      // exclusive or of the cells
        std::uint64_t signature;  // one bit per variable; several variables may share a bit
    };
    struct Slot {
        std::int32_t constraint, next;
        std::uint32_t hash;
    };
    // A HashSet of .NET: slots in order of insertion, the slot freed last is reused first, and hash
    // codes are those at insertion.
    struct Set {
        std::vector<Slot> slots;
        std::vector<std::int32_t> heads, free;
    };

    [[nodiscard]] std::span<const std::int32_t> variables(std::int32_t c) const {
        return {variables_.data() + constraints_[to_index(c)].begin,
                to_index(constraints_[to_index(c)].size)};
    }
    [[nodiscard]] std::uint32_t hash(std::int32_t c) const {
        return constraints_[to_index(c)].cells ^ constraints_[to_index(c)].sum;
    }
    [[nodiscard]] bool same(std::int32_t a, std::int32_t b) const {
        const Constraint &x = constraints_[to_index(a)], &y = constraints_[to_index(b)];
        return x.sum == y.sum && x.signature == y.signature &&
               std::ranges::equal(variables(a), variables(b));
    }
    [[nodiscard]] bool within(std::int32_t inner, std::int32_t outer) const {
        const Constraint &x = constraints_[to_index(outer)], &y = constraints_[to_index(inner)];
        return y.size <= x.size && (y.signature & ~x.signature) == 0 &&
               std::ranges::includes(variables(outer), variables(inner));
    }

    std::int32_t create(std::span<const std::int32_t> members, std::uint32_t sum) {
        constraints_.push_back({variables_.size(), count(members.size()), sum, 0, 0});
        variables_.insert(variables_.end(), members.begin(), members.end());
        describe(constraints_.back());
        return count(constraints_.size() - 1);
    }
    void describe(Constraint& constraint) const {
        constraint.cells = 0;
        constraint.signature = 0;
        for (std::size_t i = constraint.begin; i < constraint.begin + to_index(constraint.size);
             ++i) {
            constraint.cells ^= bits(boundary_.cells[to_index(variables_[i])]);
            constraint.signature |= std::uint64_t{1} << (variables_[i] % 64);
        }
    }

    static void clear(Set& set) {
        set.slots.clear();
        set.free.clear();
        std::ranges::fill(set.heads, -1);
    }
    // Returns the link to the slot of an equal constraint with this one's current hash code.
    std::int32_t* find(Set& set, std::int32_t c) const {
        const std::uint32_t code = hash(c);
        std::int32_t* link = &set.heads[code % set.heads.size()];
        while (*link >= 0 && (set.slots[to_index(*link)].hash != code ||
                              !same(set.slots[to_index(*link)].constraint, c)))
            link = &set.slots[to_index(*link)].next;
        return link;
    }

    bool add(Set& set, std::int32_t c) const {
        if (*find(set, c) >= 0) return false;
        if (set.free.empty()) {
            set.free.push_back(count(set.slots.size()));
            set.slots.emplace_back();
        }
        const std::int32_t slot = set.free.back();
        set.free.pop_back();
        std::int32_t& head = set.heads[hash(c) % set.heads.size()];
        set.slots[to_index(slot)] = {c, head, hash(c)};
        head = slot;
        return true;
    }

    // Does nothing if the constraint has changed since it was inserted.
    void remove(Set& set, std::int32_t c) const {
        std::int32_t* link = find(set, c);
        if (*link < 0) return;
        Slot& slot = set.slots[to_index(*link)];
        set.free.push_back(*link);
        *link = slot.next;
        slot.constraint = -1;
    }

    void add_solution(std::int32_t variable, std::int32_t value) {
        if (last_[to_index(variable)] == value) return;
        if (first_[to_index(variable)] == kUnassigned)
            first_[to_index(variable)] = value;
        else if (std::ranges::find(solutions_, Assignment{variable, value}) != solutions_.end())
            return;
        last_[to_index(variable)] = value;
        solutions_.push_back({variable, value});
    }

    void solve_trivials() {
        std::array<std::vector<std::int32_t>, 2> trivial;  // all safe, all mined
        for (const bool mined : {false, true}) {
            clear(other_);
            for (const auto& [c, next, code] : current_.slots)
                if (constraints_[to_index(c)].sum ==
                        bits(mined ? constraints_[to_index(c)].size : 0) &&
                    add(other_, c))
                    trivial[mined].push_back(c);
        }
        for (const bool mined : {false, true})
            for (const std::int32_t c : trivial[mined]) {
                for (const std::int32_t variable : variables(c)) add_solution(variable, mined);
                remove(current_, c);
            }
    }

    void construct_constraints() {
        list_.clear();
        for (auto& indices : starting_) indices.clear();
        for (const auto& [c, next, code] : current_.slots) {
            if (c < 0) continue;
            const std::size_t first =
                variables(c).empty() ? last_.size() : to_index(variables(c).front());
            starting_[first].push_back(count(list_.size()));
            list_.push_back(c);
        }
        for (const std::int32_t x : list_) {
            inner_.clear();
            const auto collect = [&](const std::vector<std::int32_t>& indices) {
                work_ -= count(indices.size());
                for (const std::int32_t index : indices)
                    if (within(list_[to_index(index)], x)) inner_.push_back(index);
            };
            collect(starting_.back());
            for (const std::int32_t variable : variables(x)) collect(starting_[to_index(variable)]);
            std::ranges::sort(inner_);
            for (const std::int32_t index : inner_) subtract(x, list_[to_index(index)]);
        }
    }

    void subtract(std::int32_t x, std::int32_t y) {
        difference_.clear();
        std::ranges::set_difference(variables(x), variables(y), std::back_inserter(difference_));
        const std::uint32_t sum = constraints_[to_index(x)].sum - constraints_[to_index(y)].sum;
        if (add(current_, create(difference_, sum))) return;
        variables_.resize(constraints_.back().begin);
        constraints_.pop_back();
    }
    void remove_empty() {
        for (const auto& [c, next, code] : current_.slots)
            if (c >= 0 && variables(c).empty()) remove(current_, c);
    }

    void update_solutions() {
        list_.clear();
        for (const auto& [c, next, code] : current_.slots) {
            if (c >= 0 && variables(c).size() == 1)
                add_solution(variables(c).front(),
                             static_cast<std::int32_t>(constraints_[to_index(c)].sum));
            else if (c >= 0)
                list_.push_back(c);
        }
        clear(current_);
        for (const std::int32_t c : list_) add(current_, c);
        for (const Slot& slot : current_.slots) {
            Constraint& constraint = constraints_[to_index(slot.constraint)];
            std::size_t kept = constraint.begin;
            for (const std::int32_t variable : variables(slot.constraint)) {
                if (first_[to_index(variable)] == kUnassigned)
                    variables_[kept++] = variable;
                else
                    constraint.sum -= bits(first_[to_index(variable)]);
            }
            constraint.size = count(kept - constraint.begin);
            describe(constraint);
        }
    }

    // Whether a constraint created in this pass differs from all those before the pass.
    [[nodiscard]] bool any_new(std::int32_t created) {
        clear(other_);
        for (const std::int32_t c : old_) add(other_, c);
        return std::ranges::any_of(current_.slots, [&](const Slot& slot) {
            return slot.constraint >= created && *find(other_, slot.constraint) < 0;
        });
    }

    const Boundary& boundary_;
    std::int64_t& work_;
    std::vector<Constraint> constraints_;
    std::vector<std::int32_t> variables_;
    Set current_, other_;
    std::vector<std::int32_t> list_, old_, inner_, difference_;
    std::vector<std::vector<std::int32_t>> starting_;  // indices in list_ by first variable
    std::vector<Assignment> solutions_;
    std::vector<std::int32_t> first_, last_;  // first and last solution of each variable
};

// Finds the groups of connected constraints, as their variables in breadth-first order.
std::vector<std::vector<std::int32_t>> find_groups(const Boundary& boundary) {
    const auto& constraints = boundary.constraints;
    std::vector<std::vector<std::int32_t>> constraints_of(boundary.cells.size()), groups;
    for (std::size_t c = 0; c < constraints.size(); ++c)
        for (const std::int32_t variable : constraints[c])
            constraints_of[to_index(variable)].push_back(count(c));
    std::vector<char> visited(constraints.size(), 0), listed(constraints_of.size(), 0);
    std::vector<std::int32_t> queue;
    for (std::size_t seed = 0; seed < constraints.size(); ++seed) {
        if (std::exchange(visited[seed], 1) != 0) continue;
        queue.assign(1, count(seed));
        groups.emplace_back();
        for (std::size_t head = 0; head < queue.size(); ++head)
            for (const std::int32_t variable : constraints[to_index(queue[head])]) {
                if (std::exchange(listed[to_index(variable)], 1) == 0)
                    groups.back().push_back(variable);
                for (const std::int32_t c : constraints_of[to_index(variable)])
                    if (std::exchange(visited[to_index(c)], 1) == 0) queue.push_back(c);
            }
    }
    return groups;
}

using Configuration = std::vector<std::int32_t>;  // values, in the order of a group's variables

class Enumerator {
  public:
    explicit Enumerator(const Boundary& boundary) : inferrer_(boundary, work_) {}

    const std::vector<Configuration>& find(const std::vector<std::int32_t>& group) {
        group_ = &group;
        found_.clear();
        branch(Configuration(group.size(), kUnassigned), 0);
        std::erase_if(found_, [](const Configuration& c) { return std::ranges::min(c) < 0; });
        return found_;
    }

  private:
    static bool solved(const Configuration& configuration) {
        return std::ranges::find(configuration, kUnassigned) == configuration.end();
    }

    void branch(const Configuration& seed, int depth) {
        for (const std::int32_t mined : {0, 1}) {
            Configuration next = assume(seed, mined);
            if (work_ <= 0) return;
            if (std::ranges::min(next) < 0) continue;
            if (depth <= kMaxDepth && !solved(next)) {
                branch(next, depth + 1);
            } else {
                while (!solved(next) && work_ > 0) next = assume(next, 0);
                if (work_ > 0) found_.push_back(std::move(next));
            }
        }
    }

    // Infers from a configuration after giving this value to its first variable without one.
    Configuration assume(const Configuration& seed, std::int32_t mined) {
        assumptions_.clear();
        for (std::size_t i = 0; i < seed.size(); ++i)
            if (seed[i] != kUnassigned) assumptions_.push_back({(*group_)[i], seed[i]});
        const auto open = std::ranges::find(seed, kUnassigned) - seed.begin();
        assumptions_.push_back({group_->begin()[open], mined});
        inferrer_.solve(assumptions_);
        Configuration next;
        for (const std::int32_t variable : *group_) next.push_back(inferrer_.value(variable));
        return next;
    }

    std::int64_t work_ = kWork;
    Inferrer inferrer_;
    const std::vector<std::int32_t>* group_ = nullptr;
    std::vector<Assignment> assumptions_;
    std::vector<Configuration> found_;
};

double choose_from(std::int64_t n, std::int64_t k) {
    k = std::min(k, n - k);
    double ways = 1.0;
    for (std::int64_t i = 1; i <= k; ++i)
        ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
    return ways;
}

}  // namespace

PublishedSolver::PublishedSolver(const Graph& graph, std::int64_t mines)
    : graph_(graph), mines_(mines), seen_(to_index(graph.size()), kCovered) {}

PublishedMove PublishedSolver::next(std::span<const std::int16_t> states) {
    for (std::size_t i = 0; i < states.size(); ++i)
        if (!is_covered(states[i]) || seen_[i] != kFlagged)
            seen_[i] = is_covered(states[i]) ? std::int16_t{kCovered} : states[i];
    for (;;) {
        while (!queue_.empty()) {
            const std::int32_t cell = queue_.front();
            queue_.pop_front();
            if (seen_[to_index(cell)] == kCovered) return {cell, inferred_};
        }
        if (!best_.empty()) {
            const std::int32_t cell = *std::ranges::min_element(best_, {}, [&](std::int32_t c) {
                const auto around = graph_.neighbors(c);
                const auto covered = std::ranges::count_if(
                    around, [&](std::int32_t other) { return is_covered(seen_[to_index(other)]); });
                return std::pair(around.size(), covered);
            });
            best_.clear();
            if (seen_[to_index(cell)] == kCovered) return {cell, false};
        }
        const auto first = std::ranges::find_if(seen_, is_covered);
        if (first == seen_.end()) throw std::invalid_argument("no cell is covered");
        if (std::ranges::find(seen_, kCovered) == seen_.end())
            return {static_cast<std::int32_t>(first - seen_.begin()), false};
        if (!infer()) guess();
    }
}

// Flags mines and queues safe cells by inference. Returns whether any cell was inferred.
bool PublishedSolver::infer() {
    const Boundary boundary = read_boundary(graph_, seen_);
    std::int64_t work = std::numeric_limits<std::int64_t>::max();
    Inferrer inferrer(boundary, work);
    inferrer.solve({});
    inferred_ = true;
    bool any = false;
    for (const auto& [variable, value] : inferrer.solutions()) {
        if (value == 0) queue_.push_back(boundary.cells[to_index(variable)]);
        if (value == 1) seen_[to_index(boundary.cells[to_index(variable)])] = kFlagged;
        any = any || value == 0 || value == 1;
    }
    return any;
}

// Queues the cells of score one and stores those of the highest score.
void PublishedSolver::guess() {
    const Boundary boundary = read_boundary(graph_, seen_);
    const std::int64_t unknown = std::ranges::count(seen_, kCovered);
    const std::int64_t mines = mines_ - std::ranges::count(seen_, kFlagged);
    const std::int64_t floating = unknown - count(boundary.cells.size());
    std::vector<double> scores(seen_.size(), 0.0);
    double denominator = 0.0;
    Enumerator enumerator(boundary);
    for (const std::vector<std::int32_t>& group : find_groups(boundary))
        for (const Configuration& configuration : enumerator.find(group)) {
            const double weight =
                choose_from(floating, mines - std::ranges::count(configuration, 1));
            denominator += weight;
            for (std::size_t i = 0; i < group.size(); ++i)
                if (configuration[i] == 0)
                    scores[to_index(boundary.cells[to_index(group[i])])] += weight;
        }
    double expected = 0.0;  // expected number of floating mines
    for (double& score : scores) expected += score /= denominator;
    expected += static_cast<double>(mines - unknown);
    if (boundary.cells.empty()) expected = static_cast<double>(mines);
    double highest = -std::numeric_limits<double>::infinity();
    for (std::int32_t cell = 0; cell < graph_.size(); ++cell) {
        if (seen_[to_index(cell)] != kCovered) continue;
        double& score = scores[to_index(cell)];
        if (!is_exposed(graph_, seen_, cell))
            score = 1.0 - expected / static_cast<double>(floating);
        if (score == 1.0) queue_.push_back(cell);
        if (score > highest) {
            highest = score;
            best_.clear();
        }
        if (score == highest || std::isinf(highest)) best_.push_back(cell);
    }
    inferred_ = false;
}

}  // namespace sapper
