// A game with flags, counters and an undo journal, as players and tree searches use it.
//
// The journal lists the cells that each move opened, so that undoing a move costs time proportional
// to the cells that it changed, and a copy of the game is independent of the original.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "board/game.hpp"

namespace sapper {

class JournaledGame {
  public:
    static constexpr double kUnknownRisk = std::numeric_limits<double>::quiet_NaN();

    enum class Kind : std::uint8_t { kOpen, kFlag, kChord };

    // Whether a guess was forced: no covered cell was certainly safe.
    enum class Forced : std::uint8_t { kNotKnown, kYes, kNo };

    // A cell that a move clicked, with its mine probability before the click.
    struct Reveal {
        std::int32_t cell;
        double risk;
        bool guess;
        Forced forced;
        std::size_t changes;  // size of the journal's list of changes before it
    };

    // The state of a game except for the states of the cells.
    struct Counters {
        std::int64_t moves = 0;      // opened cells and chords
        std::int64_t guesses = 0;    // reveals that were guesses
        std::int64_t opens = 0;      // reveals of safe cells
        double luck = 1.0;           // product of 1 - risk over these; nan if one is unknown
        double risk = kUnknownRisk;  // of the last reveal
        std::int32_t start = -1;     // the first cell that was opened
        std::int32_t exploded = -1;  // the mine that ended the game
        bool flagged_all = false;    // exactly the mines are flagged
    };

    // A move, with the state before it.
    struct Move {
        Kind kind;
        std::int32_t cell;
        std::size_t reveals, changes;  // sizes of the journal's lists before the move
        Counters before;
    };

    // A covered board without a layout. A board that is full of mines is won from the start. Keeps
    // a reference to the graph.
    JournaledGame(const Graph& graph, bool full);

    // Takes over the layout and the states of a game without moves. If it is `provisional`, undoing
    // the first reveal drops it. Throws std::invalid_argument unless this game has no layout and
    // both have the same graph.
    void adopt(const Game& dealt, bool provisional);

    // Each returns the opened cells, none if the cell held a mine. They throw std::invalid_argument
    // if the rules forbid the move.
    std::span<const std::int32_t> open(std::int32_t cell, double risk, bool guess,
                                       Forced forced = Forced::kNotKnown);
    std::span<const std::int32_t> reveal(std::int32_t cell, double risk, bool guess,
                                         Forced forced = Forced::kNotKnown);

    // Starts a chord, which consists of the following reveals.
    void begin_chord(std::int32_t cell);

    // Toggles a flag.
    void flag(std::int32_t cell);

    // Undoes the last move and returns its cell; -1 if there is none.
    std::int32_t pop();

    // Makes the moves so far permanent: pop() does not undo them.
    void commit() { permanent_ = moves_.size(); }

    // Whether open() accepts this cell.
    [[nodiscard]] bool can_open(std::int32_t cell) const;
    [[nodiscard]] bool laid() const { return laid_; }
    [[nodiscard]] bool provisional() const { return provisional_; }
    [[nodiscard]] bool won() const;
    [[nodiscard]] bool over() const { return now_.exploded >= 0 || won(); }
    [[nodiscard]] bool flagged(std::int32_t cell) const {
        return flags_[static_cast<std::size_t>(cell)] != 0;
    }
    [[nodiscard]] const Graph& graph() const { return *graph_; }
    [[nodiscard]] const Game& game() const { return game_; }
    [[nodiscard]] const Counters& counters() const { return now_; }
    [[nodiscard]] std::span<const Move> moves() const { return moves_; }
    [[nodiscard]] std::size_t permanent() const { return permanent_; }
    [[nodiscard]] std::span<const Reveal> reveals(std::size_t move) const;
    // The states before the first move.
    [[nodiscard]] std::vector<std::int16_t> dealt_states() const;

  private:
    void check(std::int32_t cell) const;
    void begin(Kind kind, std::int32_t cell);
    void cover();
    [[nodiscard]] bool flags_are_the_mines() const;

    const Graph* graph_;
    bool full_, laid_ = false, provisional_ = false;
    Game game_;
    std::vector<char> flags_;  // by cell
    Counters now_;
    std::vector<Move> moves_;
    std::size_t permanent_ = 0;
    std::vector<Reveal> reveals_;
    std::vector<std::int32_t> changes_;  // opened cells; ~cell if the cell lost its flag
};

}  // namespace sapper
