// Counts small components by listing their arrangements.
//
// Most components of a game in progress have a handful of arrangements (numbers of mines by group).
// Where a depth-first search, cut by the clues' needs and room, lists them within a small number of
// steps, that list answers every question the elimination answers, several times as fast. Beyond
// that number of steps the component is left to the elimination.
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
        double weight;
        std::int32_t mines;
        std::int32_t shown;
        std::uint32_t mined;  // the groups that hold a mine, as a set of bits
    };

    // The list itself: arrangement i puts values[i * groups + g] mines into group g.
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

    // Returns the component's number in this object, or -1 where the list would be long. One mine a
    // cell. Throws Contradiction where there is no arrangement.
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

    // As Elimination::descend and share.
    void descend(int component, std::span<const double> rest, std::size_t which);
    std::int32_t share(int component, std::int32_t group, std::vector<double>& weights) const;

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

    // Only while adding.
    const Problem* problem_ = nullptr;
    const Component* component_ = nullptr;
    std::int32_t probe_ = -1;
    int steps_ = 0;
    bool track_mines_ = true;
    std::vector<std::int32_t> need_, room_;  // by clue of the component
    std::vector<std::uint8_t> current_;
    PackedClues<std::uint64_t> few_;
    PackedClues<DoubleWord> many_;

    std::vector<Part> parts_;
    std::vector<Arrangement> arrangements_;
    std::vector<std::uint8_t> values_;
    std::vector<Count> counts_;
    std::vector<double> weights_;
    // By group of all parts: where its shares are, one for each number of mines from none up.
    std::vector<std::size_t> share_begin_{0};
    std::vector<double> shares_;
};

}  // namespace sapper
