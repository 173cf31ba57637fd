#include "counting/knowledge.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "support/errors.hpp"
#include "support/random.hpp"

namespace sapper {

void Knowledge::reset(const Graph& graph, int max_per_cell) {
    if (max_per_cell < 1)
        throw std::invalid_argument("the limit of mines per cell must be at least 1");
    const auto cells = static_cast<std::size_t>(graph.size());
    graph_ = &graph;
    max_per_cell_ = max_per_cell;
    probe_ = -1;
    any_flags_ = false;
    unread_.clear();
    known_mines_ = unknown_plain_ = unknown_flagged_ = 0;
    fingerprint_ = 0;
    sets_ = {};
    if (max_per_cell == 1) sets_.around = graph.around();
    clues_.assign(cells, {0, -kHidden});
    ready_.clear();
    settled.clear();
    changed.clear();
}

void Knowledge::start(const Graph& graph, int max_per_cell) {
    reset(graph, max_per_cell);
    value_.assign(static_cast<std::size_t>(graph.size()), kUnknown);
    unknown_plain_ = graph.size();
    for (std::int32_t cell = 0; cell < graph.size(); ++cell)
        clues_[to_index(cell)].room +=
            checked(static_cast<std::int64_t>(graph.neighbors(cell).size()) * max_per_cell);
    if (sets_.around != nullptr)
        for (std::int32_t cell = 0; cell < graph.size(); ++cell) sets_.unknown.insert(cell);
}

void Knowledge::read(const Position& position, std::int32_t probe) {
    const std::int32_t cells = position.graph.size();
    if (position.states.size() != to_index(cells))
        throw std::invalid_argument("the number of states must be the number of cells");
    if (probe >= 0 && (probe >= cells || !can_probe(position.states[to_index(probe)])))
        throw std::invalid_argument("the probe must be a cell without a clue or a flag");
    reset(position.graph, position.max_per_cell);
    probe_ = probe;
    value_.resize(to_index(cells));
    std::int32_t covered = 0;
    std::int16_t least = 0;
    for (std::size_t cell = 0; cell < value_.size(); ++cell) {
        const bool is_covered = position.states[cell] == kCovered;
        value_[cell] = is_covered ? kUnknown : 0;
        covered += is_covered ? 1 : 0;
        least = std::min(least, position.states[cell]);
    }
    unknown_plain_ = covered;
    if (least < kCovered) read_special(position.states);
    if (probe >= 0 && unknown(probe)) {
        value_[to_index(probe)] = 0;
        --unknown_plain_;
    }
    if (unknown_plain_ + unknown_flagged_ >= kHidden / max_per_cell_)
        for (std::int32_t cell = 0; cell < cells; ++cell)
            checked(static_cast<std::int64_t>(graph_->neighbors(cell).size()) * max_per_cell_);
    if (sets_.around == nullptr && !any_flags_ && graph_->counts_around())
        read_room();
    else
        read_values();
    for (std::int32_t cell = 0; cell < cells; ++cell) {
        const std::int16_t state = position.states[to_index(cell)];
        if (state >= 0 || cell == probe_) read_clue(cell, cell == probe_ ? 0 : state);
    }
}

// Reads the cells that are flagged, unread or out of view, and checks for invalid states.
void Knowledge::read_special(std::span<const std::int16_t> states) {
    for (std::size_t cell = 0; cell < states.size(); ++cell) {
        if (states[cell] >= kCovered) continue;
        if (states[cell] == kFlagged) {
            if (!any_flags_) flagged_.assign(states.size(), 0);
            any_flags_ = true;
            flagged_[cell] = 1;
            ++known_mines_;
            if (cap(true) == 0) {
                value_[cell] = 1;
            } else {
                value_[cell] = kUnknown;
                ++unknown_flagged_;
            }
        } else if (states[cell] == kOutside) {
            value_[cell] = kUnknown;
            ++unknown_plain_;
        } else if (states[cell] != kUnread) {
            throw std::invalid_argument("unknown cell state");
        }
    }
}

// Updates need and room of the clues around every cell, cell by cell.
void Knowledge::read_values() {
    for (std::int32_t cell = 0; cell < graph_->size(); ++cell) {
        const std::int16_t value = value_[to_index(cell)];
        if (value == 0) continue;
        if (sets_.around != nullptr)
            (value == kUnknown ? sets_.unknown : sets_.mined).insert(cell);
        else if (value != kUnknown)
            lower(cell, value, 0);
        else if (flagged(cell))
            lower(cell, 1, -cap(true));
        else
            lower(cell, 0, -max_per_cell_);
    }
}

// As read_values() for a position without flags, in which only the rooms are not zero: counts the
// unknown neighbours of all cells in one vectorized pass.
void Knowledge::read_room() {
    marked_.resize(value_.size());
    counts_.resize(value_.size());
    std::transform(value_.begin(), value_.end(), marked_.begin(),
                   [](std::int16_t value) -> std::uint8_t { return value == kUnknown ? 1 : 0; });
    graph_->count_around(marked_, counts_);
    for (std::size_t cell = 0; cell < value_.size(); ++cell)
        clues_[cell] = {0, counts_[cell] * max_per_cell_ - kHidden};
}

std::int32_t Knowledge::checked(std::int64_t room) {
    if (room >= kHidden)
        throw std::invalid_argument("too many neighbours for this limit of mines per cell");
    return static_cast<std::int32_t>(room);
}

// Shows a clue of a position, after all cells have been read.
void Knowledge::read_clue(std::int32_t cell, std::int32_t number) {
    show(cell, number);
    const Clue& clue = clues_[to_index(cell)];
    if (cell != probe_ && (clue.need != 0 || clue.room != 0)) note(cell, clue);
}

// Calls f for the clues around a cell; on boards without bit sets also for neighbours that show no
// clue.
template <class F>
void Knowledge::for_clues_around(std::int32_t cell, F f) {
    if (sets_.around != nullptr)
        (sets_.around[cell] & sets_.clues).for_each(f);
    else
        for (const std::int32_t other : graph_->neighbors(cell)) f(other);
}

// Subtracts the mines and the room of a cell from the clues around it.
void Knowledge::lower(std::int32_t cell, std::int32_t mines, std::int32_t room) {
    for_clues_around(cell, [&](std::int32_t other) {
        clues_[to_index(other)].need -= mines;
        clues_[to_index(other)].room -= room;
    });
}

void Knowledge::show(std::int32_t cell, std::int32_t number) {
    Clue& clue = clues_[to_index(cell)];
    if (sets_.around == nullptr) {
        clue.need += number;
        clue.room += kHidden;
        return;
    }
    const CellSet& around = sets_.around[cell];
    clue = {number - (around & sets_.mined).size(), (around & sets_.unknown).size()};
    sets_.clues.insert(cell);
}

void Knowledge::hide(std::int32_t cell) {
    clues_[to_index(cell)].room -= kHidden;
    if (sets_.around != nullptr) sets_.clues.erase(cell);
}

// Queues a new or changed clue for propagation if it settles its cells, else logs it as changed.
// Not for the probe. Throws Contradiction if the clue cannot be met.
inline void Knowledge::note(std::int32_t cell, const Clue& clue) {
    if (clue.need < 0 || clue.need > clue.room) throw Contradiction("a clue cannot be met", cell);
    if (clue.room == 0) return;
    if (clue.need == 0 || clue.need == clue.room)
        ready_.push_back(cell);
    else if (tracking)
        changed.push_back(cell);
}

void Knowledge::open(std::span<const std::int32_t> cells, std::span<const std::int16_t> states) {
    for (const std::int32_t cell : cells) {
        if (!unknown(cell)) continue;
        value_[to_index(cell)] = 0;
        --unknown_plain_;
        if (sets_.around != nullptr) sets_.unknown.erase(cell);
        for_clues_around(cell, [&](std::int32_t other) {
            Clue& clue = clues_[to_index(other)];
            clue.room -= max_per_cell_;
            if (clue.room >= 0) note(other, clue);
        });
    }
    for (const std::int32_t cell : cells) {
        if (states[to_index(cell)] == kUnread) {
            unread_.resize(value_.size(), 0);
            unread_[to_index(cell)] = 1;
            continue;
        }
        show(cell, states[to_index(cell)]);
        note(cell, clues_[to_index(cell)]);
    }
}

void Knowledge::settle(std::int32_t cell, int extra) {
    const bool is_flagged = flagged(cell);
    const int most = cap(is_flagged);
    value_[to_index(cell)] = static_cast<std::int16_t>(extra + (is_flagged ? 1 : 0));
    known_mines_ += extra;
    if (extra > 0) fingerprint_ += scramble(static_cast<std::uint64_t>(cell) + 1);
    --(is_flagged ? unknown_flagged_ : unknown_plain_);
    if (tracking) settled.push_back(cell);
    if (sets_.around != nullptr) {
        sets_.unknown.erase(cell);
        if (extra > 0) sets_.mined.insert(cell);
    }
    for_clues_around(cell, [&](std::int32_t other) {
        Clue& clue = clues_[to_index(other)];
        clue.need -= extra;
        clue.room -= most;
        if (clue.room >= 0 && other != probe_) note(other, clue);
    });
}

void Knowledge::begin_probe(std::int32_t cell) {
    probe_ = cell;
    probe_was_unknown_ = unknown(cell);
    if (probe_was_unknown_) {
        value_[to_index(cell)] = 0;
        --unknown_plain_;
        if (sets_.around != nullptr) sets_.unknown.erase(cell);
        lower(cell, 0, max_per_cell_);
    }
    show(cell, 0);
}

void Knowledge::end_probe() {
    const std::int32_t cell = probe_;
    probe_ = -1;
    hide(cell);
    if (!probe_was_unknown_) return;
    value_[to_index(cell)] = kUnknown;
    ++unknown_plain_;
    if (sets_.around != nullptr) sets_.unknown.insert(cell);
    lower(cell, 0, -max_per_cell_);
}

void Knowledge::propagate() {
    while (!ready_.empty()) {
        const std::int32_t clue = ready_.back();
        ready_.pop_back();
        if (room(clue) == 0) continue;
        const bool fill = need(clue) != 0;
        if (sets_.around != nullptr) {
            (sets_.around[clue] & sets_.unknown).for_each([&](std::int32_t cell) {
                settle(cell, fill ? 1 : 0);
            });
            continue;
        }
        for (const std::int32_t cell : graph_->neighbors(clue))
            if (unknown(cell)) settle(cell, fill ? cap(flagged(cell)) : 0);
    }
    assert(is_consistent());
}

bool Knowledge::is_consistent() const {
    std::int64_t plain = 0, with_flag = 0, mines = 0;
    for (std::int32_t cell = 0; cell < graph_->size(); ++cell) {
        if (unknown(cell)) {
            ++(flagged(cell) ? with_flag : plain);
            mines += flagged(cell);
        } else if (value(cell) < 0 || value(cell) > max_per_cell_) {
            return false;
        } else {
            mines += value(cell);
        }
        if (room(cell) < 0 || cell == probe_) continue;  // shows no clue, or an open number
        std::int64_t space = 0;
        for (const std::int32_t other : graph_->neighbors(cell))
            if (unknown(other)) space += cap(flagged(other));
        if (space != room(cell) || need(cell) < 0 || need(cell) > space) return false;
    }
    if (sets_.around != nullptr && sets_.unknown.size() != plain + with_flag) return false;
    return plain == unknown_plain_ && with_flag == unknown_flagged_ && mines == known_mines_;
}

}  // namespace sapper
