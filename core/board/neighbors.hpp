// The neighbours of a cell as a random-access range over a row of steps.
//
// Cells with the same steps share one row, so the neighbour lists of a regular board take little
// memory and stay in the cache.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace sapper {

class Neighbors {
  public:
    class Iterator {
      public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = std::int32_t;
        using difference_type = std::ptrdiff_t;
        using pointer = const std::int32_t*;
        using reference = std::int32_t;

        Iterator() = default;
        Iterator(const std::int32_t* step, std::int32_t cell) : step_(step), cell_(cell) {}

        std::int32_t operator*() const { return cell_ + *step_; }
        std::int32_t operator[](difference_type n) const { return cell_ + step_[n]; }
        Iterator& operator++() {
            ++step_;
            return *this;
        }
        Iterator operator++(int) { return {step_++, cell_}; }
        Iterator& operator--() {
            --step_;
            return *this;
        }
        Iterator operator--(int) { return {step_--, cell_}; }
        Iterator& operator+=(difference_type n) {
            step_ += n;
            return *this;
        }
        Iterator& operator-=(difference_type n) {
            step_ -= n;
            return *this;
        }
        friend Iterator operator+(Iterator i, difference_type n) { return i += n; }
        friend Iterator operator+(difference_type n, Iterator i) { return i += n; }
        friend Iterator operator-(Iterator i, difference_type n) { return i -= n; }
        friend difference_type operator-(const Iterator& a, const Iterator& b) {
            return a.step_ - b.step_;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.step_ == b.step_; }
        friend auto operator<=>(const Iterator& a, const Iterator& b) {
            return a.step_ <=> b.step_;
        }

      private:
        const std::int32_t* step_ = nullptr;
        std::int32_t cell_ = 0;
    };

    Neighbors(const std::int32_t* steps, std::size_t size, std::int32_t cell)
        : steps_(steps), size_(size), cell_(cell) {}

    [[nodiscard]] Iterator begin() const { return {steps_, cell_}; }
    [[nodiscard]] Iterator end() const { return {steps_ + size_, cell_}; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::int32_t front() const { return cell_ + steps_[0]; }
    [[nodiscard]] std::int32_t back() const { return cell_ + steps_[size_ - 1]; }
    [[nodiscard]] std::int32_t operator[](std::size_t i) const { return cell_ + steps_[i]; }

  private:
    const std::int32_t* steps_;
    std::size_t size_;
    std::int32_t cell_;
};

}  // namespace sapper
