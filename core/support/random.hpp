// Random numbers addressed, not streamed: each (address, seed, index, purpose) has a sequence of
// its own, the same on every machine and in every order of asking.
//
// The address says what kind of game is dealt (see Deal): games that differ in anything that makes
// them, be it one mine, draw from sequences that have nothing to do with each other. The sequences
// are part of what a seed means and never change.
#pragma once

#include <cstdint>

namespace sapper {

// A bijection of the 64-bit words that leaves no trace of their order (SplitMix64's finisher).
inline std::uint64_t scramble(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

// The golden ratio in 64 bits.
inline constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;

// An address with one more word in it: a bijection of either, given the other. The address is
// scrambled before the word meets it and the result after that, so that the order of the words
// matters as much as their values.
inline std::uint64_t mix(std::uint64_t address, std::uint64_t word) {
    return scramble(scramble(address + kStep) ^ word);
}

class Random {
  public:
    enum Purpose : std::uint64_t { kLayout = 1, kStrategy = 2, kSample = 3, kNoGuess = 4 };

    Random(std::uint64_t address, std::uint64_t seed, std::uint64_t index, Purpose purpose)
        : state_(mix(mix(mix(address, seed), index), purpose)) {}

    // SplitMix64 (Steele, Lea and Flood, 2014).
    std::uint64_t next() { return scramble(state_ += kStep); }

    // Uniform below n, without bias (Lemire, 2019).
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        auto low = static_cast<std::uint32_t>(product);
        if (low < n) {
            const std::uint32_t threshold = (0u - n) % n;
            while (low < threshold) {
                product = (next() >> 32) * n;
                low = static_cast<std::uint32_t>(product);
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    // Uniform in [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  private:
    std::uint64_t state_;
};

}  // namespace sapper
