// What follows from clues taken one at a time.
//
// For every clue: the mines it still needs and the room its unknown neighbours have for them. A
// clue that needs nothing settles those as safe, one that needs all its room fills them, and each
// settled cell lowers its other clues, until nothing moves. Opening a cell costs its neighbourhood
// only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/cell_state.hpp"
#include "board/graph.hpp"
#include "support/index.hpp"

namespace sapper {

class Knowledge {
  public:
    // Nothing opened, nothing flagged.
    void start(const Graph& graph, int max_per_cell);

    // A position as it stands. With a probe (a covered cell without a flag, or -1) that cell is
    // taken as safe, and the number it would show is left open. Nothing is opened after this.
    // Throws Contradiction where a clue cannot be met, std::invalid_argument on malformed states.
    void read(const Position& position, std::int32_t probe);

    // Cells turn out to be safe and to show numbers, which stand in `states`; none is flagged.
    void open(std::span<const std::int32_t> cells, std::span<const std::int16_t> states);

    // An unknown cell is known to hold `extra` mines (on top of a flag's own).
    void settle(std::int32_t cell, int extra);

    // Follows single clues to their end.
    void propagate();

    // Takes a covered cell (unknown, or known to be safe) as the probe, and takes that back again.
    // Nothing is propagated, and nothing tracked, in between.
    void begin_probe(std::int32_t cell);
    void end_probe();

    [[nodiscard]] const Graph& graph() const { return *graph_; }
    [[nodiscard]] int max_per_cell() const { return max_per_cell_; }
    [[nodiscard]] std::int32_t probe() const { return probe_; }

    // A cell's mines where known, else kUnknown.
    [[nodiscard]] std::int16_t value(std::int32_t cell) const { return value_[to_index(cell)]; }
    [[nodiscard]] std::span<const std::int16_t> values() const { return value_; }
    [[nodiscard]] bool unknown(std::int32_t cell) const {
        return value_[to_index(cell)] == kUnknown;
    }
    [[nodiscard]] bool flagged(std::int32_t cell) const {
        return any_flags_ && flagged_[to_index(cell)] != 0;
    }
    // The most mines a cell can take, on top of its flag's own.
    [[nodiscard]] int cap(bool flagged) const {
        return flagged ? max_per_cell_ - 1 : max_per_cell_;
    }

    // Of a clue: mines still to be found among its unknown neighbours, and the most they can hold
    // (negative where a cell shows no clue). For the probe `need` counts down from zero.
    [[nodiscard]] std::int32_t need(std::int32_t clue) const { return clues_[to_index(clue)].need; }
    [[nodiscard]] std::int32_t room(std::int32_t clue) const { return clues_[to_index(clue)].room; }

    // On a small board with one mine a cell: by cell its neighbours, the unknown cells, and the
    // clues; else no neighbours, and the sets mean nothing.
    struct Sets {
        const CellSet* around = nullptr;
        CellSet unknown, clues, mined;
    };
    [[nodiscard]] const Sets& sets() const { return sets_; }

    [[nodiscard]] std::int64_t known_mines() const { return known_mines_; }
    [[nodiscard]] std::int64_t unknown_plain() const { return unknown_plain_; }
    [[nodiscard]] std::int64_t unknown_flagged() const { return unknown_flagged_; }

    // The same for the same set of cells known to hold mines, and different for different ones.
    [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }

    // Cells settled but not opened, and clues changed but not done with, since the caller last
    // cleared these lists; only kept while `tracking` is on. A clue may be listed more than once.
    std::vector<std::int32_t> settled, changed;
    bool tracking = false;

    // Whether the totals and, for every clue, its need and room agree with the cells; for asserts.
    [[nodiscard]] bool is_consistent() const;

  private:
    // Of a cell that shows no clue yet the need is that of a zero, and the room lower by kHidden,
    // so that what becomes known of a neighbour means the same to all. With sets that is found only
    // when the clue shows.
    struct Clue {
        std::int32_t need, room;
    };
    static constexpr std::int32_t kHidden = 1 << 30;

    void reset(const Graph& graph, int max_per_cell);
    template <class F>
    void for_clues_around(std::int32_t cell, F f);
    void lower(std::int32_t cell, std::int32_t mines, std::int32_t room);
    static std::int32_t checked(std::int64_t room);
    void read_flags(std::span<const std::int16_t> states);
    void read_values();
    void read_room();
    void read_clue(std::int32_t cell, std::int32_t number);
    void show(std::int32_t cell, std::int32_t number);
    void hide(std::int32_t cell);
    void note(std::int32_t cell, const Clue& clue);

    const Graph* graph_ = nullptr;
    int max_per_cell_ = 1;
    std::int32_t probe_ = -1;
    bool probe_was_unknown_ = false;
    bool any_flags_ = false;
    std::vector<std::int16_t> value_;
    std::vector<Clue> clues_;  // by cell
    Sets sets_;
    std::vector<char> flagged_;
    std::vector<std::uint8_t> marked_, counts_;  // of read_room
    std::vector<std::int32_t> ready_;
    std::int64_t known_mines_ = 0;  // in known cells, and one for each unknown flagged cell
    std::int64_t unknown_plain_ = 0, unknown_flagged_ = 0;
    std::uint64_t fingerprint_ = 0;
};

}  // namespace sapper
