// All ways to place a number of mines in cells of limited capacity, in ascending lexicographic
// order of the mines of the cells.
//
// With a capacity of one per cell these are the combinations. A step changes a suffix of the cells;
// its cost is the length of that suffix, constant on average.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

class Placements {
  public:
    // Adds a cell that holds at most `capacity` mines in addition to `base`. Call before start().
    void add(std::int32_t cell, int capacity, int base) {
        places_.push_back(
            {cell, static_cast<std::int16_t>(capacity), static_cast<std::int16_t>(base), 0});
    }

    // Writes the first placement into the layout. The cells have room for the mines.
    void start(std::int64_t mines, std::span<std::int16_t> layout) { fill(0, mines, layout); }

    // Writes the next placement into the layout; returns false, without a change, after the last.
    bool next(std::span<std::int16_t> layout) {
        std::int64_t behind = 0;  // mines in the cells after i
        for (std::size_t i = places_.size(); i-- > 0;) {
            Place& place = places_[i];
            if (behind > 0 && place.mines < place.capacity) {
                set(place, place.mines + 1, layout);
                fill(i + 1, behind - 1, layout);
                return true;
            }
            behind += place.mines;
        }
        return false;
    }

  private:
    struct Place {
        std::int32_t cell;
        std::int16_t capacity, base, mines;
    };

    static void set(Place& place, std::int64_t mines, std::span<std::int16_t> layout) {
        place.mines = static_cast<std::int16_t>(mines);
        layout[static_cast<std::size_t>(place.cell)] =
            static_cast<std::int16_t>(place.base + place.mines);
    }

    // Puts the mines into the last cells from `begin` on, which is their first placement.
    void fill(std::size_t begin, std::int64_t mines, std::span<std::int16_t> layout) {
        for (std::size_t i = places_.size(); i-- > begin;) {
            const std::int64_t here = std::min<std::int64_t>(places_[i].capacity, mines);
            set(places_[i], here, layout);
            mines -= here;
        }
    }

    std::vector<Place> places_;
};

}  // namespace sapper
