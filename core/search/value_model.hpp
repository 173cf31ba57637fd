// The chance of winning from what a position is like: a small network, trained on games.
//
// It tells the chance of winning given that the next click survives; how likely that is, is known.
// The weights are trained and written by training/train_value_model.py.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/afterstate_features.hpp"

namespace sapper {

class ValueModel {
  public:
    static constexpr std::size_t kInputs = std::tuple_size_v<Features>;
    static constexpr std::size_t kFirst = 48, kSecond = 24;  // sizes of the hidden layers
    static constexpr std::size_t kWeights =
        2 * kInputs + (kInputs + 1) * kFirst + (kFirst + 1) * kSecond + kSecond + 1;
    // An input counts up to so many standard deviations: what is rare is not trusted.
    static constexpr float kMostInput = 5.0f;

    // Means and inverse standard deviations of the inputs, then layer by layer weights (row by
    // input) and biases. Throws std::invalid_argument on another number of weights.
    explicit ValueModel(std::span<const float> weights);

    // The one that comes with the core.
    static const ValueModel& shipped();

    [[nodiscard]] double value(const Features& features) const;

  private:
    std::vector<float> weights_;
};

}  // namespace sapper
