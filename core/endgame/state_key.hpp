// Keys of the states of the search for perfect play, canonical under the symmetries of the board.
//
// A state is determined by its undetermined cells, the remaining need of each clue and the number
// of mines left. The canonical key is the least one among its images under all symmetries.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

namespace sapper {

struct StateKey {
    static constexpr int kWords = 4;  // four bits for each of 64 cells
    static constexpr std::uint64_t kUndetermined = 15;
    std::array<std::uint64_t, kWords> cells{};  // per cell: kUndetermined, the need of a clue, or 0
    std::uint32_t mines = 0;                    // in the undetermined cells

    friend auto operator<=>(const StateKey&, const StateKey&) = default;
};

class StateKeys {
  public:
    // `neighbors` holds the neighbour mask of each cell, with at most 15 bits set; `symmetries`
    // holds the automorphisms of the board as permutations of the cells, without the identity.
    // Throws std::invalid_argument if one does not fit the board.
    StateKeys(const std::vector<std::uint64_t>& neighbors,
              std::vector<std::vector<std::uint8_t>> symmetries);

    // Returns the canonical key. Any layout of the state gives the same key. All cells that are
    // safe in every layout must be open.
    [[nodiscard]] StateKey of(std::uint64_t layout, std::uint64_t undetermined,
                              std::uint64_t opened) const;

  private:
    [[nodiscard]] StateKey moved_by(const std::vector<std::uint8_t>& symmetry, std::uint64_t layout,
                                    std::uint64_t undetermined, std::uint64_t opened) const;

    std::vector<std::uint64_t> neighbors_;
    std::vector<std::vector<std::uint8_t>> symmetries_;  // including the identity
};

}  // namespace sapper
