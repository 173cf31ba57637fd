// The layouts of an ending, or of a part of it, one by one.
//
// Depth first over the cells of the components, cut by what the clues still need and have room for,
// then over the floating cells. One mine a cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "deduction/deducer.hpp"
#include "endgame/independent_subgames.hpp"
#include "support/index.hpp"

namespace sapper {

class EndgameLayouts {
  public:
    // All unknown cells; the deducer's last analysis must have settled nothing.
    void take(const Deducer& deducer);
    // Those of a part that stands by itself.
    void take(const Deducer& deducer, const IndependentSubgame& part);

    // The unknown cells: those of components first, then floating ones.
    [[nodiscard]] const std::vector<std::int32_t>& cells() const { return cells_; }

    // Calls record(mined) with every layout, its mines a bit a cell as in cells(). False where
    // there are more than `most`, or where it takes too long.
    template <class F>
    bool each(int most, F record) {
        begin(most);
        return place(0, record);
    }

  private:
    void begin(const Deducer& deducer);
    void begin(int most);
    void take(std::int32_t component);
    bool put(const Group& group, int mine);
    void take_back(const Group& group, int mine);

    template <class F>
    bool place(std::size_t index, F& record) {
        if (++steps_ > most_steps_) return false;
        if (index == group_of_cell_.size()) return place_floating(index, mines_left_, record);
        const Group& group = problem_->groups[to_index(group_of_cell_[index])];
        for (const int mine : {0, 1}) {
            if (mine > mines_left_) break;
            const bool fits = put(group, mine);
            mark(index, mine);
            mines_left_ -= mine;
            const bool go_on = !fits || place(index + 1, record);
            mines_left_ += mine;
            mark(index, 0);
            take_back(group, mine);
            if (!go_on) return false;
        }
        return true;
    }

    template <class F>
    bool place_floating(std::size_t index, std::int64_t mines, F& record) {
        if (++steps_ > most_steps_) return false;
        const auto left = static_cast<std::int64_t>(cells_.size() - index);
        if (mines > left) return true;
        if (left == 0) {
            if (layouts_++ == most_) return false;
            record(std::span<const std::uint64_t>(mined_));
            return true;
        }
        if (!place_floating(index + 1, mines, record)) return false;
        if (mines == 0) return true;
        mark(index, 1);
        const bool go_on = place_floating(index + 1, mines - 1, record);
        mark(index, 0);
        return go_on;
    }

    void mark(std::size_t index, int mine) {
        const std::uint64_t bit = std::uint64_t{1} << index % 64;
        mined_[index / 64] = (mined_[index / 64] & ~bit) | (mine != 0 ? bit : 0);
    }

    const Problem* problem_ = nullptr;
    std::vector<std::int32_t> cells_;
    std::vector<std::int32_t> group_of_cell_;  // by index in cells_, for those in components
    std::int64_t mines_left_ = 0;
    std::vector<std::int32_t> need_, room_;  // by clue
    std::vector<std::uint64_t> mined_;       // while placing
    int most_ = 0, layouts_ = 0;
    long most_steps_ = 0, steps_ = 0;
};

}  // namespace sapper
