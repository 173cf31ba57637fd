// Counts the layouts of a component by bucket elimination (variable elimination, Dechter 1999) over
// the clue graph, and computes the marginals of its groups by a backward pass.
//
// A table maps a state, the mines given so far to each open clue, to a polynomial: the weight of
// the layouts of the groups covered so far, by number of mines. Eliminating a clue joins the tables
// of all groups next to it and keeps the states that give the clue exactly the mines it needs. The
// forward pass ends with one polynomial, the layouts of the component by mines. The backward pass
// starts with the outside weights at the root and computes the outside weight of every table entry;
// at the leaves this gives the marginal of every group. Both passes cost the number of reachable
// states times the length of the polynomials: exponential in the width of the elimination order
// (elimination_order.hpp) only, not in the number of cells. An entry exists exactly if some layout
// reaches it and nothing is ever subtracted, so zeros are exact.
//
// A state is one integer with a bit field for each open clue. Joining two entries adds the
// integers, so a join is a merge of sorted, shifted copies of one table. The spare top bit of each
// field lets two additions check the bounds of all clues at once.
//
// In doubles every table is scaled by a power of two if its largest weight is far from 1, and
// inspected before it is multiplied (weight_range.hpp). If all weights of all tables are at least
// 2^-510, no product of two of them underflows. Going backward, the outside weights of each table
// are scaled and inspected in the same way: the smallest of them times the smallest weight of any
// table must be a normal double. Scaled weights are at most 2^64, so no sum overflows.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "counting/elimination_order.hpp"
#include "counting/problem.hpp"
#include "counting/weights.hpp"
#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/numbers.hpp"
#include "support/random.hpp"
#include "support/weight_range.hpp"

namespace sapper {

// Number of bits in a state of the component.
int state_bits(const Problem& problem, const Component& component, const Plan& plan);

template <class W, class Key>
class Elimination {
  public:
    // The layouts of a component by mines: weights[i] for low + i mines. If the component has the
    // probe there is one polynomial for each possible clue value of the probe (`shown`), else one.
    struct Count {
        std::int32_t shown;
        std::int32_t low;
        std::span<const W> weights;
    };

    void clear();

    // If off, polynomials are not split by mines, which suffices to find the certain cells.
    void track_mines(bool on) { track_mines_ = on; }

    // The forward pass. Returns the component's index in this object. Throws Contradiction or
    // BudgetExceeded. If in_range() is false afterwards, the counts are unusable.
    int add(const Problem& problem, const Component& component, const Plan& plan,
            const Budget& budget);

    [[nodiscard]] std::size_t counts(int component) const {
        const Root& root = roots_[static_cast<std::size_t>(component)];
        const Node& node = nodes_[root.node];
        return node.entry_end - node.entry_begin;
    }

    [[nodiscard]] Count count(int component, std::size_t which = 0) const;

    // log2 of the factor divided out of the component's weights.
    [[nodiscard]] double scale(int component) const {
        return roots_[static_cast<std::size_t>(component)].scale;
    }

    // The backward pass: outside[i] is the outside weight if the component holds low + i mines.
    // With a probe, restricted to the layouts of count(component, which). If in_range() is false
    // afterwards, the marginals are unusable.
    void backward_pass(int component, std::span<const W> outside, std::size_t which = 0);

    // After backward_pass: the marginal of a group (an index relative to the component). weights[i]
    // is the weight of all layouts with low + i mines in it, up to a common factor; returns low.
    std::int32_t marginal(int component, std::int32_t group, std::vector<W>& weights) const;

    // Whether the last pass stayed in the range of the number type. Only doubles can leave it.
    [[nodiscard]] bool in_range() const { return in_range_; }

    // Samples the mines of each group from the layouts of the component with `mines` mines (see
    // elimination_sampling.hpp). The component must not have the probe.
    void draw(int component, std::int32_t mines, Random& random,
              std::span<std::int32_t> groups) const;

    // Enumerates the arrangements of a component (see elimination_walk.hpp).
    class Walk;

    [[nodiscard]] std::size_t entries() const { return keys_.size(); }

