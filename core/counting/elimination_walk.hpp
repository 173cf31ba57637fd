// Enumeration of the arrangements of a component from the tables of an elimination.
//
// A table entry is a sum over its terms (pairs of entries that were joined) and over the splits of
// its mines between the two, and every summand above zero leads to at least one arrangement. The
// walk is an odometer over these choices: the tables in pre-order from the root, the last one
// fastest. Different choices give different arrangements, so each is visited exactly once, without
// dead ends, in memory proportional to the number of tables.
#pragma once

#include <algorithm>
#include <vector>

#include "counting/elimination.hpp"

namespace sapper {

template <class W, class Key>
class Elimination<W, Key>::Walk {
  public:
    // Keeps a reference to the tables. The component must not have the probe.
    Walk(const Elimination& tables, int component)
        : tables_(&tables), first_node_(tables.roots_[to_index(component)].first_node) {
        const std::size_t root = tables.roots_[to_index(component)].node;
        add(root);
        steps_.front().entry = static_cast<Entry>(tables.nodes_[root].entry_begin);
    }

    // Starts with the first arrangement with `mines` mines, of which there is at least one.
    void start(std::int32_t mines) {
        steps_.front().mines = mines;
        restart(0);
    }

    // Moves to the next arrangement; returns false after the last one.
    bool next() {
        for (std::size_t i = steps_.size(); i-- > 0;) {
            Step& step = steps_[i];
            if (step.left_child == 0 || !choose(step, step.term, step.left_mines + 1)) continue;
            restart(i + 1);
            return true;
        }
        return false;
    }

    // The mines of every group of the component.
    void read(std::span<std::int32_t> groups) const {
        for (const Step& step : steps_) {
            const std::size_t group = step.node - first_node_;
            if (step.left_child != 0 || group >= groups.size()) continue;  // a join, or the unit
            const Node& leaf = tables_->nodes_[step.node];
            groups[group] = leaf.least + static_cast<std::int32_t>(step.entry - leaf.entry_begin);
        }
    }

  private:
    // A table with the entry that is visited, and for a join the current term and split.
    struct Step {
        std::size_t node;
        std::size_t left_child = 0, right_child = 0;  // in steps_; 0 for a leaf
        Entry entry = 0;
        std::int32_t mines = 0;
        std::size_t term = 0;
        std::int32_t left_mines = 0;  // in the left entry of the term
    };

    static std::size_t to_index(int i) { return static_cast<std::size_t>(i); }

    // Appends a table and those below it in pre-order; returns its place. The depth is bounded by
    // the number of clues, so an explicit stack avoids deep recursion on large boards.
    void add(std::size_t root) {
        struct Pending {
            std::size_t node, parent;
            bool left;
        };
        std::vector<Pending> pending{{root, 0, false}};
        while (!pending.empty()) {
            const Pending now = pending.back();
            pending.pop_back();
            const std::size_t place = steps_.size();
            steps_.push_back({now.node});
            if (place > 0)
                (now.left ? steps_[now.parent].left_child : steps_[now.parent].right_child) = place;
            const Node& node = tables_->nodes_[now.node];
            if (node.left < 0) continue;
            pending.push_back({static_cast<std::size_t>(node.right), place, false});
            pending.push_back({static_cast<std::size_t>(node.left), place, true});
        }
    }

    // Takes the first choice in every step from `begin` on. A step follows its parent, which has
    // set its entry and mines.
    void restart(std::size_t begin) {
        for (std::size_t i = begin; i < steps_.size(); ++i)
            if (Step& step = steps_[i]; step.left_child != 0)
                choose(step, tables_->term_begin_[step.entry], 0);
    }

    // Takes the first choice from this term and number of mines in its left entry on, and passes it
    // to the children. Returns false if there is none.
    bool choose(Step& step, std::size_t term, std::int32_t left_mines) {
        const auto& t = *tables_;
        const auto length = [&](Entry e) {
            return static_cast<std::int32_t>(t.weight_begin_[e + 1] - t.weight_begin_[e]);
        };
        for (; term < t.term_begin_[step.entry + 1]; ++term, left_mines = 0) {
            const Term pair = t.terms_[term];
            const std::int32_t low = t.lows_[pair.left];
            const std::int32_t spare = step.mines - low - t.lows_[pair.right];
            const W* left = t.weights_.data() + t.weight_begin_[pair.left];
            const W* right = t.weights_.data() + t.weight_begin_[pair.right];
            const std::int32_t last = std::min(spare, length(pair.left) - 1);
            for (std::int32_t i = std::max({0, spare - (length(pair.right) - 1), left_mines - low});
                 i <= last; ++i) {
                if (!(number<W>(0.0) < left[i] && number<W>(0.0) < right[spare - i])) continue;
                step.term = term;
                step.left_mines = low + i;
                steps_[step.left_child].entry = pair.left;
                steps_[step.left_child].mines = step.left_mines;
                steps_[step.right_child].entry = pair.right;
                steps_[step.right_child].mines = step.mines - step.left_mines;
                return true;
            }
        }
        return false;
    }

    const Elimination* tables_;
    std::size_t first_node_;
    std::vector<Step> steps_;
};

}  // namespace sapper
