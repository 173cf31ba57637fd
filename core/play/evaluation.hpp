// Exact policy evaluation on small boards: the expected number of layouts that a strategy wins.
//
// Traverses the game tree of the strategy. A node is an information set: a position with all its
// consistent layouts. The strategy is asked once per node; its click splits the layouts by clue
// value, and those with a mine on the clicked cell are lost. If the strategy breaks ties at random,
// all tied clicks are followed with equal weight, and positions reached by several orders of clicks
// are stored in a table. The expectation is a fraction, computed modulo several primes and
// reconstructed by the caller. The cost is the number of nodes times the cost of a decision. One
// mine per cell, at most 64 cells.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "play/player.hpp"

namespace sapper {

class Evaluation {
  public:
    static constexpr std::size_t kPrimes = 8;
    using Value = std::array<std::uint64_t, kPrimes>;  // modulo Residue::prime(0), (1), ...

    // Keeps a reference to the deal. `most_positions` limits the table.
    Evaluation(const Deal& deal, const Descriptor& strategy, std::size_t most_positions);

    // Returns the expected number of layouts of the deal that the strategy wins. Throws
    // PositionLimitExceeded, Cancelled.
    Value wins();

    // Number of positions in which the strategy was asked.
    [[nodiscard]] std::size_t positions() const { return positions_; }

  private:
    struct Key {
        std::uint64_t opened = 0;
        std::array<std::uint64_t, 4> numbers{};  // clue values, four bits per cell

        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };

    Value play_every_layout(const std::vector<std::uint64_t>& layouts);
    Value decide(std::uint64_t* begin, std::uint64_t* end);
    Value ask_strategy(std::uint64_t* begin, std::uint64_t* end);
    Value click(std::uint64_t* begin, std::uint64_t* end, std::int32_t cell);
    Value reveal(std::uint64_t* begin, std::uint64_t* end, std::size_t head);
    [[nodiscard]] Value uniform(std::int64_t wins) const;
    void add(Value& sum, const Value& term) const;
    [[nodiscard]] Value divide(const Value& value, std::size_t ways) const;
    [[nodiscard]] Key key() const;

    const Deal& deal_;
    Player player_;
    const Facts facts_;
    const std::size_t most_positions_;
    std::vector<std::uint64_t> neighbors_;
    Value primes_{};
    std::vector<Value> inverses_;  // modular inverses of the numbers of tied clicks
    std::vector<std::int16_t> states_;
    std::uint64_t opened_ = 0;
    std::vector<std::int32_t> queue_;  // cells to be revealed, including the neighbours of zeros
    bool branched_ = false;            // whether a tie was broken at random on the current path
    std::unordered_map<Key, Value, Hash> table_;
    std::size_t positions_ = 0;
};

}  // namespace sapper
