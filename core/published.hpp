// Paper 000's solver as its appendix prints it, slips included.
#pragma once

#include <cstdint>
#include <deque>
#include <span>

#include "graph.hpp"

namespace sapper {

struct PublishedMove {
    std::int32_t cell;
    bool inferred;  // by the inference, not by the guesser
};

class PublishedSolver {
  public:
    PublishedSolver(const Graph& graph, std::int64_t mines) : graph_(graph), mines_(mines) {}

    // The next cell it opens.
    PublishedMove next(std::span<const std::int16_t> states);

  private:
    const Graph& graph_;
    std::int64_t mines_;
};

}  // namespace sapper
