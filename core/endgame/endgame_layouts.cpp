#include "endgame/endgame_layouts.hpp"

namespace sapper {

namespace {

constexpr long kSteps = 400'000;    // to begin with
constexpr long kStepsALayout = 64;  // and for each that may be found

}  // namespace

void EndgameLayouts::take(const Deducer& deducer) {
    begin(deducer);
    for (std::size_t c = 0; c < problem_->components.size(); ++c)
        take(static_cast<std::int32_t>(c));
    std::vector<std::int32_t> floating;
    deducer.floating_cells(floating);
    cells_.insert(cells_.end(), floating.begin(), floating.end());
    mines_left_ = deducer.mines_left();
}

void EndgameLayouts::take(const Deducer& deducer, const IndependentSubgame& part) {
    begin(deducer);
    for (const std::int32_t component : part.components) take(component);
    mines_left_ = part.mines;
}

void EndgameLayouts::begin(const Deducer& deducer) {
    problem_ = &deducer.problem();
    cells_.clear();
    group_of_cell_.clear();
}

void EndgameLayouts::take(std::int32_t component) {
    const Component& range = problem_->components[to_index(component)];
    for (std::int32_t g = range.group_begin; g < range.group_end; ++g) {
        const Group& group = problem_->groups[to_index(g)];
        for (std::int32_t i = group.cell_begin; i < group.cell_end; ++i) {
            cells_.push_back(problem_->group_cells[to_index(i)]);
            group_of_cell_.push_back(g);
        }
    }
}

void EndgameLayouts::begin(int most) {
    need_.clear();
    room_.clear();
    for (const Clue& clue : problem_->clues) {
        need_.push_back(clue.need);
        room_.push_back(clue.room);
    }
    mined_.assign(cells_.size() / 64 + 1, 0);
    most_ = most;
    layouts_ = 0;
    most_steps_ = kSteps + kStepsALayout * most;
    steps_ = 0;
}

// Whether the clues of the group still can hold.
bool EndgameLayouts::put(const Group& group, int mine) {
    bool fits = true;
    for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i) {
        const std::size_t clue = to_index(problem_->group_clues[to_index(i)]);
        need_[clue] -= mine;
        --room_[clue];
        fits = fits && need_[clue] >= 0 && need_[clue] <= room_[clue];
    }
    return fits;
}

void EndgameLayouts::take_back(const Group& group, int mine) {
    for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i) {
        const std::size_t clue = to_index(problem_->group_clues[to_index(i)]);
        need_[clue] += mine;
        ++room_[clue];
    }
}

}  // namespace sapper
