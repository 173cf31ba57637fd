// Perfect play on small boards: the most layouts that any way of playing can win.
//
// A state is the set of layouts that fit what has been seen, each a word of bits. Cells safe in all
// of them are opened first, so what is undetermined, how many mines it holds and what its clues
// still need say everything about the rest of the game: that is the key of the transposition table,
// checked for equality, and taken up to the symmetries of the board. A guess is worth the sum of
// its outcomes; it is tried only while a bound on that sum (outcome by outcome, the layouts in
// which the best next click survives) beats the best guess so far, and an outcome is searched only
// as far as it takes to see that it cannot. A cell none of whose neighbours is undetermined tells
// nothing and waits until no other is left. Parts of the board that no longer touch are searched
// each by itself. One mine a cell, at most 64 cells.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "deal.hpp"

namespace sapper {

class PerfectSearch {
  public:
    // `symmetries` are permutations of the cells that keep neighbours, the identity excepted.
    PerfectSearch(const Graph& graph, int mines, std::vector<std::vector<std::uint8_t>> symmetries,
                  std::size_t most_states, const std::atomic<bool>& cancel);

    // Layouts won by perfect play of all that the deal allows, which must be one of this board and
    // as many mines. Throws OutOfStates, Cancelled.
    std::int64_t wins_from(const Deal& deal);

    struct Advice {
        std::int64_t wins = 0;     // layouts won
        std::int64_t layouts = 0;  // layouts that fit
        std::int32_t cell = -1;    // the click; -1 where no layout fits or no cell is left
    };
    // What perfect play makes of a position (states as in Position, flags taken as covered cells).
    // It opens a safe cell before it guesses.
    Advice advise(std::span<const std::int16_t> states);

    [[nodiscard]] std::size_t states() const { return used_; }

  private:
    static constexpr int kWords = 4;  // four bits for each of 64 cells
    struct Key {
        std::uint64_t undetermined = 0;
        std::uint64_t needs[kWords] = {};
        std::uint32_t mines = 0;

        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Entry {
        Key key;
        std::uint32_t wins : 31 = 0;  // 0 where the place is empty
        std::uint32_t exact : 1 = 0;  // else no more than these are won
    };

    // Each of these returns the layouts won if they are `need` or more; otherwise some number
    // below `need` that the layouts won do not exceed.
    std::int64_t settle(std::uint64_t* begin, std::uint64_t* end, std::uint64_t opened,
                        std::int64_t need);
    std::int64_t closed(std::uint64_t* begin, std::uint64_t* end, std::uint64_t any,
                        std::uint64_t all, std::uint64_t opened, std::int64_t need);
    std::int64_t guess(std::uint64_t* begin, std::uint64_t* end, std::uint64_t any,
                       std::uint64_t all, std::uint64_t opened, std::int64_t need,
                       std::int32_t* best);

    std::int64_t apart(const std::uint64_t* begin, const std::uint64_t* end,
                       std::uint64_t undetermined, std::uint64_t opened);
    std::int64_t bound(const std::uint64_t* begin, const std::uint64_t* end,
                       std::uint64_t opened) const;
    void count_mines(const std::uint64_t* begin, const std::uint64_t* end, std::uint64_t any,
                     std::uint64_t all, std::uint32_t* mines) const;
    [[nodiscard]] Key make_key(std::uint64_t layout, std::uint64_t undetermined,
                               std::uint64_t opened) const;
    [[nodiscard]] Key canonical(const Key& key) const;
    Entry& find(const Key& key);
    void grow();

    int cells_, mines_;
    std::uint64_t board_ = 0;  // all cells
    std::vector<std::uint64_t> neighbors_;
    std::vector<std::vector<std::uint8_t>> symmetries_;
    std::size_t most_states_;
    const std::atomic<bool>& cancel_;
    std::vector<Entry> table_;
    std::size_t used_ = 0;
    std::vector<std::vector<std::uint64_t>> scratch_;  // by depth
    std::size_t depth_ = 0;
};

}  // namespace sapper
