#include "search/value_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace sapper {

ValueModel::ValueModel(std::span<const float> weights) : weights_(weights.begin(), weights.end()) {
    if (weights.size() != kWeights)
        throw std::invalid_argument("a value model has " + std::to_string(kWeights) +
                                    " weights, not " + std::to_string(weights.size()));
}

const ValueModel& ValueModel::shipped() {
    static const float weights[] = {
#include "search/value_weights.inc"
    };
    static const ValueModel model{weights};
    return model;
}

double ValueModel::value(const Features& features) const {
    const float* w = weights_.data();
    const float* const mean = w;
    const float* const scale = w + kInputs;
    w += 2 * kInputs;
    std::array<float, kFirst> first;
    std::copy_n(w + kInputs * kFirst, kFirst, first.begin());
    for (std::size_t i = 0; i < kInputs; ++i, w += kFirst) {
        const float x = std::clamp((features[i] - mean[i]) * scale[i], -kMostInput, kMostInput);
        for (std::size_t j = 0; j < kFirst; ++j) first[j] += x * w[j];
    }
    w += kFirst;
    std::array<float, kSecond> second;
    std::copy_n(w + kFirst * kSecond, kSecond, second.begin());
    for (std::size_t i = 0; i < kFirst; ++i, w += kSecond) {
        if (first[i] <= 0.0f) continue;
        for (std::size_t j = 0; j < kSecond; ++j) second[j] += first[i] * w[j];
    }
    w += kSecond;
    float log_odds = w[kSecond];
    for (std::size_t j = 0; j < kSecond; ++j)
        if (second[j] > 0.0f) log_odds += second[j] * w[j];
    return static_cast<double>(features[kNextSafety]) /
           (1.0 + std::exp(-static_cast<double>(log_odds)));
}

}  // namespace sapper
