// The value network: a multilayer perceptron that estimates the win probability from the afterstate
// features.
//
// Inputs are standardised and clipped; two hidden layers with ReLU; a logistic output, which is the
// win probability given that the next click is safe. It is multiplied by the known safety of the
// safest next click. The weights are trained and written by training/train_value_model.py.
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
    // Inputs are clipped to this many standard deviations, so that rare values do not extrapolate.
    static constexpr float kMostInput = 5.0f;

    // `weights` holds the means and inverse standard deviations of the inputs, then per layer its
    // weights (one row per input) and biases. Throws std::invalid_argument unless there are
    // kWeights.
    explicit ValueModel(std::span<const float> weights);

    // The network that comes with the core.
    static const ValueModel& shipped();

    // Returns a win probability.

    [[nodiscard]] double value(const Features& features) const;

  private:
    std::vector<float> weights_;
};

}  // namespace sapper
