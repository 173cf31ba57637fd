#include "endgame/state_key.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "board/bit_layouts.hpp"

namespace sapper {

StateKeys::StateKeys(const std::vector<std::uint64_t>& neighbors,
                     std::vector<std::vector<std::uint8_t>> symmetries)
    : neighbors_(neighbors), symmetries_(std::move(symmetries)) {
    for (const std::vector<std::uint8_t>& symmetry : symmetries_)
        if (symmetry.size() != neighbors.size() ||
            std::any_of(symmetry.begin(), symmetry.end(),
                        [&](std::size_t cell) { return cell >= neighbors.size(); }))
            throw std::invalid_argument("a symmetry must be a permutation of the board's cells");
    std::vector<std::uint8_t> identity(neighbors.size());
    std::iota(identity.begin(), identity.end(), std::uint8_t{0});
    symmetries_.push_back(std::move(identity));
}

// The images are compared by their undetermined cells first, which is cheaper than whole keys.
StateKey StateKeys::of(std::uint64_t layout, std::uint64_t undetermined,
                       std::uint64_t opened) const {
    std::uint64_t least = ~std::uint64_t{0};
    StateKey best;
    bool found = false;
    for (const std::vector<std::uint8_t>& symmetry : symmetries_) {
        std::uint64_t moved = 0;
        for (std::uint64_t rest = undetermined; rest != 0; rest &= rest - 1)
            moved |= bit(symmetry[static_cast<std::size_t>(std::countr_zero(rest))]);
        if (found && moved > least) continue;
        const StateKey key = moved_by(symmetry, layout, undetermined, opened);
        best = found && moved == least ? std::min(best, key) : key;
        least = moved;
        found = true;
    }
    return best;
}

StateKey StateKeys::moved_by(const std::vector<std::uint8_t>& symmetry, std::uint64_t layout,
                             std::uint64_t undetermined, std::uint64_t opened) const {
    StateKey key;
    key.mines = static_cast<std::uint32_t>(std::popcount(layout & undetermined));
    const auto put = [&](std::size_t cell, std::uint64_t what) {
        const std::size_t place = symmetry[cell];
        key.cells[place / 16] |= what << (place % 16 * 4);
    };
    for (std::uint64_t rest = undetermined; rest != 0; rest &= rest - 1)
        put(static_cast<std::size_t>(std::countr_zero(rest)), StateKey::kUndetermined);
    // A need of 0 or of all undetermined neighbours would have determined them. So 0 can encode "no
    // clue", and no need reaches kUndetermined.
    for (std::uint64_t rest = opened; rest != 0; rest &= rest - 1) {
        const auto cell = static_cast<std::size_t>(std::countr_zero(rest));
        put(cell,
            static_cast<std::uint64_t>(std::popcount(layout & neighbors_[cell] & undetermined)));
    }
    return key;
}

}  // namespace sapper
