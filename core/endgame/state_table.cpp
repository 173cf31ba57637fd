#include "endgame/state_table.hpp"

#include <algorithm>

#include "support/errors.hpp"
#include "support/random.hpp"

namespace sapper {

namespace {

constexpr std::size_t kProbeLength = 16;  // slots that a state may use, from its first one on
constexpr std::size_t kMinSlots = std::size_t{1} << 10;

// Layout of the last word of a slot: wins from bit 8, exact in bit 7, mines below.
constexpr std::uint64_t packed(StateTable::Entry entry, std::uint32_t mines) {
    return static_cast<std::uint64_t>(entry.wins) << 8 | std::uint64_t{entry.exact} << 7 | mines;
}
constexpr std::uint32_t mines_of(std::uint64_t word) {
    return word & 127;
}
constexpr StateTable::Entry entry_of(std::uint64_t word) {
    return {static_cast<std::int64_t>(word >> 8), (word >> 7 & 1) != 0};
}

}  // namespace

StateTable::StateTable(int cells, std::uint64_t memory)
    : words_(static_cast<std::size_t>(cells + 15) / 16),
      stride_(words_ + 1),
      memory_(memory),
      size_(kMinSlots),
      slots_((kMinSlots + kProbeLength) * stride_) {
    if (bytes() > memory) throw StateTableFull{};
}

std::size_t StateTable::first_slot(const StateKey& key) const {
    std::uint64_t h = key.mines;
    for (std::size_t word = 0; word < words_; ++word)
        h = scramble(h ^ key.cells[word]) + 0x9e3779b97f4a7c15;
    return (static_cast<std::size_t>(h) & (size_ - 1)) * stride_;
}

bool StateTable::same(const std::uint64_t* slot, const StateKey& key) const {
    return std::equal(slot, slot + words_, key.cells.begin()) &&
           mines_of(slot[words_]) == key.mines;
}

StateTable::Entry StateTable::find(const StateKey& key) const {
    const std::uint64_t* slot = slots_.data() + first_slot(key);
    for (std::size_t i = 0; i < kProbeLength && slot[words_] != 0; ++i, slot += stride_)
        if (same(slot, key)) return entry_of(slot[words_]);
    return {};
}

void StateTable::store(const StateKey& key, Entry entry) {
    std::uint64_t* slot = nullptr;
    for (;;) {
        slot = slots_.data() + first_slot(key);
        std::uint64_t* smallest = slot;
        std::size_t i = 0;
        for (; i < kProbeLength && slot[words_] != 0 && !same(slot, key); ++i, slot += stride_)
            if (slot[words_] >> 8 < smallest[words_] >> 8) smallest = slot;
        if (i < kProbeLength) {
            states_ += slot[words_] == 0;
            break;
        }
        if (grow()) continue;
        slot = smallest;
        ++dropped_;
        break;
    }
    std::copy_n(key.cells.begin(), words_, slot);
    slot[words_] = packed(entry, key.mines);
}

bool StateTable::grow() {
    const std::uint64_t words = (std::uint64_t{2} * size_ + kProbeLength) * stride_;
    if (words * sizeof(std::uint64_t) + bytes() > memory_) return false;
    std::vector<std::uint64_t> old(static_cast<std::size_t>(words));
    old.swap(slots_);
    const std::size_t before = size_ + kProbeLength;
    size_ *= 2;
    states_ = 0;
    for (std::size_t i = 0; i < before; ++i) {
        const std::uint64_t* slot = old.data() + i * stride_;
        if (slot[words_] == 0) continue;
        StateKey key;
        std::copy_n(slot, words_, key.cells.begin());
        key.mines = mines_of(slot[words_]);
        store(key, entry_of(slot[words_]));
    }
    return true;
}

}  // namespace sapper
