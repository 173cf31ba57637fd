// Paper 000's solver as its appendix prints it, slips included.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "graph.hpp"

namespace sapper {

struct PublishedMove {
    std::int32_t cell;
    bool inferred;  // by the inference, not by the guesser
};

// Plays one game. Flags are its own: the states it is shown need not have any.
class PublishedSolver {
  public:
    PublishedSolver(const Graph& graph, std::int64_t mines);

    // The next cell it opens. Cells it settled earlier come first, before it infers or guesses
    // anew.
    PublishedMove next(std::span<const std::int16_t> states);

  private:
    [[nodiscard]] bool unknown(std::span<const std::int16_t> states, std::int32_t cell) const;
    bool infer(std::span<const std::int16_t> states);
    void guess(std::span<const std::int16_t> states);
    std::int32_t choose(std::span<const std::int16_t> states) const;

    const Graph& graph_;
    std::int64_t mines_;
    std::int64_t flags_ = 0;
    std::vector<char> flagged_;
    std::deque<std::int32_t> queue_;  // settled and not yet opened
    bool inferred_ = false;           // whether the queue is the inference's
    std::vector<std::int32_t> best_;  // the guesser's cells of the highest score, ascending
};

}  // namespace sapper
