// Training games for the value network: temporal-difference targets from self-play.
//
// The games are played by the network, with exploration: some guesses are not the best ones. The
// features of positions after guesses, and after some certain clicks, are stored with a TD(lambda)
// target: the value of the next decision, which is exact if the endgame could be solved, mixed with
// the target after that decision.
#pragma once

#include <cstdint>
#include <vector>

#include "board/deal.hpp"
#include "search/value_model.hpp"

namespace sapper {

struct Training {
    double explore = 0.12;  // probability that a guess is random among the best
    double midway = 0.08;   // probability that the position after a certain click is stored
    double lambda = 0.5;  // weight of later targets against the value of the next decision, 0 to 1
};

struct TrainingSamples {
    std::vector<float> features;  // one row per position
    std::vector<float> values;    // one target per position
};

// Plays games `first` to `first + games - 1` of a seed, on one thread. One mine per cell. Throws
// Cancelled.
TrainingSamples training_games(const Deal& deal, const ValueModel& model, const Training& training,
                               std::uint64_t seed, std::uint64_t first, std::uint64_t games);

}  // namespace sapper
