// Games from which the model of values is trained.
//
// They are played as `best` plays, but for a click now and then that is not the best by the model,
// so that it sees what other clicks lead to. Positions after guesses, and some after certain
// clicks, are kept with what they turned out to be worth: the value of the next decision, exact
// where the ending could be solved, mixed with what came after that decision.
#pragma once

#include <cstdint>
#include <vector>

#include "board/deal.hpp"
#include "search/value_model.hpp"

namespace sapper {

struct Training {
    double explore = 0.12;  // share of guesses that are not the best by the model
    double midway = 0.08;   // share of certain clicks after which a position is kept
    double patience = 0.5;  // weight of what came later against the value of the next decision
};

struct TrainingSamples {
    std::vector<float> features;  // one row a position
    std::vector<float> values;
};

// Plays games `first` .. `first + games - 1` of a seed, on one thread. One mine a cell. Throws
// Cancelled.
TrainingSamples training_games(const Deal& deal, const ValueModel& model, const Training& training,
                               std::uint64_t seed, std::uint64_t first, std::uint64_t games);

}  // namespace sapper
