#include "explanation/commentary.hpp"

#include <algorithm>
#include <cstdio>

#include "explanation/alike_cells.hpp"
#include "explanation/candidates.hpp"
#include "explanation/clue_neighborhoods.hpp"
#include "explanation/percentages.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

struct Rank {
    std::string text;
    std::int64_t equals;  // the cells that share the lowest risk; 0 if this one is above it
};

// Compares a risk with the lowest one.
Rank rank(const AnalyzedPosition& at, double probability) {
    const std::vector<std::int32_t>& safe = at.solution.safe;
    std::vector<double> risks;
    for (const std::int32_t cell : covered_cells(at.question.position()))
        risks.push_back(at.solution.mine_probability[to_index(cell)]);
    const double lowest = *std::min_element(risks.begin(), risks.end());
    if (lowest == 0.0) {
        const std::string others =
            safe.size() == 1 ? "" : ", as are " + std::to_string(safe.size() - 1) + " others";
        return {"although " + at.words.names(safe.front()) + " is certainly safe" + others, 0};
    }
    if (probability > lowest + kTie)
        return {"compared with " + percent_in_full(lowest) + " for the safest cell", 0};
    const auto equals = std::count_if(risks.begin(), risks.end(),
                                      [&](double risk) { return risk <= lowest + kTie; });
    if (equals == 1) return {"the safest cell", equals};
    return {"tied for safest with " + std::to_string(equals - 1) + " others", equals};
}

// The information in the clue of a cell, in words; empty if that exceeds the work budget.
std::string information(const AnalyzedPosition& at, std::int32_t cell, double mine_probability) {
    Shown shown;
    try {
        at.solver.shown(at.question, cell, shown);
    } catch (const BudgetExceeded&) {
        return {};
    }
    char bits[64];
    std::snprintf(bits, sizeof bits, "%.2f bits of information", entropy_of(shown));
    const std::string gained = std::string("its number would give ") + bits;
    const double zero = shown.first == 0 ? (1.0 - mine_probability) * shown.probability[0] : 0.0;
    return zero > 0.0 ? percent_chance(zero) + " of an opening, and " + gained : gained;
}

}  // namespace

CellExplanation explain(const AnalyzedPosition& at, std::int32_t cell, const Grounds& grounds) {
    const Position& position = at.question.position();
    const double probability = at.solution.mine_probability[to_index(cell)];
    CellExplanation explanation{cell, probability, {}, std::nullopt, {}};
    if (probability == 0.0 || probability == 1.0) {
        explanation.reason =
            find_reason(at.question, cell, probability == 1.0, at.solver, at.expired);
        explanation.text = reason_text(*explanation.reason, position, at.words);
        return explanation;
    }
    explanation.around = clues_around(position, cell);
    const auto [compared, equals] = rank(at, probability);
    explanation.text = "a guess: " + at.words.names(cell) + " has " + percent_chance(probability) +
                       " of being a mine, " + compared;
    const bool explains = !grounds.among_equals || equals >= 2;
    for (const std::string& part :
         {explains ? grounds.text : std::string(), information(at, cell, probability)})
        if (!part.empty()) explanation.text += "; " + part;
    return explanation;
}

CellExplanation hint(const AnalyzedPosition& at, std::int32_t choice, const Grounds& grounds) {
    const double probability = at.solution.mine_probability[to_index(choice)];
    if (probability > 0.0 && !at.solution.safe.empty())
        choice = at.solution.safe.front();
    else if (probability == 1.0)
        choice = safest_cell(at.question.position(), at.solution).value_or(choice);
    return explain(at, choice, grounds);
}

std::string first_click_text(const std::string& name, bool safe,
                             std::optional<double> mine_probability) {
    const std::string first = "the first click: " + name;
    if (safe) return first + " is safe by the rule";
    if (!mine_probability) return first + " may hold a mine";
    return first + " has " + percent_chance(*mine_probability) + " of being a mine";
}

}  // namespace sapper
