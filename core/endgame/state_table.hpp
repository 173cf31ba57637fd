// What the search for perfect play knows of its states, within a bound on memory.
//
// A hash table of states, each by its key, compared as a whole: the undetermined cells, what the
// clues beside them still need, and their mines. It doubles until the next size would not fit its
// memory together with the present one. From then on a new state takes the place of the smallest
// one nearby, which is the cheapest to find again: the search gets slower, not larger.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "endgame/state_key.hpp"

namespace sapper {

class StateTable {
  public:
    // For keys of a board of so many cells. Throws StateTableFull where the memory, in bytes, is
    // less than the smallest table takes.
    StateTable(int cells, std::size_t memory);

    struct Known {
        std::int64_t wins = 0;  // layouts won, or no fewer than those; 0 where nothing is known
        bool exact = false;
    };
    [[nodiscard]] Known find(const StateKey& key) const;
    void keep(const StateKey& key, Known known);

    [[nodiscard]] std::size_t states() const { return states_; }    // that are kept
    [[nodiscard]] std::size_t dropped() const { return dropped_; }  // for want of memory
    [[nodiscard]] std::size_t bytes() const { return places_.size() * sizeof(std::uint64_t); }

  private:
    [[nodiscard]] std::size_t first_place(const StateKey& key) const;
    [[nodiscard]] bool same(const std::uint64_t* place, const StateKey& key) const;
    [[nodiscard]] bool grow();

    std::size_t words_;   // of a key
    std::size_t stride_;  // of a place: the key, then wins, exact and mines in one word
    std::size_t memory_;
    std::size_t size_;  // places, a power of two; a few more follow, so that none wraps round
    std::vector<std::uint64_t> places_;
    std::size_t states_ = 0, dropped_ = 0;
};

}  // namespace sapper
