// A set of cells of a small board as a bit mask of two words.
#pragma once

#include <bit>
#include <cstdint>

namespace sapper {

class CellSet {
  public:
    static constexpr std::int32_t kMost = 128;  // the largest board, in cells

    void insert(std::int32_t cell) { words_[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    void erase(std::int32_t cell) { words_[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }

    [[nodiscard]] bool empty() const { return (words_[0] | words_[1]) == 0; }
    [[nodiscard]] std::int32_t size() const {
        return std::popcount(words_[0]) + std::popcount(words_[1]);
    }
    // The smallest cell; the set must not be empty.
    [[nodiscard]] std::int32_t first() const {
        return words_[0] != 0 ? std::countr_zero(words_[0]) : 64 + std::countr_zero(words_[1]);
    }

    friend bool operator==(const CellSet&, const CellSet&) = default;
    friend CellSet operator&(CellSet a, const CellSet& b) {
        a.words_[0] &= b.words_[0];
        a.words_[1] &= b.words_[1];
        return a;
    }
    friend CellSet operator-(CellSet a, const CellSet& b) {
        a.words_[0] &= ~b.words_[0];
        a.words_[1] &= ~b.words_[1];
        return a;
    }
    CellSet& operator|=(const CellSet& other) {
        words_[0] |= other.words_[0];
        words_[1] |= other.words_[1];
        return *this;
    }

    // Calls f for each cell in ascending order. f may change the set; the iteration uses a copy.
    template <class F>
    void for_each(F f) const {
        const std::uint64_t words[2] = {words_[0], words_[1]};
        for (std::int32_t i = 0; i < 2; ++i)
            for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1)
                f(i * 64 + std::countr_zero(rest));
    }

  private:
    std::uint64_t words_[2] = {};
};

}  // namespace sapper
