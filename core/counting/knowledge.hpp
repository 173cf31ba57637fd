// Deduction from single clues: unit propagation to the fixed point.
//
// Each clue has a need (mines still to be found among its unknown neighbours) and a room (the most
// mines these can hold). If the need is zero, the unknown neighbours are safe; if it equals the
// room, they are full. Each settled cell updates the clues around it. Updates are incremental:
// opening a cell costs time proportional to its neighbourhood.
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
    // Starts with all cells covered and no flags.
    void start(const Graph& graph, int max_per_cell);

    // Starts from a position. The probe (a cell without a clue or a flag, or -1 for none) is
    // assumed to be safe with an unknown clue value. open() must not be called afterwards. Throws
    // Contradiction if a clue cannot be met, std::invalid_argument on malformed states.
    void read(const Position& position, std::int32_t probe);

    // Records opened cells, whose clue values are in `states`: kUnread if it is unknown. None of
    // them is flagged.
    void open(std::span<const std::int32_t> cells, std::span<const std::int16_t> states);

    // Records that an unknown cell holds `extra` mines (in addition to the one of a flag).
    void settle(std::int32_t cell, int extra);

    // Propagates single clues to the fixed point.
    void propagate();

    // Makes a covered cell (unknown or known to be safe) the probe, and undoes that. In between,
    // nothing must be propagated or tracked.
    void begin_probe(std::int32_t cell);
    void end_probe();

    [[nodiscard]] const Graph& graph() const { return *graph_; }
    [[nodiscard]] int max_per_cell() const { return max_per_cell_; }
    [[nodiscard]] std::int32_t probe() const { return probe_; }

    // The mines of a cell if known, else kUnknown.
    [[nodiscard]] std::int16_t value(std::int32_t cell) const { return value_[to_index(cell)]; }
    [[nodiscard]] std::span<const std::int16_t> values() const { return value_; }
    [[nodiscard]] bool unknown(std::int32_t cell) const {
        return value_[to_index(cell)] == kUnknown;
    }
    [[nodiscard]] bool flagged(std::int32_t cell) const {
        return any_flags_ && flagged_[to_index(cell)] != 0;
    }
    // Whether a cell was opened, by open(), without a clue value.
    [[nodiscard]] bool unread(std::int32_t cell) const {
        return !unread_.empty() && unread_[to_index(cell)] != 0;
    }
    // The limit of mines per cell, in addition to the one of a flag.
    [[nodiscard]] int cap(bool flagged) const {
        return flagged ? max_per_cell_ - 1 : max_per_cell_;
    }

    // The mines still to be found among the unknown neighbours of a clue, and the most mines these
    // can hold (negative if the cell shows no clue). For the probe, `need` is minus the known mines
    // around it.
    [[nodiscard]] std::int32_t need(std::int32_t clue) const { return clues_[to_index(clue)].need; }
    [[nodiscard]] std::int32_t room(std::int32_t clue) const { return clues_[to_index(clue)].room; }

    // Bit sets, maintained on small boards with at most one mine per cell; else `around` is null
    // and the sets are meaningless.
    struct Sets {
        const CellSet* around = nullptr;  // the neighbours of each cell
        CellSet unknown, clues, mined;
    };
    [[nodiscard]] const Sets& sets() const { return sets_; }

    [[nodiscard]] std::int64_t known_mines() const { return known_mines_; }
    [[nodiscard]] std::int64_t unknown_plain() const { return unknown_plain_; }
    [[nodiscard]] std::int64_t unknown_flagged() const { return unknown_flagged_; }

    // A hash of the set of cells known to hold mines (additive Zobrist hashing).
    [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }

    // Change log for the caller, written if `tracking` is on: cells settled by deduction, and clues
    // whose need or room changed without settling their cells. Only the caller clears it. A clue
    // may be listed more than once.
    std::vector<std::int32_t> settled, changed;
    bool tracking = false;

    // Whether the totals, and the need and room of every clue, agree with the cells. For asserts.
    [[nodiscard]] bool is_consistent() const;

  private:
    // A cell without a clue has the need of a zero and its room lowered by kHidden, so that updates
    // from its neighbours need no case distinction. On boards with bit sets, need and room are
    // computed only when the clue is shown.
    struct Clue {
        std::int32_t need, room;
    };
    static constexpr std::int32_t kHidden = 1 << 30;

    void reset(const Graph& graph, int max_per_cell);
    template <class F>
    void for_clues_around(std::int32_t cell, F f);
    void lower(std::int32_t cell, std::int32_t mines, std::int32_t room);
    static std::int32_t checked(std::int64_t room);
    static bool can_probe(std::int16_t state) {
        return state == kCovered || state == kUnread || state == kOutside;
    }
    void read_special(std::span<const std::int16_t> states);
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
    std::vector<Clue> clues_;  // per cell
    Sets sets_;
    std::vector<char> flagged_;
    std::vector<char> unread_;                   // empty if no cell is unread
    std::vector<std::uint8_t> marked_, counts_;  // scratch memory of read_room()
    std::vector<std::int32_t> ready_;            // clues whose need is zero or equals their room
    std::int64_t known_mines_ = 0;  // in known cells, plus one for each unknown flagged cell
    std::int64_t unknown_plain_ = 0, unknown_flagged_ = 0;
    std::uint64_t fingerprint_ = 0;
};

}  // namespace sapper
