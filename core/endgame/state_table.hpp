// Transposition table of the search for perfect play, within a memory limit.
//
// A hash table with linear probing over kProbeLength slots; keys are compared in full. It doubles
// until the next size would not fit into its memory together with the present one. After that a new
// state replaces the one nearby with the fewest wins, which is the cheapest to search again: the
// search gets slower, but not larger.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "endgame/state_key.hpp"

namespace sapper {

class StateTable {
  public:
    // `cells` is the number of cells of the board; `memory` is in bytes. Throws StateTableFull if
    // it is too small for the smallest table.
    StateTable(int cells, std::uint64_t memory);

    struct Entry {
        std::int64_t wins = 0;  // layouts won, or an upper bound on them; 0 if the state is unknown
        bool exact = false;     // whether `wins` is not just a bound
    };
    [[nodiscard]] Entry find(const StateKey& key) const;
    void store(const StateKey& key, Entry entry);

    [[nodiscard]] std::size_t states() const { return states_; }    // number of stored states
    [[nodiscard]] std::size_t dropped() const { return dropped_; }  // states replaced by others
    [[nodiscard]] std::uint64_t bytes() const {
        return std::uint64_t{slots_.size()} * sizeof(std::uint64_t);
    }

  private:
    [[nodiscard]] std::size_t first_slot(const StateKey& key) const;
    [[nodiscard]] bool same(const std::uint64_t* slot, const StateKey& key) const;
    [[nodiscard]] bool grow();

    std::size_t words_;   // of a key
    std::size_t stride_;  // words of a slot: the key, then wins, exact and mines in one word
    std::uint64_t memory_;
    std::size_t size_;  // number of slots, a power of two; kProbeLength more avoid wrap-around
    std::vector<std::uint64_t> slots_;
    std::size_t states_ = 0, dropped_ = 0;
};

}  // namespace sapper