    // Memory needed by the tables for both passes. Does not count capacity left over from earlier
    // positions, so that the work budget is deterministic.
    [[nodiscard]] std::uint64_t bytes() const {
        return bytes_of<W>(2 * count_of(weights_)) + bytes_of<Term>(count_of(terms_)) +
               count_of(keys_) * kBytesPerEntry;
    }

    // Frees the memory, and with it the counts, if more than kKeepBytes are held.
    void release_memory();

  private:
    using Entry = std::uint32_t;
    // Cost of a product relative to one of doubles.
    static constexpr std::uint64_t kProductCost = std::is_same_v<W, Wide> ? 8 : 1;
    // A state, a number of mines and two offsets; the same on every platform.
    static constexpr std::uint64_t kBytesPerEntry =
        sizeof(Key) + sizeof(std::int32_t) + 2 * sizeof(std::uint64_t);
    // Memory above this is not kept for the next position.
    static constexpr std::uint64_t kKeepBytes = 16u << 20;

    struct Open {
        std::int32_t clue;
        std::int32_t inside;  // room of the clue in the groups covered by the table
    };
    struct Node {
        std::size_t entry_begin, entry_end;
        std::size_t open_begin, open_end;
        std::int32_t left, right;  // the tables joined; -1 for a leaf
        std::int32_t next;         // next table in the same bucket
        std::int32_t least;        // for a leaf: the mines of its first entry
        int exponent = 0;          // log2 of the factor divided out of its own weights
    };
    struct Term {
        Entry left, right;
    };
    struct Split {
        std::size_t term;
        std::int32_t left;  // mines in the left table
    };
    struct Match {
        Key key;
        Entry left, right;
    };
    struct Root {
        std::size_t node, first_node;
        double scale;
        int field_bits;
        int probe_shift;  // -1 without a probe
        double smallest;  // in doubles: at most the smallest weight above zero of all tables
    };
    struct Bounds {
        Key guard = 0, high = 0, low = 0, closed = 0;

        [[nodiscard]] bool accept(Key key) const {
            return ((key + high) & guard) == 0 && (((key | guard) - low) & guard) == guard;
        }
    };

    std::int32_t add_leaf(const Group& group);
    std::int32_t join(std::int32_t a, std::int32_t b, std::int32_t closing);
    Bounds merge_open(const Node& a, const Node& b, std::int32_t closing);
    void match(const Node& big, const Node& small, const Bounds& bounds);
    void accumulate(const Bounds& bounds, bool swapped);
    void rescale(Node& node);
    void rescale_outside(const Node& node, const Root& root);
    void to_bucket(std::int32_t node);
    Split choose(const Node& node, Entry entry, std::int32_t mines, Random& random) const;
    void check_budget(std::uint64_t matches, std::uint64_t weights = 0) const;
    void spend(std::uint64_t products);
    void poll();

    // Sizes in 64 bits, also if std::size_t has 32.
    template <class T>
    static std::uint64_t count_of(const std::vector<T>& items) {
        return items.size();
    }
    template <class T>
    static std::uint64_t bytes_of(std::uint64_t count) {
        return count * sizeof(T);
    }

    [[nodiscard]] Key field(std::int32_t clue, std::int32_t value) const {
        return static_cast<Key>(value)
               << (plan_->column[static_cast<std::size_t>(clue)] * field_bits_);
    }
    [[nodiscard]] const Clue& clue(std::int32_t local) const {
        return problem_->clues[static_cast<std::size_t>(component_->clue_begin + local)];
    }

    // State of add().
    const Problem* problem_ = nullptr;
    const Component* component_ = nullptr;
    const Plan* plan_ = nullptr;
    const Budget* budget_ = nullptr;
    int field_bits_ = 0;
    std::int32_t probe_ = -1;
    double scale_ = 0.0;
    std::uint64_t products_ = 0;
    std::uint64_t reported_ = 0;   // products already passed to count_steps()
    std::uint64_t next_poll_ = 0;  // value of products_ at which poll() runs next
    bool track_mines_ = true;
    double smallest_ = 1.0;  // of the component's tables so far, see Root
    bool in_range_ = true;

