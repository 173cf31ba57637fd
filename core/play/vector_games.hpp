// Vectorised games for reinforcement learning: many games of one kind, with one click per game and
// step.
//
// The results of a step are arrays with one row per game. Only changed entries are written, so a
// step costs what it opens. Slot i plays games 0, 1, 2, ... of its own seed. The layout of a game
// is dealt at its first click, from the deal with this first cell. (If the first click may hit a
// mine, it is the deal of cell 0, whatever is opened first.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/deal.hpp"
#include "board/game.hpp"
#include "counting/solver.hpp"

namespace sapper {

// The rewards of a click; those that apply are added up.
struct Rewards {
    double won = 0.0;      // if it opens the last safe cell
    double lost = 0.0;     // if it hits a mine
    double opened = 0.0;   // if it opens cells
    double share = 0.0;    // times the share of all safe cells that it opens
    double guess = 0.0;    // if the cell was not certain to be safe, whether it was or not
    double useless = 0.0;  // if the cell is open already
};

class VectorGames {
  public:
    // A game is truncated after `patience` useless clicks in a row; 0 for never. Throws
    // std::invalid_argument if the board is full of mines, or if some cell cannot be the first one
    // under the rule. Keeps a reference to the graph.
    VectorGames(const Graph& graph, std::int64_t mines, int max_per_cell, First first,
                std::size_t games, const Rewards& rewards, std::int64_t patience);

    // Resets every slot to the start of game indices[i] of seeds[i]. Throws std::invalid_argument
    // unless there is one of each per slot.
    void begin(std::span<const std::uint64_t> seeds, std::span<const std::uint64_t> indices);

    // One click per slot. A game that ended in the previous step ignores its click and is replaced
    // by the next game of its seed. Throws std::invalid_argument, without any change, unless there
    // is one cell of the board per slot.
    void step(std::span<const std::int64_t> cells);

    // Starts the next game of its seed in every slot whose game is over, as the next step would.
    void replace_finished();

    // Writes the mine probability of every cell, one row per game; nan for opened cells. The result
    // does not depend on the number of threads. Throws BudgetExceeded if a position exceeds the
    // work budget.
    void probabilities(std::span<double> rows, int threads) const;

    // All arrays of the games as bytes, in a fixed order.
    [[nodiscard]] std::vector<std::span<const std::byte>> snapshot() const;

    // Restores a snapshot of games of the same kind and number, in place. Throws
    // std::invalid_argument, without any change, if it is not one.
    void restore(std::span<const std::span<const std::byte>> snapshot);

    [[nodiscard]] std::size_t games() const { return seeds_.size(); }
    [[nodiscard]] std::size_t cells() const { return static_cast<std::size_t>(graph_->size()); }

    // By game and cell: the state that the player sees, and whether the cell can be opened (0 for
    // all cells once the game is over).
    [[nodiscard]] std::span<const std::int16_t> states() const { return states_; }
    [[nodiscard]] std::span<const std::int8_t> openable() const { return openable_; }
    // By game: the reward of the last step, and whether that step ended the game: won, lost, or cut
    // (truncated by patience).
    [[nodiscard]] std::span<const double> rewards() const { return earned_; }
    [[nodiscard]] std::span<const std::uint8_t> won() const { return won_; }
    [[nodiscard]] std::span<const std::uint8_t> lost() const { return lost_; }
    [[nodiscard]] std::span<const std::uint8_t> cut() const { return cut_; }
    // By slot: the seed and the number of the current game.
    [[nodiscard]] std::span<const std::uint64_t> seeds() const { return seeds_; }
    [[nodiscard]] std::span<const std::uint64_t> indices() const { return indices_; }

  private:
    // The entry of under_ for a cell with a mine; other cells have their clue value.
    static constexpr std::int16_t kMined = -1;

    void restart(std::size_t game);
    double click(std::size_t game, std::int32_t cell);
    void lay(std::size_t game, std::int32_t first);
    std::int64_t open(std::size_t game, std::int32_t cell);
    bool over(std::size_t game) const { return won_[game] || lost_[game] || cut_[game]; }
    void end(std::size_t game, std::vector<std::uint8_t>& how);
    bool is_certain(std::size_t game, std::int32_t cell);
    void write_probabilities(std::size_t game, Solver& solver, Solution& solution,
                             std::span<double> row) const;

    const Graph* graph_;
    std::int64_t mines_;
    int max_per_cell_;
    First first_;
    Rewards rewards_;
    std::int64_t patience_;

    std::vector<std::int16_t> states_, under_;
    std::vector<std::int8_t> openable_;
    std::vector<double> earned_;
    std::vector<std::uint8_t> laid_, won_, lost_, cut_;
    std::vector<std::uint64_t> seeds_, indices_;
    std::vector<std::int64_t> safe_, safe_left_, useless_in_a_row_;

    std::vector<std::unique_ptr<const Deal>> deals_;  // by first cell, on small boards
    Layout layout_;
    std::vector<std::int32_t> opened_;
    Solver solver_;
    Solution solution_;
};

}  // namespace sapper
