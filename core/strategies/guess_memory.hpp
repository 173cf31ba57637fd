// A direct-mapped cache of the guesses in early positions.
//
// Most games of one kind start alike, so their first guesses repeat. A position is identified by
// two independent 64-bit Zobrist sums over its opened cells with their clues and over the cells
// known to be mines. Only positions with few opened cells are cached.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "board/cell_set.hpp"
#include "counting/knowledge.hpp"
#include "support/index.hpp"
#include "support/random.hpp"

namespace sapper {

class GuessMemory {
  public:
    // The cached part of a guess: nothing, the guessed cell, or the cells among which ties are
    // broken at random (on boards of at most CellSet::kMost cells).
    enum class Keeps { kNothing, kCell, kTiedCells };

    explicit GuessMemory(Keeps keeps) : keeps_(keeps) {}

    // Forgets the position, not the guesses: a new game starts.
    void start() {
        position_ = {};
        opened_ = 0;
    }

    void opened(std::span<const std::int32_t> cells, std::span<const std::int16_t> states) {
        opened_ += cells.size();
        if (!active()) return;
        for (const std::int32_t cell : cells) {
            const auto key = static_cast<std::uint64_t>(cell) * 40'009 +
                             static_cast<std::uint64_t>(states[to_index(cell)]) + 1;
            position_.first += scramble(key * 0x9e3779b97f4a7c15);
            position_.second += scramble(key * 0xd1342543de82ef95 + 0x632be59bd9b4e019);
        }
    }

    // Whether the guess of the present position is known. It is read by cell() or tied_cells().
    bool find(const Knowledge& knowledge) {
        if (!active()) return false;
        const Identity identity = identify(knowledge);
        slot_ = slot_of(identity);
        return slots_[slot_].position == identity && slots_[slot_].cell >= 0;
    }

    [[nodiscard]] std::int32_t cell() const { return slots_[slot_].cell; }
    void tied_cells(std::vector<std::int32_t>& cells) const {
        cells.clear();
        tied_[slot_].for_each([&](std::int32_t cell) { cells.push_back(cell); });
    }

    // Keeps a guess of the present position and the cells that were tied with it.
    void store(const Knowledge& knowledge, std::int32_t cell, std::span<const std::int32_t> tied) {
        if (!active()) return;
        const Identity identity = identify(knowledge);
        slot_ = slot_of(identity);
        slots_[slot_] = {identity, cell};
        if (keeps_ != Keeps::kTiedCells) return;
        if (tied_.empty()) tied_.resize(kSlots);
        tied_[slot_] = {};
        for (const std::int32_t other : tied) tied_[slot_].insert(other);
    }

    [[nodiscard]] Keeps keeps() const { return keeps_; }

  private:
    static constexpr std::size_t kSlots = 1u << 16;
    static constexpr std::size_t kMostOpened = 40;  // opened cells of a cached position, at most

    struct Identity {
        std::uint64_t first = 0, second = 0;
        friend bool operator==(const Identity&, const Identity&) = default;
    };
    struct Slot {
        Identity position;
        std::int32_t cell = -1;
    };

    [[nodiscard]] bool active() const {
        return keeps_ != Keeps::kNothing && opened_ <= kMostOpened;
    }
    [[nodiscard]] Identity identify(const Knowledge& knowledge) const {
        const std::uint64_t mines = knowledge.fingerprint();
        return {position_.first + mines, position_.second ^ mines};
    }
    std::size_t slot_of(const Identity& identity) {
        if (slots_.empty()) slots_.resize(kSlots);
        return identity.first % kSlots;
    }

    const Keeps keeps_;
    std::size_t opened_ = 0;  // cells of the present game
    Identity position_;       // of the opened cells alone
    std::size_t slot_ = 0;    // of the last position that was found or stored
    std::vector<Slot> slots_;
    std::vector<CellSet> tied_;  // by slot
};

}  // namespace sapper
