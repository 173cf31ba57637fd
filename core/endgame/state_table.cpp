#include "endgame/state_table.hpp"

#include <algorithm>

#include "support/errors.hpp"
#include "support/random.hpp"

namespace sapper {

namespace {

constexpr std::size_t kNear = 16;  // places that a state may take, from its first one on
constexpr std::size_t kLeast = std::size_t{1} << 10;

// The last word of a place.
constexpr std::uint64_t packed(StateTable::Known known, std::uint32_t mines) {
    return static_cast<std::uint64_t>(known.wins) << 8 | std::uint64_t{known.exact} << 7 | mines;
}
constexpr std::uint32_t mines_of(std::uint64_t word) {
    return word & 127;
}
constexpr StateTable::Known known_of(std::uint64_t word) {
    return {static_cast<std::int64_t>(word >> 8), (word >> 7 & 1) != 0};
}

}  // namespace

StateTable::StateTable(int cells, std::size_t memory)
    : words_(static_cast<std::size_t>(cells + 15) / 16),
      stride_(words_ + 1),
      memory_(memory),
      size_(kLeast),
      places_((kLeast + kNear) * stride_) {
    if (bytes() > memory) throw StateTableFull{};
}

std::size_t StateTable::first_place(const StateKey& key) const {
    std::uint64_t h = key.mines;
    for (std::size_t word = 0; word < words_; ++word)
        h = scramble(h ^ key.cells[word]) + 0x9e3779b97f4a7c15;
    return (static_cast<std::size_t>(h) & (size_ - 1)) * stride_;
}

bool StateTable::same(const std::uint64_t* place, const StateKey& key) const {
    return std::equal(place, place + words_, key.cells.begin()) &&
           mines_of(place[words_]) == key.mines;
}

StateTable::Known StateTable::find(const StateKey& key) const {
    const std::uint64_t* place = places_.data() + first_place(key);
    for (std::size_t i = 0; i < kNear && place[words_] != 0; ++i, place += stride_)
        if (same(place, key)) return known_of(place[words_]);
    return {};
}

void StateTable::keep(const StateKey& key, Known known) {
    std::uint64_t* place = nullptr;
    for (;;) {
        place = places_.data() + first_place(key);
        std::uint64_t* smallest = place;
        std::size_t i = 0;
        for (; i < kNear && place[words_] != 0 && !same(place, key); ++i, place += stride_)
            if (place[words_] >> 8 < smallest[words_] >> 8) smallest = place;
        if (i < kNear) {
            states_ += place[words_] == 0;
            break;
        }
        if (grow()) continue;
        place = smallest;
        ++dropped_;
        break;
    }
    std::copy_n(key.cells.begin(), words_, place);
    place[words_] = packed(known, key.mines);
}

bool StateTable::grow() {
    const std::size_t words = (2 * size_ + kNear) * stride_;
    if (words * sizeof(std::uint64_t) + bytes() > memory_) return false;
    std::vector<std::uint64_t> old(words);
    old.swap(places_);
    const std::size_t before = size_ + kNear;
    size_ *= 2;
    states_ = 0;
    for (std::size_t i = 0; i < before; ++i) {
        const std::uint64_t* place = old.data() + i * stride_;
        if (place[words_] == 0) continue;
        StateKey key;
        std::copy_n(place, words_, key.cells.begin());
        key.mines = mines_of(place[words_]);
        keep(key, known_of(place[words_]));
    }
    return true;
}

}  // namespace sapper