    std::vector<Node> nodes_;
    std::vector<Root> roots_;
    std::vector<Open> opens_;
    // Per entry; the two offset vectors have one element more.
    std::vector<Key> keys_;
    std::vector<std::int32_t> lows_;
    std::vector<std::size_t> weight_begin_{0};
    std::vector<std::size_t> term_begin_{0};

    std::vector<W> weights_, outside_;
    std::vector<Term> terms_;
    std::vector<Match> matches_, merged_;
    std::size_t matched_ = 0;
    std::vector<std::size_t> runs_;
    std::vector<std::int32_t> buckets_, bucket_;
};

// ---------------------------------------------------------------------------------------------

template <class W, class Key>
void Elimination<W, Key>::release_memory() {
    const std::uint64_t held =
        bytes_of<W>(std::uint64_t{weights_.capacity()} + outside_.capacity()) +
        bytes_of<Term>(terms_.capacity()) + keys_.capacity() * kBytesPerEntry +
        bytes_of<Match>(std::uint64_t{matches_.capacity()} + merged_.capacity());
    if (held <= kKeepBytes) return;
    const bool track_mines = track_mines_;
    *this = Elimination();
    track_mines_ = track_mines;
}

template <class W, class Key>
void Elimination<W, Key>::clear() {
    release_memory();
    nodes_.clear();
    roots_.clear();
    opens_.clear();
    keys_.clear();
    lows_.clear();
    weight_begin_.assign(1, 0);
    term_begin_.assign(1, 0);
    weights_.clear();
    terms_.clear();
    outside_.clear();
}

template <class W, class Key>
typename Elimination<W, Key>::Count Elimination<W, Key>::count(int component,
                                                               std::size_t which) const {
    const Root& root = roots_[static_cast<std::size_t>(component)];
    const std::size_t entry = nodes_[root.node].entry_begin + which;
    const std::int32_t shown =
        root.probe_shift < 0 ? 0 : static_cast<std::int32_t>(keys_[entry] >> root.probe_shift);
    return {shown, lows_[entry],
            std::span<const W>(weights_.data() + weight_begin_[entry],
                               weight_begin_[entry + 1] - weight_begin_[entry])};
}

template <class W, class Key>
int Elimination<W, Key>::add(const Problem& problem, const Component& component, const Plan& plan,
                             const Budget& budget) {
    problem_ = &problem;
    component_ = &component;
    plan_ = &plan;
    budget_ = &budget;
    scale_ = 0.0;
    smallest_ = 1.0;
    in_range_ = true;
    products_ = reported_ = 0;
    next_poll_ = std::min(budget.products, kStepsPerPoll);
    const std::int32_t clues = component.clue_end - component.clue_begin;
    probe_ = problem.probe_clue >= component.clue_begin && problem.probe_clue < component.clue_end
                 ? problem.probe_clue - component.clue_begin
                 : -1;
    field_bits_ = state_bits(problem, component, plan) / plan.width;
    buckets_.assign(static_cast<std::size_t>(clues), -1);
    const std::size_t first_node = nodes_.size();
    for (std::int32_t g = component.group_begin; g < component.group_end; ++g)
        to_bucket(add_leaf(problem.groups[static_cast<std::size_t>(g)]));

    // The unit table (empty product), joined if the groups of a clue are already in one table.
    const auto unit = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back({keys_.size(), keys_.size() + 1, opens_.size(), opens_.size(), -1, -1, -1, 0});
    keys_.push_back(0);
    lows_.push_back(0);
    weights_.push_back(number<W>(1.0));
    weight_begin_.push_back(weights_.size());
    term_begin_.push_back(terms_.size());

    std::int32_t last = -1;
    for (const std::int32_t local : plan.order) {
        bucket_.clear();
        for (std::int32_t node =
                 buckets_[static_cast<std::size_t>(plan.rank[static_cast<std::size_t>(local)])];
             node >= 0; node = nodes_[static_cast<std::size_t>(node)].next)
            bucket_.push_back(node);
        const auto entries = [&](std::int32_t node) {
            const Node& n = nodes_[static_cast<std::size_t>(node)];
            return n.entry_end - n.entry_begin;
        };
        std::sort(bucket_.begin(), bucket_.end(), [&](std::int32_t a, std::int32_t b) {
            return entries(a) != entries(b) ? entries(a) < entries(b) : a < b;
        });
        const std::int32_t closing = local == probe_ ? -1 : local;
        last = bucket_.front();
        if (bucket_.size() == 1) last = join(last, unit, closing);
        for (std::size_t i = 1; i < bucket_.size(); ++i)
            last = join(last, bucket_[i], i + 1 == bucket_.size() ? closing : -1);
        const Node& node = nodes_[static_cast<std::size_t>(last)];
        if (node.entry_begin == node.entry_end)
            throw Contradiction("the clues of a component cannot hold together", clue(local).cell);
        if (local != plan.order.back()) to_bucket(last);
    }
    const int shift = probe_ < 0 ? -1 : plan.column[static_cast<std::size_t>(probe_)] * field_bits_;
    roots_.push_back(
        {static_cast<std::size_t>(last), first_node, scale_, field_bits_, shift, smallest_});
    count_steps(products_ - reported_);
    return static_cast<int>(roots_.size()) - 1;
}

template <class W, class Key>
void Elimination<W, Key>::to_bucket(std::int32_t index) {
    Node& node = nodes_[static_cast<std::size_t>(index)];
    std::int32_t first = std::numeric_limits<std::int32_t>::max();
    for (std::size_t i = node.open_begin; i < node.open_end; ++i)
        first = std::min(first, plan_->rank[static_cast<std::size_t>(opens_[i].clue)]);
    std::int32_t& head = buckets_[static_cast<std::size_t>(first)];
    node.next = head;
    head = index;
}

template <class W, class Key>
std::int32_t Elimination<W, Key>::add_leaf(const Group& group) {
    const auto index = static_cast<std::int32_t>(nodes_.size());
    const std::int32_t room = group.size() * problem_->cap(group.flagged);
    std::int32_t most = room, least = 0;
    Key step = 0;
    const std::size_t open_begin = opens_.size();
    for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i) {
        const std::int32_t local =
            problem_->group_clues[static_cast<std::size_t>(i)] - component_->clue_begin;
        opens_.push_back({local, room});
        step += field(local, 1);
        if (local == probe_) continue;
        most = std::min(most, clue(local).need);
        least = std::max(least, clue(local).need - (clue(local).room - room));
    }
    std::sort(opens_.begin() + static_cast<std::ptrdiff_t>(open_begin), opens_.end(),
              [](const Open& a, const Open& b) { return a.clue < b.clue; });
    nodes_.push_back({keys_.size(), keys_.size(), open_begin, opens_.size(), -1, -1, -1, least});
    const auto push = [&](std::int32_t mines, W weight) {
        keys_.push_back(static_cast<Key>(mines) * step);
        lows_.push_back(track_mines_ ? mines : 0);
        weights_.push_back(weight);
        weight_begin_.push_back(weights_.size());
        term_begin_.push_back(terms_.size());
    };
    if (problem_->max_per_cell == 1 && room <= SmallBinomials::kMost) {
        const double* row = SmallBinomials::row(room);
        for (std::int32_t mines = least; mines <= most; ++mines) push(mines, number<W>(row[mines]));
    } else if (most >= least) {
        const std::vector<W> row =
            group_weights<W>(group.size(), problem_->max_per_cell, group.flagged, most);
        for (std::int32_t mines = least; mines <= most; ++mines)
            push(mines, row[static_cast<std::size_t>(mines)]);
        nodes_.back().entry_end = keys_.size();
        rescale(nodes_.back());
    }
    nodes_.back().entry_end = keys_.size();
    return index;
}

