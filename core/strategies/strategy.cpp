#include "strategies/strategy.hpp"

#include <stdexcept>

namespace sapper {

std::int32_t Strategy::pick(Random& random) {
    if (candidates_.empty()) throw std::invalid_argument("no cell is left to open");
    tie_broken_ = true;
    return candidates_[random.below(static_cast<std::uint32_t>(candidates_.size()))];
}

}  // namespace sapper
