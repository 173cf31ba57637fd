// A game followed by its moves, as a server or a page shows it: the clicks of each move with their
// risks, forced and avoidable guesses, and the figures of a finished game.
//
// A move is a cell, or several cells that are opened one after the other (a chord). Cells that are
// open already are skipped, and a move ends with the game. The layout is dealt by the first click.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "board/cell_names.hpp"
#include "play/judged_game.hpp"

namespace sapper {

// A cell that a move opened.
struct ClickStep {
    std::size_t move;                  // the number of the move, from 0
    std::int32_t cell;                 // the cell that was clicked
    std::optional<double> risk;        // its mine probability before; nullopt if it is unknown
    std::optional<bool> forced;        // for a guess whether it was forced; nullopt if unknown
    std::vector<std::int32_t> opened;  // the cells that opened; empty if it held a mine

    [[nodiscard]] bool certain() const { return risk == 0.0; }
};

// The guesses among the clicks.
struct GuessCounts {
    std::int64_t forced = 0, avoidable = 0, unknown = 0;
};

class FollowedGame {
  public:
    // Returns a game on the layout that the first cell selects.
    using Dealer = std::function<Game(std::int32_t first)>;

    explicit FollowedGame(JudgedGame game) : game_(std::move(game)) {}

    // Requires that a cell is opened first.
    void require_start(std::int32_t cell) { start_ = cell; }

    // Makes a move and returns its steps. Throws GameError if the game is over or another cell must
    // be opened first, and whatever the dealer throws; then nothing changes.
    std::vector<ClickStep> play(std::span<const std::int32_t> cells, const Dealer& dealer,
                                const CellNames& names, const Budget& budget, Solver& solver);

    [[nodiscard]] std::size_t moves() const { return moves_; }
    [[nodiscard]] std::span<const ClickStep> steps() const { return steps_; }
    // The number of moves that opened a cell or hit a mine.
    [[nodiscard]] std::int64_t clicks() const;
    [[nodiscard]] GuessCounts guesses() const;

    [[nodiscard]] JudgedGame& game() { return game_; }
    [[nodiscard]] const JudgedGame& game() const { return game_; }

  private:
    void check_playing() const;
    void check_start(std::int32_t cell, const CellNames& names) const;

    JudgedGame game_;
    std::int32_t start_ = -1;  // the cell that must be opened first; -1 for any
    std::size_t moves_ = 0;
    std::vector<ClickStep> steps_;
};

}  // namespace sapper
