#include "counting/position_batch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

#include "counting/solver.hpp"
#include "support/parallel_rows.hpp"

namespace sapper {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void check(const PositionBatch& batch, const BatchSolution& out) {
    const std::size_t rows = batch.rows();
    if (batch.states.size() != rows * batch.cells() ||
        out.mine_probability.size() != batch.states.size() || out.log2_layouts.size() != rows ||
        out.best.size() != rows || out.status.size() != rows ||
        (!batch.mines.empty() && batch.mines.size() != rows))
        throw std::invalid_argument("one row of states, mines and results per position is needed");
}

void solve_row(const PositionBatch& batch, std::size_t row, Solver& solver, Solution& solution,
               const BatchSolution& out) {
    const std::span<double> probability =
        out.mine_probability.subspan(row * batch.cells(), batch.cells());
    out.best[row] = -1;
    try {
        const Question question = batch.question(row);
        solver.solve(question, solution);
        std::copy(solution.mine_probability.begin(), solution.mine_probability.end(),
                  probability.begin());
        out.log2_layouts[row] = solution.log2_layouts;
        out.best[row] = solution.safe.empty() ? safest_cell(question.position().states, probability)
                                              : solution.safe.front();
        out.status[row] = RowStatus::kConsistent;
    } catch (const Contradiction&) {
        std::fill(probability.begin(), probability.end(), kNaN);
        out.log2_layouts[row] = -std::numeric_limits<double>::infinity();
        out.status[row] = RowStatus::kContradictory;
    } catch (const BudgetExceeded&) {
        std::fill(probability.begin(), probability.end(), kNaN);
        out.log2_layouts[row] = kNaN;
        out.status[row] = RowStatus::kTooHard;
    }
    solver.release_memory();
}

}  // namespace

Question PositionBatch::question(std::size_t row) const {
    const Question own = shared.about(states.subspan(row * cells(), cells()));
    return mines.empty() ? own : own.with_mines(mines[row]);
}

std::int32_t safest_cell(std::span<const std::int16_t> states,
                         std::span<const double> mine_probability) {
    double least = 1.0;
    for (std::size_t cell = 0; cell < states.size(); ++cell)
        if (states[cell] == kCovered && mine_probability[cell] < least)
            least = mine_probability[cell];
    if (least == 1.0) return -1;
    const double most = least == 0.0 ? 0.0 : least + kTie;
    for (std::size_t cell = 0; cell < states.size(); ++cell)
        if (states[cell] == kCovered && mine_probability[cell] <= most &&
            mine_probability[cell] < 1.0)
            return static_cast<std::int32_t>(cell);
    return -1;
}

void solve_rows(const PositionBatch& batch, int threads, const BatchSolution& out) {
    check(batch, out);
    ParallelRows(batch.rows(), threads).run([&] {
        return [&batch, &out, solver = std::make_unique<Solver>(), solution = Solution{}](
                   std::size_t row) mutable { solve_row(batch, row, *solver, solution, out); };
    });
}

}  // namespace sapper
