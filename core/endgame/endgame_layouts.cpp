#include "endgame/endgame_layouts.hpp"

namespace sapper {

namespace {

// Step limit: a constant plus a share per layout that may be found.
constexpr long kBaseSteps = 400'000;
constexpr long kStepsPerLayout = 64;

}  // namespace

void EndgameLayouts::prepare(const Deducer& deducer) {
    set_problem(deducer);
    for (std::size_t c = 0; c < problem_->components.size(); ++c)
        add_component(static_cast<std::int32_t>(c));
    std::vector<std::int32_t> floating;
    deducer.floating_cells(floating);
    cells_.insert(cells_.end(), floating.begin(), floating.end());
    set_total(deducer.total());
}

void EndgameLayouts::prepare(const Deducer& deducer, const IndependentSubgame& subgame) {
    set_problem(deducer);
    for (const std::int32_t component : subgame.components) add_component(component);
    set_total({subgame.mines, -1.0, {}});
}

void EndgameLayouts::set_total(const Total& total) {
    mines_left_ = total.most(0);
    spare_.clear();
    for (auto other = total.prior.rbegin(); other != total.prior.rend(); ++other)
        spare_.push_back(total.prior.back().mines - other->mines);
    if (total.prior.empty()) spare_.push_back(0);
    most_spare_ = spare_.back();
}

void EndgameLayouts::set_problem(const Deducer& deducer) {
    problem_ = &deducer.problem();
    cells_.clear();
    group_of_cell_.clear();
}

void EndgameLayouts::add_component(std::int32_t component) {
    const Component& range = problem_->components[to_index(component)];
    for (std::int32_t g = range.group_begin; g < range.group_end; ++g) {
        const Group& group = problem_->groups[to_index(g)];
        for (std::int32_t i = group.cell_begin; i < group.cell_end; ++i) {
            cells_.push_back(problem_->group_cells[to_index(i)]);
            group_of_cell_.push_back(g);
        }
    }
}

void EndgameLayouts::start(int most) {
    need_.clear();
    room_.clear();
    for (const Clue& clue : problem_->clues) {
        need_.push_back(clue.need);
        room_.push_back(clue.room);
    }
    mined_.assign(cells_.size() / 64 + 1, 0);
    most_ = most;
    layouts_ = 0;
    most_steps_ = kBaseSteps + kStepsPerLayout * most;
    steps_ = 0;
}

// Places a mine or no mine in a cell of the group; returns whether its clues can still be
// satisfied.
bool EndgameLayouts::place_mine(const Group& group, int mine) {
    bool fits = true;
    for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i) {
        const std::size_t clue = to_index(problem_->group_clues[to_index(i)]);
        need_[clue] -= mine;
        --room_[clue];
        fits = fits && need_[clue] >= 0 && need_[clue] <= room_[clue];
    }
    return fits;
}

void EndgameLayouts::undo(const Group& group, int mine) {
    for (std::int32_t i = group.clue_begin; i < group.clue_end; ++i) {
        const std::size_t clue = to_index(problem_->group_clues[to_index(i)]);
        need_[clue] += mine;
        ++room_[clue];
    }
}

}  // namespace sapper
