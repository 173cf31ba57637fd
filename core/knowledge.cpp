#include "knowledge.hpp"

#include <limits>
#include <stdexcept>

#include "failures.hpp"
#include "random.hpp"

namespace sapper {

void Knowledge::reset(const Graph& graph, int max_per_cell) {
    if (max_per_cell < 1) throw std::invalid_argument("a cell must have room for a mine");
    const auto cells = static_cast<std::size_t>(graph.size());
    graph_ = &graph;
    max_per_cell_ = max_per_cell;
    probe_ = -1;
    any_flags_ = false;
    known_mines_ = unknown_plain_ = unknown_flagged_ = 0;
    fingerprint_ = 0;
    clues_.assign(cells, {0, kNoClue});
    ready_.clear();
    settled.clear();
    changed.clear();
}

void Knowledge::start(const Graph& graph, int max_per_cell) {
    reset(graph, max_per_cell);
    value_.assign(static_cast<std::size_t>(graph.size()), kUnknown);
    unknown_plain_ = graph.size();
}

void Knowledge::read(const Position& position, std::int32_t probe) {
    const std::int32_t cells = position.graph.size();
    if (position.states.size() != at(cells))
        throw std::invalid_argument("one state a cell is needed");
    if (probe >= 0 && (probe >= cells || position.states[at(probe)] != kCovered))
        throw std::invalid_argument("only a covered cell without a flag can be probed");
    reset(position.graph, position.max_per_cell);
    probe_ = probe;
    value_.assign(at(cells), 0);
    for (std::int32_t cell = 0; cell < cells; ++cell) {
        const std::int16_t state = position.states[at(cell)];
        if (state == kCovered) {
            if (cell == probe_) continue;
            value_[at(cell)] = kUnknown;
            ++unknown_plain_;
        } else if (state == kFlagged) {
            if (!any_flags_) flagged_.assign(at(cells), 0);
            any_flags_ = true;
            flagged_[at(cell)] = 1;
            ++known_mines_;
            if (cap(true) == 0) {
                value_[at(cell)] = 1;
            } else {
                value_[at(cell)] = kUnknown;
                ++unknown_flagged_;
            }
        } else if (state < 0 && state != kUnlabeled) {
            throw std::invalid_argument("unknown cell state");
        }
    }
    for (std::int32_t cell = 0; cell < cells; ++cell) {
        const std::int16_t state = position.states[at(cell)];
        if (state < 0 && cell != probe_) continue;
        clues_[at(cell)] = read_clue(cell, cell == probe_ ? 0 : state);
        if (cell != probe_) note(cell, clues_[at(cell)]);
    }
}

// What a clue needs and has room for, by what is known of its neighbours.
Knowledge::Clue Knowledge::read_clue(std::int32_t cell, std::int32_t number) const {
    std::int64_t room = 0;
    std::int32_t need = number;
    for (const std::int32_t other : graph_->neighbors(cell)) {
        const std::int16_t known = value_[at(other)];
        if (known != kUnknown) {
            need -= known;
        } else if (flagged(other)) {
            room += cap(true);
            --need;
        } else {
            room += max_per_cell_;
        }
    }
    return {need, checked(room)};
}

std::int32_t Knowledge::checked(std::int64_t room) {
    if (room > std::numeric_limits<std::int32_t>::max())
        throw std::invalid_argument("too many neighbours for so many mines a cell");
    return static_cast<std::int32_t>(room);
}

// Tells what a clue that is new or has changed means. The probe means nothing.
void Knowledge::note(std::int32_t cell, const Clue& clue) {
    if (clue.need < 0 || clue.need > clue.room) throw Contradiction("a clue cannot be met", cell);
    if (clue.room == 0) return;
    if (tracking) changed.push_back(cell);
    if (clue.need == 0 || clue.need == clue.room) ready_.push_back(cell);
}

// Each neighbourhood is walked once: for the clue that the cell shows, all cells being known first,
// and for the older clues around it, which are told from the new ones by their room.
void Knowledge::open(std::span<const std::int32_t> cells, std::span<const std::int16_t> states) {
    for (const std::int32_t cell : cells) {
        if (unknown(cell)) {
            value_[at(cell)] = 0;
            --unknown_plain_;
        } else {
            clues_[at(cell)].room = kKnown;
        }
    }
    for (const std::int32_t cell : cells) {
        const bool was_unknown = clues_[at(cell)].room == kNoClue;
        std::int32_t need = states[at(cell)];
        std::int64_t room = 0;
        for (const std::int32_t other : graph_->neighbors(cell)) {
            const std::int16_t known = value_[at(other)];
            if (known == kUnknown) {
                room += max_per_cell_;
                continue;
            }
            need -= known;
            Clue& clue = clues_[at(other)];
            if (clue.room < 0 || !was_unknown) continue;
            clue.room -= max_per_cell_;
            note(other, clue);
        }
        clues_[at(cell)] = {need, kRead - checked(room)};
    }
    for (const std::int32_t cell : cells) {
        Clue& clue = clues_[at(cell)];
        clue.room = kRead - clue.room;
        note(cell, clue);
    }
}

void Knowledge::settle(std::int32_t cell, int extra) {
    const bool is_flagged = flagged(cell);
    const int most = cap(is_flagged);
    value_[at(cell)] = static_cast<std::int16_t>(extra + (is_flagged ? 1 : 0));
    known_mines_ += extra;
    if (extra > 0) fingerprint_ += scramble(static_cast<std::uint64_t>(cell) + 1);
    --(is_flagged ? unknown_flagged_ : unknown_plain_);
    if (tracking) settled.push_back(cell);
    for (const std::int32_t other : graph_->neighbors(cell)) {
        Clue& clue = clues_[at(other)];
        if (clue.room < 0) continue;
        clue.need -= extra;
        clue.room -= most;
        if (other != probe_) note(other, clue);
    }
}

void Knowledge::begin_probe(std::int32_t cell) {
    probe_ = cell;
    probe_was_unknown_ = unknown(cell);
    if (probe_was_unknown_) {
        value_[at(cell)] = 0;
        --unknown_plain_;
        for (const std::int32_t clue : graph_->neighbors(cell))
            if (room(clue) >= 0) clues_[at(clue)].room -= max_per_cell_;
    }
    clues_[at(cell)] = read_clue(cell, 0);
}

void Knowledge::end_probe() {
    const std::int32_t cell = probe_;
    probe_ = -1;
    clues_[at(cell)] = {0, kNoClue};
    if (!probe_was_unknown_) return;
    value_[at(cell)] = kUnknown;
    ++unknown_plain_;
    for (const std::int32_t clue : graph_->neighbors(cell))
        if (room(clue) >= 0) clues_[at(clue)].room += max_per_cell_;
}

void Knowledge::propagate() {
    while (!ready_.empty()) {
        const std::int32_t clue = ready_.back();
        ready_.pop_back();
        if (room(clue) == 0) continue;
        const bool fill = need(clue) != 0;
        for (const std::int32_t cell : graph_->neighbors(clue))
            if (unknown(cell)) settle(cell, fill ? cap(flagged(cell)) : 0);
    }
}

}  // namespace sapper