// Appends the clues that stay open after the join, and returns the bounds on its states.
template <class W, class Key>
typename Elimination<W, Key>::Bounds Elimination<W, Key>::merge_open(const Node& a, const Node& b,
                                                                     std::int32_t closing) {
    Bounds bounds;
    std::size_t i = a.open_begin, j = b.open_begin;
    const Key top = static_cast<Key>(1) << (field_bits_ - 1);
    while (i < a.open_end || j < b.open_end) {
        Open open;
        if (j == b.open_end || (i < a.open_end && opens_[i].clue < opens_[j].clue)) {
            open = opens_[i++];
        } else if (i == a.open_end || opens_[j].clue < opens_[i].clue) {
            open = opens_[j++];
        } else {
            open = {opens_[i].clue, opens_[i].inside + opens_[j].inside};
            ++i;
            ++j;
        }
        const Clue& c = clue(open.clue);
        const int shift = plan_->column[static_cast<std::size_t>(open.clue)] * field_bits_;
        const std::int32_t low =
            open.clue == probe_ ? 0 : std::max(0, c.need - (c.room - open.inside));
        bounds.guard |= top << shift;
        bounds.high |= (top - 1 - static_cast<Key>(c.need)) << shift;
        bounds.low |= static_cast<Key>(open.clue == closing ? c.need : low) << shift;
        if (open.clue == closing)
            bounds.closed = static_cast<Key>(c.need) << shift;
        else
            opens_.push_back(open);
    }
    return bounds;
}

