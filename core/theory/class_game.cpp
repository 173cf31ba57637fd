#include "theory/class_game.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

namespace sapper {

namespace {

using Subset = std::uint64_t;  // of the layouts of a table

class Search {
  public:
    Search(const LayoutTable& layouts, std::uint64_t most_states)
        : layouts_(layouts), most_states_(most_states) {}

    std::uint64_t won(Subset subset) {
        if (std::popcount(subset) <= 1) return static_cast<std::uint64_t>(std::popcount(subset));
        if (const auto known = values_.find(subset); known != values_.end()) return known->second;
        const std::uint64_t value =
            values_.size() < most_states_ ? search(subset) : cliques(subset);
        values_.emplace(subset, value);
        return value;
    }

  private:
    // The parts of a subset, by the number that a cell shows; without the layouts in which it is a
    // mine.
    [[nodiscard]] std::vector<Subset> parts(Subset subset, std::size_t cell) const {
        std::map<std::int16_t, Subset> by_number;
        for (Subset rest = subset; rest != 0; rest &= rest - 1) {
            const auto layout = static_cast<std::size_t>(std::countr_zero(rest));
            const std::int16_t number = layouts_[layout][cell];
            if (number != kMine) by_number[number] |= Subset{1} << layout;
        }
        std::vector<Subset> result;
        for (const auto& [number, part] : by_number) result.push_back(part);
        return result;
    }

    std::uint64_t search(Subset subset) {
        const std::size_t cells = layouts_.front().size();
        std::vector<std::vector<Subset>> clicks;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            std::vector<Subset> found = parts(subset, cell);
            Subset safe = 0;
            for (const Subset part : found) safe |= part;
            if (safe == subset && found.size() > 1) return sum(found);  // free information
            if (safe != subset && safe != 0) clicks.push_back(std::move(found));
        }
        std::uint64_t best = 1;
        for (const auto& click : clicks) best = std::max(best, sum(click));
        return best;
    }

    std::uint64_t sum(const std::vector<Subset>& subsets) {
        std::uint64_t total = 0;
        for (const Subset part : subsets) total += won(part);
        return total;
    }

    // Whether no cell that is safe in both layouts distinguishes them.
    [[nodiscard]] bool alike(std::size_t a, std::size_t b) const {
        for (std::size_t cell = 0; cell < layouts_[a].size(); ++cell) {
            const std::int16_t first = layouts_[a][cell], second = layouts_[b][cell];
            if (first != second && first != kMine && second != kMine) return false;
        }
        return true;
    }

    // The number of cliques of a cover: sets of layouts of which no two can be distinguished. A
    // strategy wins at most one of each.
    [[nodiscard]] std::uint64_t cliques(Subset subset) const {
        std::uint64_t count = 0;
        while (subset != 0) {
            const auto seed = static_cast<std::size_t>(std::countr_zero(subset));
            Subset clique = Subset{1} << seed;
            for (Subset rest = subset & ~clique; rest != 0; rest &= rest - 1) {
                const auto candidate = static_cast<std::size_t>(std::countr_zero(rest));
                bool fits = true;
                for (Subset members = clique; fits && members != 0; members &= members - 1)
                    fits = alike(candidate, static_cast<std::size_t>(std::countr_zero(members)));
                if (fits) clique |= Subset{1} << candidate;
            }
            subset &= ~clique;
            ++count;
        }
        return count;
    }

    const LayoutTable& layouts_;
    const std::uint64_t most_states_;
    std::unordered_map<Subset, std::uint64_t> values_;
};

constexpr std::size_t kMostLayouts = 64;

// Splits the layouts by the numbers of the cells that are safe in all of them.
std::vector<LayoutTable> split(const LayoutTable& layouts) {
    std::vector<std::size_t> always_safe;
    for (std::size_t cell = 0; cell < layouts.front().size(); ++cell)
        if (std::none_of(layouts.begin(), layouts.end(),
                         [&](const auto& row) { return row[cell] == kMine; }))
            always_safe.push_back(cell);
    std::map<std::vector<std::int16_t>, LayoutTable> groups;
    for (const auto& row : layouts) {
        std::vector<std::int16_t> seen;
        seen.reserve(always_safe.size());
        for (const std::size_t cell : always_safe) seen.push_back(row[cell]);
        groups[seen].push_back(row);
    }
    std::vector<LayoutTable> result;
    for (auto& [seen, group] : groups) result.push_back(std::move(group));
    return result;
}

}  // namespace

std::uint64_t most_won(const LayoutTable& layouts, std::uint64_t most_states) {
    if (layouts.size() <= 1) return layouts.size();
    std::vector<LayoutTable> groups = split(layouts);
    std::uint64_t total = 0;
    for (const LayoutTable& group : groups) {
        if (groups.size() > 1) {  // more cells may be safe in all layouts of a part
            total += most_won(group, most_states);
            continue;
        }
        // A larger group is cut into pieces: telling the player which one helps him.
        for (std::size_t from = 0; from < group.size(); from += kMostLayouts) {
            const auto size = std::min(kMostLayouts, group.size() - from);
            const auto begin = group.begin() + static_cast<std::ptrdiff_t>(from);
            const LayoutTable piece(begin, begin + static_cast<std::ptrdiff_t>(size));
            const Subset all = size == kMostLayouts ? ~Subset{0} : (Subset{1} << size) - 1;
            total += Search(piece, most_states).won(all);
        }
    }
    return total;
}

}  // namespace sapper
