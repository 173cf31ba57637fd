#include "theory/layout_tally.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/cancellation.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

constexpr std::int32_t kMostRemembered = 64;  // cells of a board whose layouts are bits of a word

std::uint64_t bits_of(std::span<const std::uint8_t> mined) {
    std::uint64_t bits = 0;
    for (std::size_t cell = 0; cell < mined.size(); ++cell)
        if (mined[cell] != 0) bits |= std::uint64_t{1} << cell;
    return bits;
}

}  // namespace

LayoutTally::LayoutTally(const Graph& graph, std::int32_t start,
                         const std::vector<std::int32_t>& kept_free, int most_moved,
                         bool second_clicks)
    : graph_(graph),
      start_(start),
      second_clicks_(second_clicks),
      classes_(graph, kept_free, most_moved) {
    if (std::find(kept_free.begin(), kept_free.end(), start) == kept_free.end())
        throw std::invalid_argument("the first cell is kept free");
}

// The class of a layout in which a second cell is known to be safe; -1 if there is none.
LayoutTally::Class LayoutTally::class_of(std::span<const std::uint8_t> mined, std::int32_t second) {
    const std::uint64_t bits = remembers_ ? bits_of(mined) : 0;
    if (remembers_) {
        auto& known = known_[second];
        if (const auto found = known.find(bits); found != known.end()) return found->second;
    }
    Class result{classes_.share(mined, second), nullptr};
    result.changing = std::make_shared<const std::vector<std::int32_t>>(classes_.changing());
    if (remembers_)
        for (const std::uint64_t member : classes_.members()) known_[second][member] = result;
    return result;
}

void LayoutTally::add(std::span<const std::uint8_t> mined) {
    const Class whole = class_of(mined, -1);
    std::int32_t number = 0;
    for (const std::int32_t cell : graph_.neighbors(start_)) number += mined[to_index(cell)];
    if (!second_clicks_) {
        ++counts_[{number, -1}][whole.share];
        return;
    }
    for (std::int32_t second = 0; second < graph_.size(); ++second) {
        if (second == start_ || mined[to_index(second)] != 0) continue;
        // A second cell that is safe in the whole class leaves the class as it is.
        const bool changes =
            std::binary_search(whole.changing->begin(), whole.changing->end(), second);
        const Share share = changes ? class_of(mined, second).share : whole.share;
        ++counts_[{number, second}][share];
    }
}

void LayoutTally::add_all(const std::vector<std::int32_t>& allowed, std::size_t mines) {
    if (mines > allowed.size()) throw std::invalid_argument("there are too many mines");
    remembers_ = graph_.size() <= kMostRemembered;
    std::vector<std::uint8_t> chosen(allowed.size(), 0), mined(to_index(graph_.size()), 0);
    std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(mines), 1);
    do {
        poll_cancellation();
        for (std::size_t i = 0; i < allowed.size(); ++i) mined.at(to_index(allowed[i])) = chosen[i];
        add(mined);
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
    remembers_ = false;
    known_.clear();
}

std::vector<LayoutTally::Entry> LayoutTally::entries() const {
    std::vector<Entry> result;
    for (const auto& [clicks, shares] : counts_)
        for (const auto& [share, layouts] : shares)
            result.push_back({clicks.first, clicks.second, share, layouts});
    return result;
}

}  // namespace sapper