// Writes all pairs of entries whose sum is within the bounds to matches_, sorted by that sum, and
// their number to matched_. Each entry of the small table yields one sorted run; the runs are
// merged pairwise.
template <class W, class Key>
void Elimination<W, Key>::match(const Node& big, const Node& small, const Bounds& bounds) {
    const std::size_t big_size = big.entry_end - big.entry_begin;
    runs_.clear();
    runs_.push_back(0);
    matched_ = 0;
    for (std::size_t s = small.entry_begin; s < small.entry_end; ++s) {
        spend(big_size);
        if (matches_.size() < matched_ + big_size) {
            check_budget(matched_ + big_size);
            matches_.resize((matched_ + big_size) / 2 * 3 + 64);
        }
        const Key shift = keys_[s];
        const Key* key = keys_.data() + big.entry_begin;
        Match* out = matches_.data() + matched_;
        for (std::size_t i = 0; i < big_size; ++i) {
            const Key sum = key[i] + shift;
            *out = {sum, static_cast<Entry>(big.entry_begin + i), static_cast<Entry>(s)};
            out += bounds.accept(sum) ? 1 : 0;
        }
        const auto end = static_cast<std::size_t>(out - matches_.data());
        if (end > matched_) runs_.push_back(end);
        matched_ = end;
    }
    while (runs_.size() > 2) {
        if (merged_.size() < matched_) merged_.resize(matches_.size());
        std::size_t kept = 1;
        for (std::size_t r = 0; r + 1 < runs_.size(); r += 2) {
            const std::size_t end = std::min(r + 2, runs_.size() - 1);
            const Match* a = matches_.data() + runs_[r];
            const Match* b = matches_.data() + runs_[r + 1];
            const Match* const a_end = b;
            const Match* const b_end = matches_.data() + runs_[end];
            Match* out = merged_.data() + runs_[r];
            while (a != a_end && b != b_end) *out++ = b->key < a->key ? *b++ : *a++;
            out = std::copy(a, a_end, out);
            std::copy(b, b_end, out);
            spend(4 * (runs_[end] - runs_[r]));
            runs_[kept++] = runs_[end];
        }
        runs_.resize(kept);
        matches_.swap(merged_);
    }
}

