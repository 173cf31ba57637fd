// A question to the solver: a position, its number of mines or their odds, and a work budget.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "counting/knowledge.hpp"
#include "support/errors.hpp"

namespace sapper {

class Question {
  public:
    // `mines` is the number of mines on the whole board; with `odds` instead, cells are independent
    // and hold i mines with weight odds^i / i!. The graph and the states must outlive the question
    // unchanged. Throws std::invalid_argument unless exactly one of the two is given and it is not
    // negative.
    Question(const Position& position, std::optional<std::int64_t> mines,
             std::optional<double> odds, const Budget& budget = {})
        : position_(position), mines_(mines), odds_(odds), budget_(budget), id_(next_id()) {
        if (mines.has_value() == odds.has_value() || mines.value_or(0) < 0 ||
            !(odds.value_or(0.0) >= 0.0))
            throw std::invalid_argument(
                "either the mines or the odds of a mine must be given, and not be negative");
    }

    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] std::optional<std::int64_t> mines() const { return mines_; }
    [[nodiscard]] std::optional<double> odds() const { return odds_; }
    [[nodiscard]] const Budget& budget() const { return budget_; }

    // The same question about other states of the same board, which must outlive it.
    [[nodiscard]] Question about(std::span<const std::int16_t> states) const {
        Question other = *this;
        other.position_.states = states;
        other.id_ = next_id();
        return other;
    }

    // The same question with another number of mines, in place of the number or the odds.
    [[nodiscard]] Question with_mines(std::int64_t mines) const {
        return {position_, mines, std::nullopt, budget_};
    }

    // Unique to a question and its copies: the key by which a Solver reuses its last results.
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
