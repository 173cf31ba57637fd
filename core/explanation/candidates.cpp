#include "explanation/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

#include "explanation/alike_cells.hpp"
#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

// The classes of indistinguishable covered cells.
struct Class {
    std::int32_t first;
    std::int64_t size;
    std::int32_t wanted;  // the first cell of it that must be included; -1 if there is none
};

std::vector<Class> classes_of(const Position& position, std::span<const std::int32_t> include) {
    const std::vector<std::int32_t> covered = covered_cells(position);
    const std::vector<std::int32_t> firsts = first_alike(position, covered);
    std::vector<Class> classes;
    std::map<std::int32_t, std::size_t> index;  // by first cell
    for (const std::int32_t first : firsts) {
        const auto [at, fresh] = index.try_emplace(first, classes.size());
        if (fresh) classes.push_back({first, 0, -1});
        ++classes[at->second].size;
    }
    for (const std::int32_t cell : include) {
        const auto at = std::lower_bound(covered.begin(), covered.end(), cell);
        if (at == covered.end() || *at != cell)
            throw std::invalid_argument("only covered cells are candidates");
        Class& own = classes[index[firsts[static_cast<std::size_t>(at - covered.begin())]]];
        if (own.wanted < 0) own.wanted = cell;
    }
    return classes;
}

class Evaluation {
  public:
    Evaluation(const Question& question, const Solution& solution, Solver& solver)
        : question_(question), solution_(solution), solver_(solver) {}

    GuessCandidate evaluate(std::int32_t cell, std::int64_t equals) {
        const Position& position = question_.position();
        std::vector<std::int16_t> states(position.states.begin(), position.states.end());
        const Position after{position.graph, states, position.max_per_cell};
        Shown shown;
        solver_.shown(question_, cell, shown);
        double progress = 0.0, expected = 0.0, survived = 0.0;
        for (std::size_t i = 0; i < shown.probability.size(); ++i) {
            const double chance = shown.probability[i];
            if (chance <= 0.0) continue;
            states[to_index(cell)] = static_cast<std::int16_t>(shown.first + static_cast<int>(i));
            next_solver_.solve(question_.about(states), next_);
            const auto fresh = static_cast<double>(newly_safe());
            const bool over = !safest_cell(after, next_);
            progress += chance * (fresh > 0.0 || over ? 1.0 : 0.0);
            expected += chance * fresh;
            survived += chance * (1.0 - (over ? 0.0 : least_risk(after, next_)));
        }
        const double safety = 1.0 - solution_.mine_probability[to_index(cell)];
        return {cell,
                equals,
                safety,
                safety * progress,
                safety * expected,
                entropy_of(shown),
                safety * survived};
    }

  private:
    // The cells that are safe after the click and were not before.
    [[nodiscard]] std::int64_t newly_safe() const {
        return std::count_if(next_.safe.begin(), next_.safe.end(), [this](std::int32_t cell) {
            return !std::binary_search(solution_.safe.begin(), solution_.safe.end(), cell);
        });
    }

    const Question& question_;
    const Solution& solution_;
    Solver& solver_;
    Solver next_solver_;  // of the positions after the click, so that the other keeps its stages
    Solution next_;
};

}  // namespace

double least_risk(const Position& position, const Solution& solution) {
    double least = 1.0;
    for (std::size_t cell = 0; cell < position.states.size(); ++cell)
        if (position.states[cell] == kCovered)
            least = std::min(least, solution.mine_probability[cell]);
    return least;
}

std::optional<std::int32_t> safest_cell(const Position& position, const Solution& solution) {
    if (!solution.safe.empty()) return solution.safe.front();
    const double least = least_risk(position, solution);
    for (std::size_t cell = 0; cell < position.states.size(); ++cell)
        if (position.states[cell] == kCovered && solution.mine_probability[cell] < 1.0 &&
            solution.mine_probability[cell] <= least + kTie)
            return static_cast<std::int32_t>(cell);
    return std::nullopt;
}

double entropy_of(const Shown& shown) {
    double sum = 0.0;
    for (const double p : shown.probability)
        if (p > 0.0) sum += p * std::log2(p);
    return std::max(0.0, -sum);
}

std::vector<GuessCandidate> find_candidates(const Question& question, const Solution& solution,
                                            std::size_t most, std::span<const std::int32_t> include,
                                            Solver& solver, const Expired& expired) {
    std::vector<Class> classes = classes_of(question.position(), include);
    const auto risk = [&](const Class& c) { return solution.mine_probability[to_index(c.first)]; };
    std::erase_if(classes, [&](const Class& c) { return risk(c) >= 1.0; });
    std::sort(classes.begin(), classes.end(), [&](const Class& a, const Class& b) {
        return std::tuple(a.wanted < 0, risk(a), a.first) <
               std::tuple(b.wanted < 0, risk(b), b.first);
    });
    if (classes.size() > most) classes.resize(most);
    std::vector<GuessCandidate> found;
    Evaluation evaluation(question, solution, solver);
    for (const Class& c : classes) {
        if (!found.empty() && expired && expired()) break;
        poll_cancellation();
        try {
            found.push_back(evaluation.evaluate(c.wanted < 0 ? c.first : c.wanted, c.size));
        } catch (const BudgetExceeded&) {
            continue;
        }
    }
    std::sort(found.begin(), found.end(), [](const GuessCandidate& a, const GuessCandidate& b) {
        return std::pair(-a.safety, a.cell) < std::pair(-b.safety, b.cell);
    });
    return found;
}

}  // namespace sapper
