// A game whose clicks are judged: the risk of each, and whether a guess was forced.
//
// Before a click the position is analysed without flags, because flags prove nothing. A cell that
// was proved safe stays safe, so it needs no further analysis. The analysis of a position is
// computed once, and only on request. Cost: at most one analysis per click; none for push().
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "board/journaled_game.hpp"
#include "board/mine_count.hpp"
#include "counting/question.hpp"
#include "counting/solver.hpp"

namespace sapper {

// How the clicks of a game are judged.
struct Judgment {
    MineCount count{0};          // the number of mines that the player knows
    int max_per_cell = 1;        // the most mines in a cell
    bool start_is_safe = false;  // whether the first-click rule keeps the first cell free of mines
    bool risks = false;          // whether clicks are analysed; if not, risk and luck are unknown
    std::vector<std::int32_t> known_mines = {};  // cells that a given position flags
};

class JudgedGame {
  public:
    // A covered board without a layout; see JournaledGame.
    JudgedGame(const Graph& graph, bool full) : game_(graph, full) {}

    void judge_by(Judgment judgment) { judgment_ = std::move(judgment); }

    // The moves are those of JournaledGame, with the risks that the analysis finds. A chord opens
    // the unflagged neighbours of a clue and ends at the first mine. The solver may be any.
    std::span<const std::int32_t> open(std::int32_t cell, const Budget& budget, Solver& solver);
    std::vector<std::int32_t> chord(std::int32_t cell, const Budget& budget, Solver& solver);
    // Opens a cell without an analysis: its risk is unknown.
    std::span<const std::int32_t> push(std::int32_t cell);
    // Undoes the last move and returns its cell; -1 if there is none.
    std::int32_t pop();

    // Whether the next click is a forced guess: no covered cell is certainly safe. Throws
    // BudgetExceeded.
    bool must_guess(const Budget& budget, Solver& solver);

    // Whether the next click is the first one and cannot hit a mine.
    [[nodiscard]] bool first_is_safe() const {
        return judgment_.start_is_safe && game_.counters().opens == 0;
    }

    // The analysis of the position without flags. Throws BudgetExceeded.
    const Solution& solution(const Budget& budget, Solver& solver);

    // The moves without judgment. After a change of the position that is not made by a function of
    // this class, call forget().
    [[nodiscard]] JournaledGame& game() { return game_; }
    [[nodiscard]] const JournaledGame& game() const { return game_; }
    void forget();

  private:
    struct Judged {
        double risk;
        bool guess;
        JournaledGame::Forced forced;
    };

    Judged judge(std::int32_t cell, const Budget& budget, Solver& solver);
    [[nodiscard]] bool proved_safe_left() const;

    JournaledGame game_;
    Judgment judgment_;
    std::shared_ptr<const Solution> solution_;  // of the position; null if it is not computed
    std::vector<std::int32_t> proved_;          // cells that were proved safe, ascending
};

}  // namespace sapper
