// Conversion of signed indices of cells, groups and clues to std::size_t.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace sapper {

constexpr std::size_t to_index(std::int32_t i) {
    assert(i >= 0);
    return static_cast<std::size_t>(i);
}

}  // namespace sapper
