// Enumerates all consistent layouts of an endgame position or of an independent subgame.
//
// Depth-first backtracking over the cells of the components, pruned by the remaining need and room
// of each clue, then over the floating cells. Exponential at worst; the number of steps is limited.
// One mine per cell. If the number of mines is unknown, the layouts of all possible totals are
// enumerated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "deduction/deducer.hpp"
#include "endgame/independent_subgames.hpp"
#include "support/index.hpp"

namespace sapper {

class EndgameLayouts {
  public:
    // Selects all unknown cells. The deducer's last analysis must have settled nothing.
    void prepare(const Deducer& deducer);
    // Selects the unknown cells of an independent subgame.
    void prepare(const Deducer& deducer, const IndependentSubgame& subgame);

    // The selected cells: those of components first, then floating ones.
    [[nodiscard]] const std::vector<std::int32_t>& cells() const { return cells_; }

    // Calls record(mined) for every layout; bit i of `mined` is the mine of cells()[i]. Returns
    // false if there are more than `most` layouts or the step limit is reached.
    template <class F>
    bool for_each(int most, F record) {
        start(most);
        return place(0, record);
    }

  private:
    void set_problem(const Deducer& deducer);
    void start(int most);
    void set_total(const Total& total);
    void add_component(std::int32_t component);
    bool place_mine(const Group& group, int mine);
    void undo(const Group& group, int mine);

    template <class F>
    bool place(std::size_t index, F& record) {
        if (++steps_ > most_steps_) return false;
        if (index == group_of_cell_.size()) return place_floating(index, mines_left_, record);
        const Group& group = problem_->groups[to_index(group_of_cell_[index])];
        for (const int mine : {0, 1}) {
            if (mine > mines_left_) break;
            const bool fits = place_mine(group, mine);
            mark(index, mine);
            mines_left_ -= mine;
            const bool completed = !fits || place(index + 1, record);
            mines_left_ += mine;
            mark(index, 0);
            undo(group, mine);
            if (!completed) return false;
        }
        return true;
    }

    template <class F>
    bool place_floating(std::size_t index, std::int64_t mines, F& record) {
        if (++steps_ > most_steps_) return false;
        const auto left = static_cast<std::int64_t>(cells_.size() - index);
        if (mines > left + most_spare_) return true;
        if (left == 0) {
            if (!std::binary_search(spare_.begin(), spare_.end(), mines)) return true;
            if (layouts_++ == most_) return false;
            record(std::span<const std::uint64_t>(mined_));
            return true;
        }
        if (!place_floating(index + 1, mines, record)) return false;
        if (mines == 0) return true;
        mark(index, 1);
        const bool completed = place_floating(index + 1, mines - 1, record);
        mark(index, 0);
        return completed;
    }

    void mark(std::size_t index, int mine) {
        const std::uint64_t bit = std::uint64_t{1} << index % 64;
        mined_[index / 64] = (mined_[index / 64] & ~bit) | (mine != 0 ? bit : 0);
    }

    const Problem* problem_ = nullptr;
    std::vector<std::int32_t> cells_;
    std::vector<std::int32_t> group_of_cell_;  // by index in cells_, for cells in components
    std::int64_t mines_left_ = 0;              // by the greatest possible total
    // By how much the possible totals fall short of the greatest one, ascending.
    std::vector<std::int64_t> spare_;
    std::int64_t most_spare_ = 0;
    std::vector<std::int32_t> need_, room_;  // by clue
    std::vector<std::uint64_t> mined_;       // the mines placed so far
    int most_ = 0, layouts_ = 0;
    long most_steps_ = 0, steps_ = 0;
};

}  // namespace sapper
