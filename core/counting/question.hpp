// A question to the solver: a position, what is known about its number of mines, and a work budget.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>

#include "board/mine_count.hpp"
#include "counting/knowledge.hpp"
#include "support/errors.hpp"

namespace sapper {

class Question {
  public:
    // The graph and the states must outlive the question unchanged.
    Question(const Position& position, MineCount count, const Budget& budget = {})
        : position_(position), count_(std::move(count)), budget_(budget), id_(next_id()) {}

    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] const MineCount& count() const { return count_; }
    [[nodiscard]] const Budget& budget() const { return budget_; }

    // The same question about other states of the same board, which must outlive it.
    [[nodiscard]] Question about(std::span<const std::int16_t> states) const {
        Question other = *this;
        other.position_.states = states;
        other.id_ = next_id();
        return other;
    }

    // The same question with another number of mines.
    [[nodiscard]] Question with_mines(const MineCount& count) const {
        return {position_, count, budget_};
    }

    // Unique to a question and its copies: the key by which a Solver reuses its last results.
    [[nodiscard]] std::uint64_t id() const { return id_; }

  private:
    static std::uint64_t next_id() {
        static std::atomic<std::uint64_t> last{0};
        return last.fetch_add(1, std::memory_order_relaxed) + 1;
    }

    Position position_;
    MineCount count_;
    Budget budget_;
    std::uint64_t id_;
};

}  // namespace sapper
