// Random positions for the fuzz tests, each a pure function of its random numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "board/graph.hpp"
#include "counting/knowledge.hpp"
#include "counting/question.hpp"

namespace sapper::fuzz {

// Random numbers from SplitMix64, or decisions read from the bytes of an input, padded with zeros.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    explicit Random(std::span<const std::uint8_t> input) : input_(input), is_input_(true) {}

    std::uint64_t next() {
        if (is_input_) return taken(8);
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    // Uniform in low .. high, both inclusive.
    int within(int low, int high) {
        const auto count = static_cast<std::uint64_t>(high - low + 1);
        const std::uint64_t drawn = is_input_ ? taken(count <= 256 ? 1 : 2) : next();
        return low + static_cast<int>(drawn % count);
    }
    bool chance(int percent) { return within(0, 99) < percent; }

  private:
    std::uint64_t taken(int bytes) {
        std::uint64_t value = 0;
        for (; bytes > 0; --bytes) {
            value = value << 8 | (input_.empty() ? 0 : input_.front());
            if (!input_.empty()) input_ = input_.subspan(1);
        }
        return value;
    }

    std::uint64_t state_ = 0;
    std::span<const std::uint8_t> input_;
    bool is_input_ = false;
};

using Edges = std::vector<std::pair<std::int32_t, std::int32_t>>;

Graph make_graph(std::int32_t cells, const Edges& edges);

// The number of mines of a case, or the odds of a mine if these are above 0, and the work budget.
struct Query {
    std::int64_t mines = -1;
    double odds = -1.0;
    Budget budget;
};

struct Case {
    std::string kind;
    Graph graph;
    std::vector<std::int16_t> states;
    int max_per_cell = 1;
    Query query;
    std::int32_t probe = -1;

    [[nodiscard]] Position position() const { return {graph, states, max_per_cell}; }
    [[nodiscard]] Question question() const {
        if (query.odds > 0.0) return {position(), MineCount::independent(query.odds), query.budget};
        return {position(), query.mines, query.budget};
    }

    void print() const;
};

// Number of case kinds, weighted by repetition, the fast ones first; see random_case().
constexpr int kKinds = 20, kSmallKinds = 17;

Case random_case(Random& random, int kind);

}  // namespace sapper::fuzz
