// Addressed (counter-based) random numbers: each key (address, seed, index, purpose) has its own
// SplitMix64 sequence, identical on every machine and independent of the order of use.
//
// The address is a hash of the deal's parameters (see Deal): games that differ in any of them, even
// in one mine, use unrelated sequences. The sequences define what a seed means and must not change.
#pragma once

#include <cstdint>

namespace sapper {

// The finalizer of SplitMix64: a bijective 64-bit mixing function.
inline std::uint64_t scramble(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

// 2^64 divided by the golden ratio, the increment of SplitMix64.
inline constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;

// Appends a word to a hash: a bijection in each argument if the other is fixed. The address is
// scrambled both before and after the word is combined with it, so the result depends on the order
// of the words.
inline std::uint64_t mix(std::uint64_t address, std::uint64_t word) {
    return scramble(scramble(address + kStep) ^ word);
}

class Random {
  public:
    enum Purpose : std::uint64_t { kLayout = 1, kStrategy = 2, kSample = 3, kNoGuess = 4 };

    Random(std::uint64_t address, std::uint64_t seed, std::uint64_t index, Purpose purpose)
        : state_(mix(mix(mix(address, seed), index), purpose)) {}

    // SplitMix64 (Steele, Lea and Flood 2014).
    std::uint64_t next() { return scramble(state_ += kStep); }

    // Uniform in 0 .. n - 1, without bias (Lemire 2019).
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
