// A position with what is asked of it: under how many mines, and at what cost at most.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include "counting/knowledge.hpp"
#include "support/errors.hpp"

namespace sapper {

class Question {
  public:
    // Either the mines of the whole board, or the odds: every cell by itself, i mines in it with
    // weight odds^i / i!. The graph and the states must outlive the question, and stay as they are.
    // Throws std::invalid_argument unless exactly one of mines and odds is given, not negative.
    Question(const Position& position, std::optional<std::int64_t> mines,
             std::optional<double> odds, const Budget& budget = {})
        : position_(position), mines_(mines), odds_(odds), budget_(budget), id_(next_id()) {
        if (mines.has_value() == odds.has_value() || mines.value_or(0) < 0 ||
            !(odds.value_or(0.0) >= 0.0))
            throw std::invalid_argument("either the mines or the odds of a mine are needed");
    }

    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] std::optional<std::int64_t> mines() const { return mines_; }
    [[nodiscard]] std::optional<double> odds() const { return odds_; }
    [[nodiscard]] const Budget& budget() const { return budget_; }

    // Never the same for two questions (but for a copy of one): by this a Solver knows again what
    // it has worked on.
    [[nodiscard]] std::uint64_t id() const { return id_; }

  private:
    static std::uint64_t next_id() {
        static std::atomic<std::uint64_t> last{0};
        return last.fetch_add(1, std::memory_order_relaxed) + 1;
    }

    Position position_;
    std::optional<std::int64_t> mines_;
    std::optional<double> odds_;
    Budget budget_;
    std::uint64_t id_;
};

}  // namespace sapper
