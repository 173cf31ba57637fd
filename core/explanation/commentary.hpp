// Explanations of a click for players: the proof of a certain cell, or the facts about a guess.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "counting/question.hpp"
#include "counting/solver.hpp"
#include "explanation/reason_text.hpp"
#include "explanation/reasons.hpp"

namespace sapper {

// A position with its analysis and the words for it.
struct AnalyzedPosition {
    const Question& question;
    const Solution& solution;  // of the question
    const PositionWords& words;
    Solver& solver;
    Expired expired = {};
};

// Why a strategy guessed a cell, as in the facts about it; empty if no strategy chose it.
struct Grounds {
    std::string text;
    bool among_equals = false;  // only explains a choice among several safest cells
};

struct CellExplanation {
    std::int32_t cell;
    double mine_probability;           // exactly 0 or 1 for a certain cell
    std::string text;                  // one sentence
    std::optional<Reason> reason;      // the proof; nullopt for a guess
    std::vector<std::int32_t> around;  // for a guess the clues next to the cell

    // The clues that matter: those of the proof, or those next to the cell.
    [[nodiscard]] const std::vector<std::int32_t>& clues() const {
        return reason ? reason->clues : around;
    }
    // "guess", or the kind of the proof.
    [[nodiscard]] const char* kind() const { return reason ? name_of(reason->kind) : "guess"; }
};

// Explains why a covered cell is certain, or how risky it is to open it. Throws BudgetExceeded.
CellExplanation explain(const AnalyzedPosition& at, std::int32_t cell, const Grounds& grounds = {});

// The explanation of the cell that a player should open instead of the choice of a strategy. A
// strategy has its own work budget: if the analysis proves more, it is a safe cell instead of a
// guess, or the safest cell instead of a mine. Throws BudgetExceeded.
CellExplanation hint(const AnalyzedPosition& at, std::int32_t choice, const Grounds& grounds);

// Describes the first click; `mine_probability` is that of any cell, and nullopt if it may hold
// several mines. `safe` if its rule keeps it free of mines.
std::string first_click_text(const std::string& name, bool safe,
                             std::optional<double> mine_probability);

}  // namespace sapper