// Sums the matches with equal states into entries and computes their polynomials.
template <class W, class Key>
void Elimination<W, Key>::accumulate(const Bounds& bounds, bool swapped) {
    const auto length = [&](Entry e) { return weight_begin_[e + 1] - weight_begin_[e]; };
    const std::size_t first = keys_.size();
    std::size_t end_of_weights = weights_.size();
    for (std::size_t i = 0; i < matched_;) {
        const Key key = matches_[i].key;
        std::int32_t low = std::numeric_limits<std::int32_t>::max(), high = 0;
        for (; i < matched_ && matches_[i].key == key; ++i) {
            const Match& m = matches_[i];
            const std::int32_t start = lows_[m.left] + lows_[m.right];
            const auto terms = static_cast<std::int32_t>(length(m.left) + length(m.right)) - 1;
            low = std::min(low, start);
            high = std::max(high, start + terms);
            terms_.push_back(swapped ? Term{m.right, m.left} : Term{m.left, m.right});
        }
        keys_.push_back(key - bounds.closed);
        lows_.push_back(low);
        end_of_weights += static_cast<std::size_t>(high - low);
        weight_begin_.push_back(end_of_weights);
        term_begin_.push_back(terms_.size());
    }
    if (terms_.size() >= std::numeric_limits<Entry>::max())
        throw BudgetExceeded(plan_->width, plan_->log2_states);
    check_budget(matched_, end_of_weights - weights_.size());
    weights_.resize(end_of_weights, number<W>(0.0));
    for (std::size_t entry = first; entry < keys_.size(); ++entry) {
        W* out = weights_.data() + weight_begin_[entry];
        for (std::size_t t = term_begin_[entry]; t < term_begin_[entry + 1]; ++t) {
            const Term term = terms_[t];
            W* start = out + (lows_[term.left] + lows_[term.right] - lows_[entry]);
            const bool flip = length(term.left) < length(term.right);
            const Entry longer = flip ? term.right : term.left;
            const Entry shorter = flip ? term.left : term.right;
            const W* a = weights_.data() + weight_begin_[longer];
            const W* b = weights_.data() + weight_begin_[shorter];
            const std::size_t a_length = length(longer), b_length = length(shorter);
            for (std::size_t j = 0; j < b_length; ++j)
                for (std::size_t i = 0; i < a_length; ++i) start[i + j] += a[i] * b[j];
            spend(kProductCost * a_length * std::uint64_t{b_length});
        }
    }
}

template <class W, class Key>
std::int32_t Elimination<W, Key>::join(std::int32_t a, std::int32_t b, std::int32_t closing) {
    const Node left = nodes_[static_cast<std::size_t>(a)];
    const Node right = nodes_[static_cast<std::size_t>(b)];
    const std::size_t open_begin = opens_.size();
    const Bounds bounds = merge_open(left, right, closing);
    const bool swapped = left.entry_end - left.entry_begin < right.entry_end - right.entry_begin;
    match(swapped ? right : left, swapped ? left : right, bounds);
    const std::size_t entry_begin = keys_.size();
    accumulate(bounds, swapped);
    nodes_.push_back({entry_begin, keys_.size(), open_begin, opens_.size(), a, b, -1, 0});
    rescale(nodes_.back());
    return static_cast<std::int32_t>(nodes_.size()) - 1;
}

// Throws BudgetExceeded if the tables need too much memory with `matches` matches, of which the
// merge holds two copies, and `weights` further weights. A quarter is added for vector growth.
template <class W, class Key>
void Elimination<W, Key>::check_budget(std::uint64_t matches, std::uint64_t weights) const {
    const std::uint64_t wanted = bytes() + 2 * (bytes_of<Match>(matches) + bytes_of<W>(weights));
    if (wanted + wanted / 4 > budget_->bytes)
        throw BudgetExceeded(plan_->width, plan_->log2_states);
}

template <class W, class Key>
void Elimination<W, Key>::spend(std::uint64_t products) {
    products_ += products;
    if (products_ > next_poll_) poll();
}

template <class W, class Key>
void Elimination<W, Key>::poll() {
    if (products_ > budget_->products) throw BudgetExceeded(plan_->width, plan_->log2_states);
    count_steps(products_ - reported_);
    reported_ = products_;
    next_poll_ = std::min(budget_->products, products_ + kStepsPerPoll);
}

// Brings the weights of a table near 1 and inspects them.
template <class W, class Key>
void Elimination<W, Key>::rescale(Node& node) {
    if constexpr (std::is_same_v<W, double>) {
        const std::size_t begin = weight_begin_[node.entry_begin];
        const std::size_t end = weight_begin_[node.entry_end];
        smallest_ = std::min(smallest_,
                             bring_near_one({weights_.data() + begin, end - begin}, node.exponent));
        in_range_ = in_range_ && smallest_ >= kSmallestWeight;
        scale_ += node.exponent;
    }
}

