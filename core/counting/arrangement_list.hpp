// Counts small components by enumeration of their arrangements.
//
// An arrangement gives each group of a component its number of mines. Most components of a game in
// progress have only a handful. A depth-first search, pruned by the need and room of the clues,
// lists them; the list then provides the same counts, marginals and samples as the elimination,
// several times faster. If the search exceeds its step limit, the component is left to the
// elimination (elimination.hpp).
//
// Weights are doubles. A component of c cells has at most 2^c layouts. With at most kMostCells
// cells every sum of arrangement weights, each a product of binomials, is between 1 and
// 2^kMostCells, so the counts stay in the range of weight_range.hpp. Outside weights are zero or
// between 2^-830 and 1, so the marginals do, too.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counting/packed_clues.hpp"
#include "counting/problem.hpp"
#include "support/index.hpp"
#include "support/random.hpp"

namespace sapper {

class ArrangementList {
  public:
    struct Arrangement {
        double weight;        // number of layouts with this arrangement
        std::int32_t mines;   // in the whole component; 0 unless mines are tracked
        std::int32_t shown;   // the probe's clue value above its base; 0 without a probe
        std::uint32_t mined;  // bit mask of the groups that hold a mine
    };

    // The list of a component: arrangement i puts values[i * groups + g] mines into group g.
    struct View {
        std::span<const Arrangement> arrangements;
        const std::uint8_t* values;
        std::size_t groups;
    };
    [[nodiscard]] View view(int component) const {
        const Part& part = parts_[to_index(component)];
        return {{arrangements_.data() + part.arrangement_begin,
                 part.arrangement_end - part.arrangement_begin},
                values_.data() + part.value_begin,
                static_cast<std::size_t>(part.groups)};
    }

    void clear();

    // Returns the component's index in this object, or -1 if the component is too large or may hold
    // several mines per cell. Throws Contradiction if there is no arrangement.
    int add(const Problem& problem, const Component& component, bool track_mines);

    [[nodiscard]] std::size_t counts(int component) const {
        return parts_[to_index(component)].count_end - parts_[to_index(component)].count_begin;
    }
    [[nodiscard]] std::int32_t shown(int component, std::size_t which) const {
        return counts_[parts_[to_index(component)].count_begin + which].shown;
    }
    [[nodiscard]] std::int32_t low(int component, std::size_t which) const {
        return counts_[parts_[to_index(component)].count_begin + which].low;
    }
    [[nodiscard]] std::span<const double> weights(int component, std::size_t which) const;

    // As Elimination::backward_pass and Elimination::marginal.
    void backward_pass(int component, std::span<const double> outside, std::size_t which);
    std::int32_t marginal(int component, std::int32_t group, std::vector<double>& weights) const;

    // As Elimination::draw.
    void draw(int component, std::int32_t mines, Random& random,
              std::span<std::int32_t> groups) const;

    [[nodiscard]] std::size_t entries() const { return arrangements_.size(); }
    [[nodiscard]] std::size_t bytes() const {
        return arrangements_.size() * sizeof(Arrangement) + values_.size();
    }

  private:
    struct Count {
        std::int32_t shown, low;
        std::size_t weight_begin, weight_end;
    };
    struct Part {
        std::size_t arrangement_begin, arrangement_end;
        std::size_t value_begin;  // of the first arrangement; then `groups` bytes each
        std::size_t group_begin;
        std::size_t count_begin, count_end;
        std::int32_t groups;
    };

    bool place(std::int32_t group, std::int32_t mines, double weight);
    template <class Word>
    bool place(const PackedClues<Word>& clues, std::int32_t group, Word need, Word spare,
               std::int32_t mines, std::uint32_t mined, double weight);
    bool place_all();
    void put(double weight, std::int32_t mines, std::int32_t shown, std::uint32_t mined);
    void collect(Part& part);

    // State of add().
    const Problem* problem_ = nullptr;
    const Component* component_ = nullptr;
    std::int32_t probe_ = -1;
    int steps_ = 0;
    bool track_mines_ = true;
    std::vector<std::int32_t> need_, room_;  // per clue of the component
    std::vector<std::uint8_t> current_;
    PackedClues<std::uint64_t> packed64_;
    PackedClues<DoubleWord> packed128_;

    std::vector<Part> parts_;
    std::vector<Arrangement> arrangements_;
    std::vector<std::uint8_t> values_;
    std::vector<Count> counts_;
    std::vector<double> weights_;
    // For each group of all components, the offset of its marginal, which has one weight for each
    // number of mines from 0 to the group's size.
    std::vector<std::size_t> marginal_begin_{0};
    std::vector<double> marginals_;
};

}  // namespace sapper
