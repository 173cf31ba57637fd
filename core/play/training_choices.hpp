// Training decisions for refining the value network.
//
// A choice depends on the differences between clicks of one position, which are small compared with
// those between positions and with sampling noise. So in self-play games with exploration, some
// decisions are evaluated by rollout search with common random numbers
// (search/rollout_search.hpp). A recurring position is tried on new layouts each time, so that the
// network does not fit the noise of a fixed sample.
#pragma once

#include <cstdint>
#include <vector>

#include "board/deal.hpp"
#include "search/value_model.hpp"

namespace sapper {

struct Choices {
    double sampled_share = 0.7;  // probability that a decision is evaluated
    double early_share = 0.05;   // the same early in a game, since early positions recur often
    std::size_t early = 40;      // early: at most one cell in this many is open
    double explore = 0.15;       // probability that a guess is random among the best
    std::uint64_t layouts = 16;  // per evaluated decision
    std::size_t clicks = 10;  // per evaluated decision: half the best by the network, half random
};

struct ChoiceSamples {
    std::vector<std::int32_t> decisions;    // by click: index of its decision, ascending
    std::vector<float> safeties, values;    // by click; the value is the mean of the rollouts
    std::vector<std::int32_t> clicks;       // by outcome: index of its click, ascending
    std::vector<float> probabilities, won;  // by outcome; won is 1 if no guess is left, else 0
    std::vector<float> features;            // one row per outcome
};

// Plays games `first` to `first + games - 1` of a seed, on one thread. One mine per cell. Throws
// Cancelled.
ChoiceSamples training_choices(const Deal& deal, const ValueModel& model, const Choices& choices,
                               std::uint64_t seed, std::uint64_t first, std::uint64_t games);

}  // namespace sapper
