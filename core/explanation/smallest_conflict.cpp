#include "explanation/smallest_conflict.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <utility>

#include "explanation/hitting_set.hpp"

namespace sapper {

namespace {

using Clues = std::vector<std::size_t>;

// The most clues of which all pairs are tried together with the number of mines.
constexpr std::size_t kMostPaired = 400;
// The largest irreducible set for which a smaller set is searched.
constexpr std::size_t kMostProven = 12;
// Limits of that search: sets tested for consistency, and nodes of all hitting set searches.
constexpr std::int64_t kMostTests = 2'500, kMostNodes = 50'000;

class Search {
  public:
    Search(ClueSystem& system, const Expired& expired) : system_(system), expired_(expired) {}

    Conflict run() {
        if (system_.counts_mines() && system_.contradictory(Clues{})) return {{}, true};
        if (std::optional<Clues> found = one_or_two()) return {*std::move(found), true};
        Clues found = irreducible([this](auto chosen) { return system_.contradictory(chosen); },
                                  from_the_weakest());
        if (found.size() <= std::max<std::size_t>(1, fewest())) return {std::move(found), true};
        if (found.size() > kMostProven || out_of_time()) return {std::move(found), false};
        if (found.size() == 2 || (found.size() == 3 && all_pairs()))
            return {std::move(found), true};
        return by_hitting_sets(std::move(found));
    }

  private:
    [[nodiscard]] bool out_of_time() const { return expired_ && expired_(); }

    [[nodiscard]] bool all_pairs() const {
        return !system_.counts_mines() || system_.size() <= kMostPaired;
    }

    std::optional<Clues> one_or_two() {
        for (std::size_t i = 0; i < system_.size(); ++i) {
            if (out_of_time()) return std::nullopt;
            if (system_.two_contradict(i, i)) return Clues{i};
        }
        if (!all_pairs()) return std::nullopt;
        return system_.counts_mines() ? pair_of_all() : pair_with_shared_cells();
    }

    std::optional<Clues> pair_of_all() {
        for (std::size_t i = 0; i < system_.size(); ++i)
            for (std::size_t j = i + 1; j < system_.size(); ++j) {
                if (out_of_time()) return std::nullopt;
                if (system_.two_contradict(i, j)) return Clues{i, j};
            }
        return std::nullopt;
    }

    // Clues without a shared cell cannot contradict each other.
    std::optional<Clues> pair_with_shared_cells() {
        std::vector<Clues> clues_of(system_.group_count());
        std::vector<std::size_t> last(system_.size(), system_.size());  // tried with this clue
        for (std::size_t i = 0; i < system_.size(); ++i)
            for (const std::size_t group : system_.groups(i)) {
                for (const std::size_t other : clues_of[group]) {
                    if (std::exchange(last[other], i) == i) continue;
                    if (out_of_time()) return std::nullopt;
                    if (system_.two_contradict(other, i)) return Clues{other, i};
                }
                clues_of[group].push_back(i);
            }
        return std::nullopt;
    }

    // By how much each clue raises the least number of mines, and lowers the most.
    [[nodiscard]] std::vector<std::int64_t> added() const {
        std::vector<std::int64_t> forces;
        for (std::size_t i = 0; i < system_.size(); ++i)
            forces.push_back(system_.number(i) - system_.range(i).least);
        return forces;
    }
    [[nodiscard]] std::vector<std::int64_t> taken() const {
        std::vector<std::int64_t> forces;
        for (std::size_t i = 0; i < system_.size(); ++i)
            forces.push_back(system_.range(i).most - system_.number(i));
        return forces;
    }

    // The clues in the order in which their omission is tried.
    [[nodiscard]] Clues from_the_weakest() const {
        Clues order(system_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (!system_.counts_mines()) return order;
        const auto [least, most] = system_.whole();
        const bool too_few = system_.totals().back() - least < most - system_.totals().front();
        const std::vector<std::int64_t> force = too_few ? added() : taken();
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return force[a] < force[b]; });
        return order;
    }

    // A lower bound on the size of a set of clues that contradicts the number of mines. Several
    // clues raise the least number of mines by at most the sum of their single effects.
    [[nodiscard]] std::size_t fewest() const {
        if (!system_.counts_mines()) return 0;
        const std::int64_t least = system_.totals().front(), most = system_.totals().back();
        // A contradiction may also lie in a gap between the possible numbers.
        if (most - least >= static_cast<std::int64_t>(system_.totals().size())) return 0;
        return std::min(count_to_exceed(added(), most - system_.whole().least),
                        count_to_exceed(taken(), system_.whole().most - least));
    }

    // How many of the largest numbers exceed the slack together.
    static std::size_t count_to_exceed(std::vector<std::int64_t> numbers, std::int64_t slack) {
        std::sort(numbers.begin(), numbers.end(), std::greater<>());
        std::size_t count = 0;
        for (std::int64_t sum = 0; count < numbers.size(); ++count)
            if ((sum += numbers[count]) > slack) break;
        return count + 1;
    }

    Conflict by_hitting_sets(Clues known) {
        HittingSets to_hit(system_.size());
        std::int64_t nodes = kMostNodes;
        const std::int64_t tests = system_.tests() + kMostTests;
        while (system_.tests() < tests && !out_of_time()) {
            std::optional<Clues> chosen = to_hit.minimum(nodes);
            if (!chosen) break;
            if (chosen->size() == known.size()) return {std::move(known), true};
            if (system_.contradictory(*chosen)) return {*std::move(chosen), true};
            to_hit.add(correction_set(*std::move(chosen)));
        }
        return {std::move(known), false};
    }

    // The clues that are left out of a maximal consistent set that extends a consistent one.
    Clues correction_set(Clues consistent) {
        std::vector<char> in(system_.size(), 0);
        for (const std::size_t clue : consistent) in[clue] = 1;
        Clues left_out;
        for (std::size_t clue = 0; clue < system_.size(); ++clue) {
            if (in[clue] != 0) continue;
            const bool fits = system_.witness_satisfies(clue);
            consistent.push_back(clue);
            if (fits || !system_.contradictory(consistent)) continue;
            consistent.pop_back();
            left_out.push_back(clue);
        }
        return left_out;
    }

    ClueSystem& system_;
    const Expired& expired_;
};

}  // namespace

Conflict smallest_conflict(ClueSystem& system, const Expired& expired) {
    return Search(system, expired).run();
}

std::vector<std::size_t> irreducible(
    const std::function<bool(std::span<const std::size_t>)>& contradictory,
    std::vector<std::size_t> elements) {
    for (std::size_t block = std::max<std::size_t>(1, elements.size() / 2);; block /= 2) {
        for (std::size_t start = 0; start < elements.size();) {
            const auto first = elements.begin() + static_cast<std::ptrdiff_t>(start);
            const std::size_t end = std::min(start + block, elements.size());
            Clues rest(elements.begin(), first);
            rest.insert(rest.end(), elements.begin() + static_cast<std::ptrdiff_t>(end),
                        elements.end());
            if (contradictory(rest))
                elements = std::move(rest);
            else
                start += block;
        }
        if (block == 1) break;
    }
    std::sort(elements.begin(), elements.end());
    return elements;
}

}  // namespace sapper
