// Decisions from which the model of values is refined.
//
// What is chosen depends on differences between clicks of the same position, which are small beside
// those between positions and beside luck. So in games played as `best` plays, but for a guess now
// and then, some decisions are thought about (see thought.hpp): all clicks on the same layouts.
// A position that comes again is tried on others, or its luck would be learned with it.
#pragma once

#include <cstdint>
#include <vector>

#include "board/deal.hpp"
#include "search/value_model.hpp"

namespace sapper {

struct Choices {
    double thought_about = 0.7;   // share of the decisions
    double thought_early = 0.05;  // the same early in a game: those come again and again
    std::size_t early = 40;       // as long as one cell in so many is open
    double explore = 0.15;        // share of the guesses that are not the best by the model
    std::uint64_t layouts = 16;   // a decision
    std::size_t clicks = 10;      // a decision: half of them the best by the model, half others
};

struct ChoiceSamples {
    std::vector<std::int32_t> decisions;    // by click, in order
    std::vector<float> safeties, values;    // by click; the value as played on
    std::vector<std::int32_t> clicks;       // by outcome, in order
    std::vector<float> probabilities, won;  // by outcome; won is 1 where nothing is left to guess
    std::vector<float> features;            // one row an outcome
};

// Plays games `first` .. `first + games - 1` of a seed, on one thread. One mine a cell. Throws
// Cancelled.
ChoiceSamples training_choices(const Deal& deal, const ValueModel& model, const Choices& choices,
                               std::uint64_t seed, std::uint64_t first, std::uint64_t games);

}  // namespace sapper
