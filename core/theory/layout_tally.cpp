#include "theory/layout_tally.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "board/bit_layouts.hpp"
#include "support/cancellation.hpp"
#include "support/index.hpp"
#include "theory/listed_classes.hpp"

namespace sapper {

LayoutTally::LayoutTally(const Graph& graph, std::int32_t start,
                         const std::vector<std::int32_t>& kept_free, int most_moved,
                         bool second_clicks)
    : graph_(graph),
      start_(start),
      second_clicks_(second_clicks),
      most_moved_(most_moved),
      classes_(graph, kept_free, most_moved) {
    if (std::find(kept_free.begin(), kept_free.end(), start) == kept_free.end())
        throw std::invalid_argument("the first cell is kept free");
}

void LayoutTally::add(std::span<const std::uint8_t> mined) {
    const Share whole = classes_.share(mined);
    const std::vector<std::int32_t> changing = classes_.changing();
    std::int32_t number = 0;
    for (const std::int32_t cell : graph_.neighbors(start_)) number += mined[to_index(cell)];
    if (!second_clicks_) {
        ++counts_[{number, -1}][whole];
        return;
    }
    for (std::int32_t second = 0; second < graph_.size(); ++second) {
        if (second == start_ || mined[to_index(second)] != 0) continue;
        // A second cell that is safe in the whole class leaves the class as it is.
        const bool changes = std::binary_search(changing.begin(), changing.end(), second);
        ++counts_[{number, second}][changes ? classes_.share(mined, second) : whole];
    }
}

void LayoutTally::add_all(const std::vector<std::int32_t>& allowed, std::size_t mines) {
    if (mines > allowed.size()) throw std::invalid_argument("there are too many mines");
    if (ListedClasses::covers(graph_.size(), allowed.size(), mines, most_moved_)) {
        add_listed(allowed, mines);
        return;
    }
    std::vector<std::uint8_t> chosen(allowed.size(), 0), mined(to_index(graph_.size()), 0);
    std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(mines), 1);
    do {
        poll_cancellation();
        for (std::size_t i = 0; i < allowed.size(); ++i) mined.at(to_index(allowed[i])) = chosen[i];
        add(mined);
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
}

void LayoutTally::add_listed(const std::vector<std::int32_t>& allowed, std::size_t mines) {
    ListedClasses listed(graph_, allowed, mines, most_moved_);
    const std::uint64_t around = neighbor_bits(graph_)[to_index(start_)];
    for (std::int32_t second = 0; second < graph_.size(); ++second) {
        if (second == start_) continue;
        const std::int32_t known = second_clicks_ ? second : -1;
        listed.visit(known, [&](std::uint64_t layout, Share share, std::uint64_t size) {
            // The number of the first cell is the same in all layouts of a class.
            counts_[{std::popcount(layout & around), known}][share] += size;
        });
        if (!second_clicks_) break;
    }
}

std::vector<LayoutTally::Entry> LayoutTally::entries() const {
    std::vector<Entry> result;
    for (const auto& [clicks, shares] : counts_)
        for (const auto& [share, layouts] : shares)
            result.push_back({clicks.first, clicks.second, share, layouts});
    return result;
}

}  // namespace sapper
