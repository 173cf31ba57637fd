// The cells of a board except a few, in ascending order, without storing a list of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sapper {

class AllowedCells {
  public:
    AllowedCells() = default;
    // `banned` must be sorted.
    AllowedCells(std::int32_t cells, std::vector<std::int32_t> banned)
        : cells_(cells), banned_(std::move(banned)) {}

    [[nodiscard]] std::size_t size() const {
        return static_cast<std::size_t>(cells_) - banned_.size();
    }
    [[nodiscard]] std::int32_t operator[](std::size_t i) const {
        auto cell = static_cast<std::int32_t>(i);
        for (const std::int32_t banned : banned_) {
            if (banned > cell) break;
            ++cell;
        }
        return cell;
    }
    [[nodiscard]] std::vector<std::int32_t> list() const {
        std::vector<std::int32_t> found;
        found.reserve(size());
        for (std::size_t i = 0; i < size(); ++i) found.push_back((*this)[i]);
        return found;
    }

  private:
    std::int32_t cells_ = 0;
    std::vector<std::int32_t> banned_;
};

}  // namespace sapper
