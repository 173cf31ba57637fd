// Pruned endgame search: nearly perfect play if some thousands of layouts remain.
//
// Expectimax over information sets, as in EndgameSolver, but with forward pruning: in sets of few
// layouts every guess is tried, in larger ones only the safest few (SearchLimits). Each layout is a
// word with one bit per unknown cell; a set is a range of the list of layouts, partitioned in place
// by clue value. A value is that of a strategy that can be followed, so it is a lower bound on the
// value of perfect play, and usually close to it. The transposition table is keyed by Zobrist sums.
// One mine per cell.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "counting/packed_clues.hpp"
#include "endgame/endgame_layouts.hpp"

namespace sapper {

// Limits of the search.
struct SearchLimits {
    int max_layouts;          // positions with more layouts are not searched
    std::size_t root_clicks;  // clicks tried at the root, the best by the network; 0 for all
    int exhaustive_layouts;   // sets of up to this many layouts try every guess
    std::size_t max_guesses;  // guesses tried in larger sets, the safest first
    long max_work;            // layouts visited, beyond which larger sets try one guess only
};
inline constexpr SearchLimits kGameLimits{16'384, 8, 16, 2, 1'000'000};
// For boards of at most kTinyBoard cells, on which all clicks can be tried.
inline constexpr SearchLimits kTinyBoardLimits{131'072, 0, 32, 6, 40'000'000};
inline constexpr std::int32_t kTinyBoard = 25;  // cells
// For rollout search, which spends more time on a single position.
inline constexpr SearchLimits kRolloutLimits{16'384, 12, 64, 3, 20'000'000};

// The search for one word size.
template <class Word>
class LayoutSearch {
  public:
    static constexpr std::size_t kMaxCells = 8 * sizeof(Word);

    // `limits` must outlive this object.
    explicit LayoutSearch(const SearchLimits& limits) : limits_(limits) {}

    // Starts a new position, given the neighbours of each cell as a bit mask.
    void reset(std::vector<Word> neighbors);
    void add(Word layout) { layouts_.push_back(layout); }

    // Returns the cell whose click wins most layouts, or -1 if none wins any. Throws what the
    // cancellation token throws.
    std::int32_t best(std::span<const std::int32_t> cells);
    // Returns the layouts won by a click on each cell. Throws what the cancellation token throws.
    std::vector<int> wins_by_cell(std::span<const std::int32_t> cells);

    [[nodiscard]] int wins() const { return wins_; }
    [[nodiscard]] int layouts() const { return static_cast<int>(layouts_.size()); }

  private:
    // Key of a set of layouts: two independent sums over its words, in any order.
    struct Key {
        std::uint64_t first = 0, second = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key.first); }
    };
    // A guess and the number of layouts with a mine there.
    struct Guess {
        int lost;
        std::int32_t cell;
        friend auto operator<=>(const Guess&, const Guess&) = default;
    };

    static constexpr std::uint64_t kStepsPerLayout = 32;  // work per visited layout, for polling

    void start();
    void count_work(std::ptrdiff_t layouts);
    int open_all(std::int32_t cell, int least) {
        return open(layouts_.data(), layouts_.data() + layouts_.size(), 0, cell, least);
    }
    int value(Word* begin, Word* end, Word opened);
    int guess(Word* begin, Word* end, Word opened);
    int open_safe(Word* begin, Word* end, Word opened, std::int32_t cell, int least);
    int open(Word* begin, Word* end, Word opened, std::int32_t cell, int least);
    [[nodiscard]] static Key key(const Word* begin, const Word* end);

    const SearchLimits& limits_;
    std::vector<Word> neighbors_;
    Word cells_ = 0;               // mask of all cells
    std::size_t clue_values_ = 0;  // number of clue values that any cell can show
    std::vector<Word> layouts_, sorted_;
    std::unordered_map<Key, int, Hash> table_;
    int wins_ = 0;
    long work_ = 0;  // layouts visited
};

class PrunedEndgameSearch {
  public:
    // `limits` must outlive this object.
    explicit PrunedEndgameSearch(const SearchLimits& limits)
        : limits_(limits), narrow_(limits), wide_(limits) {}

    // Whether the position has few enough layouts.
    [[nodiscard]] bool within_limits(const Deducer& deducer) const;
    // Number of clicks to try at the root; 0 for all.
    [[nodiscard]] std::size_t root_clicks() const { return limits_.root_clicks; }

    // Returns the one of the given unknown cells whose click wins most layouts, or -1 if there are
    // too many layouts or cells. The deducer's last analysis must have settled nothing. Throws
    // Cancelled.
    std::int32_t best(const Deducer& deducer, std::span<const std::int32_t> clicks);

    // Layouts that the last best click wins, and the number of consistent layouts.
    [[nodiscard]] int wins() const { return wins_; }
    [[nodiscard]] int layouts() const { return layouts_; }

    // Returns the layouts won by a click on each of the given cells; empty if there are too many
    // layouts or cells. Throws what the cancellation token throws.
    std::vector<int> wins_by_cell(const Deducer& deducer, std::span<const std::int32_t> clicks);

  private:
    // Calls f with a search that holds all layouts, unless there are too many.
    template <class F>
    void with_search(const Deducer& deducer, std::span<const std::int32_t> clicks, F f);
    template <class Word>
    bool list(LayoutSearch<Word>& search, const Graph& graph, std::span<const std::int32_t> clicks);

    const SearchLimits& limits_;
    EndgameLayouts list_;
    std::vector<std::int32_t> root_cells_;  // indices of the clicks
    LayoutSearch<std::uint64_t> narrow_;
    LayoutSearch<DoubleWord> wide_;
    int wins_ = 0, layouts_ = 0;
};

}  // namespace sapper
