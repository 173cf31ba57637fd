// Exact sampling of layouts from the tables of an elimination.
//
// The weight of a table entry is a sum over its terms (pairs of entries that were joined) and over
// the splits of its mines between the two. Walking from the root to the leaves, one summand is
// chosen in proportion to its weight, so layouts of the component with the given number of mines
// are drawn with exactly their probabilities. The cost is the sum over one entry per table.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "counting/elimination.hpp"

namespace sapper {

template <class W, class Key>
typename Elimination<W, Key>::Split Elimination<W, Key>::choose(const Node& node, Entry entry,
                                                                std::int32_t mines,
                                                                Random& random) const {
    const auto length = [&](Entry e) {
        return static_cast<std::int32_t>(weight_begin_[e + 1] - weight_begin_[e]);
    };
    const std::size_t begin = term_begin_[entry], end = term_begin_[entry + 1];
    // The splits of a term: the left entry holds `first` to `last` mines above its least number.
    struct Range {
        std::int32_t spare, first, last;
    };
    const auto range = [&](const Term& term) {
        const std::int32_t spare = mines - lows_[term.left] - lows_[term.right];
        return Range{spare, std::max(0, spare - (length(term.right) - 1)),
                     std::min(spare, length(term.left) - 1)};
    };
    if (end - begin == 1) {
        const Range only = range(terms_[begin]);
        if (only.first == only.last) return {begin, lows_[terms_[begin].left] + only.first};
    }
    W target = weights_[weight_begin_[entry] + static_cast<std::size_t>(mines - lows_[entry])] *
               number<W>(random.uniform());
    if constexpr (std::is_same_v<W, double>)
        if (node.exponent != 0) target = std::ldexp(target, node.exponent);
    W sum = number<W>(0.0);
    Split chosen{end, 0};
    for (std::size_t t = begin; t < end; ++t) {
        const Term term = terms_[t];
        const Range splits = range(term);
        const W* left = weights_.data() + weight_begin_[term.left];
        const W* right = weights_.data() + weight_begin_[term.right];
        for (std::int32_t i = splits.first; i <= splits.last; ++i) {
            const W product = left[i] * right[splits.spare - i];
            if (!(number<W>(0.0) < product)) continue;
            chosen = {t, lows_[term.left] + i};
            sum += product;
            if (target < sum) return chosen;
        }
    }
    return chosen;  // the sum fell short of the target by rounding: the last possible split
}

template <class W, class Key>
void Elimination<W, Key>::draw(int component, std::int32_t mines, Random& random,
                               std::span<std::int32_t> groups) const {
    struct Part {
        std::size_t node;
        Entry entry;
        std::int32_t mines;
    };
    static thread_local std::vector<Part> open;
    const Root& root = roots_[static_cast<std::size_t>(component)];
    open.assign(1, {root.node, static_cast<Entry>(nodes_[root.node].entry_begin), mines});
    while (!open.empty()) {
        const Part part = open.back();
        open.pop_back();
        const Node& node = nodes_[part.node];
        if (node.left < 0) {
            const std::size_t group = part.node - root.first_node;
            if (group < groups.size())  // the leaf after the groups is the unit table
                groups[group] =
                    node.least + static_cast<std::int32_t>(part.entry - node.entry_begin);
            continue;
        }
        const Split split = choose(node, part.entry, part.mines, random);
        const Term term = terms_[split.term];
        open.push_back({static_cast<std::size_t>(node.left), term.left, split.left});
        open.push_back({static_cast<std::size_t>(node.right), term.right, part.mines - split.left});
    }
}

}  // namespace sapper
