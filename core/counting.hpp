// All components of a problem counted in one number type, whatever the width of their states.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "elimination.hpp"

namespace sapper {

__extension__ using WideKey = unsigned __int128;

template <class W>
class Counting {
  public:
    void clear() {
        narrow_.clear();
        broad_.clear();
        places_.clear();
        width_ = 0;
    }

    // Counts the next component. Throws Contradiction or TooHard.
    void add(const Problem& problem, const Component& component, const Budget& budget) {
        planner_.plan(problem, component, plan_);
        width_ = std::max(width_, plan_.width);
        const int bits = state_bits(problem, component, plan_);
        if (plan_.log2_states > budget.log2_states || bits > 128)
            throw TooHard(plan_.width, plan_.log2_states);
        if (bits <= 64)
            places_.push_back({false, narrow_.add(problem, component, plan_, budget)});
        else
            places_.push_back({true, broad_.add(problem, component, plan_, budget)});
    }

    [[nodiscard]] std::size_t size() const { return places_.size(); }
    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] std::size_t bytes() const { return narrow_.bytes() + broad_.bytes(); }
    [[nodiscard]] std::size_t entries() const { return narrow_.entries() + broad_.entries(); }

    struct Count {
        std::int32_t shown;
        std::int32_t low;
        std::span<const W> weights;
    };
    [[nodiscard]] std::size_t counts(std::size_t component) const {
        return visit(component, [](const auto& e, int i) { return e.counts(i); });
    }
    [[nodiscard]] Count count(std::size_t component, std::size_t which = 0) const {
        return visit(component, [which](const auto& e, int i) {
            const auto c = e.count(i, which);
            return Count{c.shown, c.low, c.weights};
        });
    }
    [[nodiscard]] double scale(std::size_t component) const {
        return visit(component, [](const auto& e, int i) { return e.scale(i); });
    }
    void descend(std::size_t component, std::span<const W> rest) {
        const Place place = places_[component];
        if (place.broad)
            broad_.descend(place.index, rest);
        else
            narrow_.descend(place.index, rest);
    }
    // Returns the least number of mines; weights[i] belongs to that plus i.
    std::int32_t share(std::size_t component, std::int32_t group, std::vector<W>& weights) const {
        return visit(component, [&](const auto& e, int i) { return e.share(i, group, weights); });
    }

  private:
    struct Place {
        bool broad;
        int index;
    };

    template <class F>
    auto visit(std::size_t component, F f) const {
        const Place place = places_[component];
        return place.broad ? f(broad_, place.index) : f(narrow_, place.index);
    }

    Planner planner_;
    Plan plan_;
    int width_ = 0;
    Elimination<W, std::uint64_t> narrow_;
    Elimination<W, WideKey> broad_;
    std::vector<Place> places_;
};

}  // namespace sapper
