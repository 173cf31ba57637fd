// A question from Python, with the solver that answers it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "bindings.hpp"
#include "counting/layout_enumeration.hpp"
#include "counting/position_batch.hpp"
#include "counting/sampler.hpp"
#include "counting/solver.hpp"
#include "endgame/click_values.hpp"
#include "interruptible.hpp"

namespace sapper::bindings {

template <class T, std::size_t Dimensions>
using BatchArray = nb::ndarray<T, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

template <class A>
auto span_of(const A& array) {
    return std::span(array.data(), array.size());
}

// One solver per thread, so that its scratch memory is reused.
inline Solver& solver() {
    static thread_local Solver instance;
    return instance;
}

// Scope of a call of the solver: interruptible, and large scratch memory is released at the end,
// also after an exception.
class SolverCall {
  public:
    SolverCall() = default;
    ~SolverCall() { solver().release_memory(); }
    SolverCall(const SolverCall&) = delete;
    SolverCall& operator=(const SolverCall&) = delete;

  private:
    Interruptible interruptible_;
};

// A question that holds references to the Python graph and states.
class OwnedQuestion {
  public:
    OwnedQuestion(nb::object graph, States states, const MineCount& mines, int max_per_cell,
                  const Budget& budget)
        : graph_(std::move(graph)),
          states_(std::move(states)),
          question_(position(nb::cast<const Graph&>(graph_), states_, max_per_cell), mines,
                    budget) {}

    [[nodiscard]] Solution solve() const {
        Solution solution;
        const SolverCall call;
        solver().solve(question_, solution);
        return solution;
    }
    [[nodiscard]] Details details() const {
        Details details;
        const SolverCall call;
        solver().details(question_, details);
        return details;
    }
    [[nodiscard]] Shown shown(std::int32_t cell) const {
        Shown shown;
        const SolverCall call;
        solver().shown(question_, cell, shown);
        return shown;
    }
    [[nodiscard]] bool feasible() const {
        const SolverCall call;
        return solver().feasible(question_);
    }
    [[nodiscard]] ExactCounter counter(std::optional<std::int32_t> probe, bool propagate) const {
        const Interruptible interruptible;
        return solver().counter(question_, {probe.value_or(-1), propagate});
    }

    [[nodiscard]] std::unique_ptr<Sampler> sampler() const {
        auto sampler = std::make_unique<Sampler>();
        const Interruptible interruptible;
        sampler->prepare(question_);
        return sampler;
    }

    void solve_rows(const BatchArray<const std::int16_t, 2>& states,
                    const BatchArray<const std::int64_t, 1>& mines, int threads,
                    const BatchArray<double, 2>& probabilities,
                    const BatchArray<double, 1>& log2_layouts,
                    const BatchArray<std::int32_t, 1>& best,
                    const BatchArray<std::uint8_t, 1>& status) const {
        const PositionBatch batch{question_, span_of(states), span_of(mines)};
        const BatchSolution out{span_of(probabilities),
                                span_of(log2_layouts),
                                span_of(best),
                                {reinterpret_cast<RowStatus*>(status.data()), status.size()}};
        const Interruptible interruptible;
        sapper::solve_rows(batch, threads, out);
    }

    [[nodiscard]] std::unique_ptr<LayoutEnumeration> enumeration() const {
        const Interruptible interruptible;
        return std::make_unique<LayoutEnumeration>(question_);
    }

    [[nodiscard]] ClickValues click_values(int most_layouts, std::uint64_t most_steps) const {
        const Interruptible interruptible;
        return sapper::click_values(question_, most_layouts, most_steps);
    }

    [[nodiscard]] const Question& question() const { return question_; }

  private:
    nb::object graph_;
    States states_;
    Question question_;
};

}  // namespace sapper::bindings
