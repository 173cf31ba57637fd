// What tells the states of a search for perfect play from each other, up to symmetry.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

namespace sapper {

struct StateKey {
    static constexpr int kWords = 4;  // four bits for each of 64 cells
    static constexpr std::uint64_t kUndetermined = 15;
    std::array<std::uint64_t, kWords> cells{};  // undetermined, or the need of a clue, or 0
    std::uint32_t mines = 0;                    // in the undetermined cells

    friend auto operator<=>(const StateKey&, const StateKey&) = default;
};

class StateKeys {
  public:
    // `neighbors` are the bits of each cell's neighbours, at most 15; `symmetries` permutations of
    // the cells that keep neighbours, the identity excepted. Throws std::invalid_argument where one
    // does not fit the board.
    StateKeys(const std::vector<std::uint64_t>& neighbors,
              std::vector<std::vector<std::uint8_t>> symmetries);

    // The same key for all states that the symmetries make of one. Every layout of the state gives
    // the same, and all that is safe must be open.
    [[nodiscard]] StateKey of(std::uint64_t layout, std::uint64_t undetermined,
                              std::uint64_t opened) const;

  private:
    [[nodiscard]] StateKey moved_by(const std::vector<std::uint8_t>& symmetry, std::uint64_t layout,
                                    std::uint64_t undetermined, std::uint64_t opened) const;

    std::vector<std::uint64_t> neighbors_;
    std::vector<std::vector<std::uint8_t>> symmetries_;  // with the identity
};

}  // namespace sapper
