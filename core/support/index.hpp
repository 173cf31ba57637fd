// The number of a cell, a group or a clue as vectors are asked by.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sapper {

constexpr std::size_t to_index(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

}  // namespace sapper