// The same for the outside weights of a table, which are multiplied by weights of other tables or,
// at a leaf, by its own.
template <class W, class Key>
void Elimination<W, Key>::rescale_outside(const Node& node, const Root& root) {
    if constexpr (std::is_same_v<W, double>) {
        const std::size_t begin = weight_begin_[node.entry_begin];
        const std::size_t end = weight_begin_[node.entry_end];
        int exponent = 0;
        const double smallest = bring_near_one({outside_.data() + begin, end - begin}, exponent);
        in_range_ = in_range_ && smallest * root.smallest >= kSmallestProduct;
    }
}

template <class W, class Key>
void Elimination<W, Key>::backward_pass(int component, std::span<const W> outside,
                                        std::size_t which) {
    const Root& root = roots_[static_cast<std::size_t>(component)];
    const auto length = [&](std::size_t e) { return weight_begin_[e + 1] - weight_begin_[e]; };
    in_range_ = true;
    if (outside_.size() < weights_.size()) outside_.resize(weights_.size());
    std::fill(
        outside_.begin() +
            static_cast<std::ptrdiff_t>(weight_begin_[nodes_[root.first_node].entry_begin]),
        outside_.begin() + static_cast<std::ptrdiff_t>(weight_begin_[nodes_[root.node].entry_end]),
        number<W>(0.0));
    const std::size_t top = weight_begin_[nodes_[root.node].entry_begin + which];
    std::copy(outside.begin(), outside.end(), outside_.begin() + static_cast<std::ptrdiff_t>(top));
    for (std::size_t index = root.node + 1; index-- > root.first_node;) {
        const Node& node = nodes_[index];
        rescale_outside(node, root);
        if (node.left < 0) continue;
        count_steps(kProductCost * 2 *
                    (weight_begin_[node.entry_end] - weight_begin_[node.entry_begin] +
                     term_begin_[node.entry_end] - term_begin_[node.entry_begin]));
        for (std::size_t entry = node.entry_begin; entry < node.entry_end; ++entry) {
            const W* above = outside_.data() + weight_begin_[entry];
            for (std::size_t t = term_begin_[entry]; t < term_begin_[entry + 1]; ++t) {
                const Term term = terms_[t];
                const W* d = above + (lows_[term.left] + lows_[term.right] - lows_[entry]);
                const bool flip = length(term.left) < length(term.right);
                const Entry longer = flip ? term.right : term.left;
                const Entry shorter = flip ? term.left : term.right;
                const W* a = weights_.data() + weight_begin_[longer];
                const W* b = weights_.data() + weight_begin_[shorter];
                W* outside_a = outside_.data() + weight_begin_[longer];
                W* outside_b = outside_.data() + weight_begin_[shorter];
                const std::size_t a_length = length(longer), b_length = length(shorter);
                for (std::size_t j = 0; j < b_length; ++j) {
                    W sum = number<W>(0.0);
                    for (std::size_t i = 0; i < a_length; ++i) {
                        outside_a[i] += d[i + j] * b[j];
                        sum += d[i + j] * a[i];
                    }
                    outside_b[j] += sum;
                }
            }
        }
    }
}

template <class W, class Key>
std::int32_t Elimination<W, Key>::marginal(int component, std::int32_t group,
                                           std::vector<W>& weights) const {
    const Node& leaf = nodes_[roots_[static_cast<std::size_t>(component)].first_node +
                              static_cast<std::size_t>(group)];
    weights.clear();
    for (std::size_t entry = leaf.entry_begin; entry < leaf.entry_end; ++entry) {
        const std::size_t at = weight_begin_[entry];
        weights.push_back(weights_[at] * outside_[at]);
    }
    return leaf.least;
}

inline int state_bits(const Problem& problem, const Component& component, const Plan& plan) {
    std::uint32_t most = 0;
    for (std::int32_t c = component.clue_begin; c < component.clue_end; ++c)
        most = std::max(
            most, static_cast<std::uint32_t>(problem.clues[static_cast<std::size_t>(c)].need));
    return (std::bit_width(most) + 1) * plan.width;
}

}  // namespace sapper
