// Many games of one kind side by side, one click each a step: what learns to play asks for.
//
// All that a step tells lies in arrays with one row a game, and only what a click changes is
// written, so that a step costs what opens. Game i goes through games 0, 1, 2, ... of a seed of its
// own. The first cell that is opened is the first click that the rule speaks of: only then is the
// layout laid, and it is that of the deal with this first cell. (Where the first click may hit a
// mine, it is the deal of cell 0, whatever is opened first.)
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/deal.hpp"
#include "board/game.hpp"
#include "counting/solver.hpp"

namespace sapper {

// What the clicks of a game are worth to one who learns. Those that apply are added up.
struct Rewards {
    double won = 0.0;      // for the click that opens the last safe cell
    double lost = 0.0;     // for one that hits a mine
    double opened = 0.0;   // for one that opens something
    double share = 0.0;    // times the share of all safe cells that it opens
    double guess = 0.0;    // for one that was not certain to be safe, whatever came of it
    double useless = 0.0;  // for one on a cell that is open already
};

class VectorGames {
  public:
    // After `patience` useless clicks in a row a game is cut short; 0 for never. Throws
    // std::invalid_argument on a board full of mines, and unless every cell can be the first one.
    // Keeps a reference to the graph.
    VectorGames(const Graph& graph, std::int64_t mines, int max_per_cell, First first,
                std::size_t games, const Rewards& rewards, std::int64_t patience);

    // Puts every game before the first click of a game of its seed, by number. Throws
    // std::invalid_argument unless there is one of each a game.
    void begin(std::span<const std::uint64_t> seeds, std::span<const std::uint64_t> indices);

    // One click a game. A game that ended in the step before ignores its click and is put before
    // the first click of the next game of its seed. Throws std::invalid_argument, with nothing
    // done, unless there is one cell of the board a game.
    void step(std::span<const std::int64_t> cells);

    // P(a click on it hits a mine) of every cell of every game, row by row; nan where it is open.
    // The same on any number of threads. Throws BudgetExceeded where a position is.
    void probabilities(std::span<double> rows, int threads) const;

    [[nodiscard]] std::size_t games() const { return seeds_.size(); }
    [[nodiscard]] std::size_t cells() const { return static_cast<std::size_t>(graph_->size()); }

    // By game and cell: what the player sees, and whether the cell can be opened (nothing can be
    // when the game is over).
    [[nodiscard]] std::span<const std::int16_t> states() const { return states_; }
    [[nodiscard]] std::span<const std::int8_t> openable() const { return openable_; }
    // By game: of the last step. `won` and `lost` end a game, as does `cut`, by patience.
    [[nodiscard]] std::span<const double> rewards() const { return earned_; }
    [[nodiscard]] std::span<const std::uint8_t> won() const { return won_; }
    [[nodiscard]] std::span<const std::uint8_t> lost() const { return lost_; }
    [[nodiscard]] std::span<const std::uint8_t> cut() const { return cut_; }
    // By game: the seed and the number of the game that is played.
    [[nodiscard]] std::span<const std::uint64_t> seeds() const { return seeds_; }
    [[nodiscard]] std::span<const std::uint64_t> indices() const { return indices_; }

  private:
    // What lies under a cell with a mine; others have their number there.
    static constexpr std::int16_t kMined = -1;

    void restart(std::size_t game);
    double click(std::size_t game, std::int32_t cell);
    void lay(std::size_t game, std::int32_t first);
    std::int64_t open(std::size_t game, std::int32_t cell);
    bool over(std::size_t game) const { return won_[game] || lost_[game] || cut_[game]; }
    void end(std::size_t game, std::vector<std::uint8_t>& how);
    bool certain(std::size_t game, std::int32_t cell);
    void weigh(std::size_t game, Solver& solver, Solution& solution, std::span<double> row) const;

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
    std::vector<std::int64_t> safe_, safe_left_, idle_;

    std::vector<std::unique_ptr<const Deal>> deals_;  // by first cell, where there is room
    Layout layout_;
    std::vector<std::int32_t> opened_;
    Solver solver_;
    Solution solution_;
};

}  // namespace sapper
