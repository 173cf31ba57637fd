// Integer solutions of linear equations with unit coefficients over bounded variables: backtracking
// search with bounds propagation.
//
// Each equation states that some variables add up to a number. Only active equations count.
// Propagation narrows the bounds of the variables until no active equation narrows them further;
// then the search halves the range of the first variable that is not fixed. It tries the half with
// the value of the last solution first, so that a slightly different system usually takes one step
// per variable. An exhausted search proves that there is no solution. Cost: exponential in the
// number of variables at worst, therefore bounded by a number of steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

class BoundedEquations {
  public:
    enum class Answer : char { kOpen, kYes, kNo };  // kOpen: the steps did not suffice

    struct Bounds {
        std::int64_t low, high;
    };

    // Starts a system of active equations without variables.
    void start(std::size_t equations);
    // Adds a variable and returns its number.
    std::size_t add(Bounds bounds);
    void include(std::size_t equation, std::size_t variable);
    void set_sum(std::size_t equation, std::int64_t sum) { equations_[equation].sum = sum; }
    void set_active(std::size_t equation, bool active) { equations_[equation].active = active; }

    // Narrows the bounds permanently by propagation of all active equations.
    void tighten();

    // Searches a solution of the active equations and subtracts the steps that it takes.
    Answer search(std::int64_t& steps);
    // Searches one in which a variable has other bounds, after tighten().
    Answer search(std::size_t variable, Bounds bounds, std::int64_t& steps);

    [[nodiscard]] std::size_t variables() const { return bounds_.size(); }
    [[nodiscard]] Bounds bounds(std::size_t variable) const { return bounds_[variable]; }
    // The last solution; a variable of no active equation has some value within its bounds.
    [[nodiscard]] std::span<const std::int64_t> solution() const { return last_; }

  private:
    struct Equation {
        std::vector<std::size_t> variables;
        std::int64_t sum = 0;
        std::int64_t low = 0, high = 0;  // sums of the lower and of the upper bounds
        std::int64_t widest = 0;         // largest initial range of a variable
        bool active = true, queued = false;
    };
    struct Change {
        std::size_t variable;
        Bounds before;
    };
    struct Choice {
        std::size_t variable, changes;
        Bounds other;  // the half that is still to be tried
    };

    Answer search_from(bool fits, std::int64_t& steps);
    [[nodiscard]] bool open(std::size_t variable) const;
    void enqueue(std::size_t equation);
    bool narrow(std::size_t variable, Bounds to);
    bool propagate();
    void undo(std::size_t changes);
    void record();

    std::vector<Bounds> bounds_;
    std::vector<std::int64_t> last_;
    std::vector<Equation> equations_;
    std::vector<std::vector<std::size_t>> equations_of_;  // by variable
    std::vector<Change> changes_;
    std::vector<Choice> choices_;
    std::vector<std::size_t> queue_;
};

}  // namespace sapper
