// Counts all components of a problem in one number type, each by the fastest suitable method:
// enumeration of arrangements for small components (doubles only), else bucket elimination with
// states of 64 or 128 bits.
#pragma once

#include <cmath>
#include <span>
#include <type_traits>
#include <vector>

#include "counting/arrangement_list.hpp"
#include "counting/elimination.hpp"
#include "counting/elimination_sampling.hpp"

namespace sapper {

__extension__ using WideKey = unsigned __int128;

template <class W>
class Counting {
  public:
    void clear() {
        narrow_.clear();
        broad_.clear();
        listing_.clear();
        places_.clear();
        width_ = 0;
    }

    // See Elimination.
    void release_memory() {
        narrow_.release_memory();
        broad_.release_memory();
    }
    void track_mines(bool on) {
        track_mines_ = on;
        narrow_.track_mines(on);
        broad_.track_mines(on);
    }

    // Whether small components may be enumerated; false tests the elimination alone.
    void list_small(bool on) { list_small_ = on; }

    // Counts the next component. Throws Contradiction or BudgetExceeded. Returns whether all
    // weights stayed in the range of the number type (weight_range.hpp); only doubles can leave it.
    // If not, the counts of the component are unusable.
    bool add(const Problem& problem, const Component& component, const Budget& budget) {
        if constexpr (std::is_same_v<W, double>) {
            const int index = list_small_ ? listing_.add(problem, component, track_mines_) : -1;
            if (index >= 0) {
                places_.push_back({Means::kListing, index});
                return true;
            }
        }
        planner_.plan(problem, component, plan_);
        width_ = std::max(width_, plan_.width);
        const int bits = state_bits(problem, component, plan_);
        if (plan_.log2_states > budget.log2_states || bits > 128)
            throw BudgetExceeded(plan_.width, plan_.log2_states);
        if (bits <= 64) {
            places_.push_back({Means::kNarrow, narrow_.add(problem, component, plan_, budget)});
            return narrow_.in_range();
        }
        places_.push_back({Means::kBroad, broad_.add(problem, component, plan_, budget)});
        return broad_.in_range();
    }

    [[nodiscard]] std::size_t size() const { return places_.size(); }
    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] std::uint64_t bytes() const {
        return narrow_.bytes() + broad_.bytes() + listing_.bytes();
    }
    [[nodiscard]] std::size_t entries() const {
        return narrow_.entries() + broad_.entries() + listing_.entries();
    }

    // Whether the component was enumerated, and the list of its arrangements.
    [[nodiscard]] bool listed(std::size_t component) const {
        return places_[component].means == Means::kListing;
    }
    [[nodiscard]] ArrangementList::View list(std::size_t component) const {
        return listing_.view(places_[component].index);
    }

    struct Count {
        std::int32_t shown;
        std::int32_t low;
        std::span<const W> weights;
    };
    [[nodiscard]] std::size_t counts(std::size_t component) const {
        const Place place = places_[component];
        switch (place.means) {
            case Means::kListing:
                return listing_.counts(place.index);
            case Means::kNarrow:
                return narrow_.counts(place.index);
            default:
                return broad_.counts(place.index);
        }
    }
    [[nodiscard]] Count count(std::size_t component, std::size_t which = 0) const {
        const Place place = places_[component];
        const auto convert = [&](const auto& elimination) {
            const auto c = elimination.count(place.index, which);
            return Count{c.shown, c.low, c.weights};
        };
        if constexpr (std::is_same_v<W, double>)
            if (place.means == Means::kListing)
                return {listing_.shown(place.index, which), listing_.low(place.index, which),
                        listing_.weights(place.index, which)};
        return place.means == Means::kNarrow ? convert(narrow_) : convert(broad_);
    }
    [[nodiscard]] double scale(std::size_t component) const {
        const Place place = places_[component];
        return place.means == Means::kListing  ? 0.0
               : place.means == Means::kNarrow ? narrow_.scale(place.index)
                                               : broad_.scale(place.index);
    }
    // Returns as add() does. In doubles the outside weights must be zero or between kLeastOutside
    // and 1 (combine.hpp).
    bool backward_pass(std::size_t component, std::span<const W> outside, std::size_t which = 0) {
        const Place place = places_[component];
        if constexpr (std::is_same_v<W, double>)
            if (place.means == Means::kListing) {
                listing_.backward_pass(place.index, outside, which);
                return true;
            }
        if (place.means == Means::kNarrow) {
            narrow_.backward_pass(place.index, outside, which);
            return narrow_.in_range();
        }
        broad_.backward_pass(place.index, outside, which);
        return broad_.in_range();
    }
    // Returns the number of mines that weights[0] belongs to.
    std::int32_t marginal(std::size_t component, std::int32_t group,
                          std::vector<W>& weights) const {
        const Place place = places_[component];
        if constexpr (std::is_same_v<W, double>)
            if (place.means == Means::kListing)
                return listing_.marginal(place.index, group, weights);
        return place.means == Means::kNarrow ? narrow_.marginal(place.index, group, weights)
                                             : broad_.marginal(place.index, group, weights);
    }
    // Calls f with the elimination that counted a component and the component's index in it. Not
    // for doubles, for which a component may have been enumerated instead.
    template <class F>
    void with_tables(std::size_t component, F f) const {
        static_assert(!std::is_same_v<W, double>);
        const Place place = places_[component];
        if (place.means == Means::kNarrow)
            f(narrow_, place.index);
        else
            f(broad_, place.index);
    }
    // Samples the mines of each group from the layouts of the component with `mines` mines.
    void draw(std::size_t component, std::int32_t mines, Random& random,
              std::span<std::int32_t> groups) const {
        const Place place = places_[component];
        if (place.means == Means::kListing)
            listing_.draw(place.index, mines, random, groups);
        else if (place.means == Means::kNarrow)
            narrow_.draw(place.index, mines, random, groups);
        else
            broad_.draw(place.index, mines, random, groups);
    }

  private:
    enum class Means { kListing, kNarrow, kBroad };
    struct Place {
        Means means;
        int index;
    };

    Planner planner_;
    Plan plan_;
    int width_ = 0;
    bool track_mines_ = true, list_small_ = true;
    Elimination<W, std::uint64_t> narrow_;
    Elimination<W, WideKey> broad_;
    ArrangementList listing_;
    std::vector<Place> places_;
};

}  // namespace sapper
