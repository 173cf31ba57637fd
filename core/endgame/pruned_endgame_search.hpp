// Nearly perfect play where some thousands of layouts remain.
//
// They are all listed, each as a word with a bit for every unknown cell. A click is worth the
// layouts that are won after it, number by number that it may show; cells safe in all layouts of a
// set are opened first. In sets of few layouts every guess is tried, in larger ones only the
// safest, so a value is that of a way to play which can be followed: never too high, and hardly too
// low. One mine a cell.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "counting/packed_clues.hpp"
#include "endgame/endgame_layouts.hpp"

namespace sapper {

// How far it goes.
struct SearchLimits {
    int most_layouts;    // that are listed
    std::size_t clicks;  // that are weighed, the first of the model's ranking; 0 for all
    int all_tried;       // layouts of a set in which every guess is tried
    std::size_t tried;   // guesses in a larger one
    long most_work;      // layouts looked at, after which it is one
};
inline constexpr SearchLimits kGameLimits{16'384, 8, 16, 2, 1'000'000};
// Where a whole game has no more layouts than that, and there is time to try all clicks.
inline constexpr SearchLimits kTinyBoardLimits{131'072, 0, 32, 6, 40'000'000};
inline constexpr std::int32_t kTinyBoard = 25;  // cells
// For one position, not for thousands of games.
inline constexpr SearchLimits kRolloutLimits{16'384, 12, 64, 3, 20'000'000};

// The search, with words of a size.
template <class Word>
class LayoutSearch {
  public:
    static constexpr std::size_t kMostCells = 8 * sizeof(Word);

    // The care must stay where it is.
    explicit LayoutSearch(const SearchLimits& care) : care_(care) {}

    // The cells around each.
    void begin(std::vector<Word> around);
    void add(Word layout) { layouts_.push_back(layout); }

    // Of some cells the one by which most layouts are won, -1 where there is none. Throws what the
    // watch throws.
    std::int32_t best(std::span<const std::int32_t> cells);
    // Layouts won by each of them. Throws what the watch throws.
    std::vector<int> weigh(std::span<const std::int32_t> cells);

    [[nodiscard]] int wins() const { return wins_; }
    [[nodiscard]] int layouts() const { return static_cast<int>(layouts_.size()); }

  private:
    // A set of layouts by what it adds up to, whatever their order.
    struct Key {
        std::uint64_t first = 0, second = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key.first); }
    };
    // A guess, and in how many layouts it is lost.
    struct Guess {
        int lost;
        std::int32_t cell;
        friend auto operator<=>(const Guess&, const Guess&) = default;
    };

    static constexpr std::uint64_t kStepsEach = 32;  // that a layout takes, once looked at

    void start();
    void look_at(std::ptrdiff_t layouts);
    int open_all(std::int32_t cell, int least) {
        return open(layouts_.data(), layouts_.data() + layouts_.size(), 0, cell, least);
    }
    int value(Word* begin, Word* end, Word opened);
    int guess(Word* begin, Word* end, Word opened);
    int open_safe(Word* begin, Word* end, Word opened, std::int32_t cell, int least);
    int open(Word* begin, Word* end, Word opened, std::int32_t cell, int least);
    [[nodiscard]] static Key key(const Word* begin, const Word* end);

    const SearchLimits& care_;
    std::vector<Word> around_;
    Word cells_ = 0;           // all of them
    std::size_t numbers_ = 0;  // that a cell may show, at most
    std::vector<Word> layouts_, sorted_;
    std::unordered_map<Key, int, Hash> known_;
    int wins_ = 0;
    long work_ = 0;  // layouts looked at
};

class PrunedEndgameSearch {
  public:
    // The care must stay where it is.
    explicit PrunedEndgameSearch(const SearchLimits& care) : care_(care), few_(care), many_(care) {}

    // Whether there are few enough layouts.
    [[nodiscard]] bool fits(const Deducer& deducer) const;
    // How many clicks are to be weighed, 0 for all.
    [[nodiscard]] std::size_t clicks() const { return care_.clicks; }

    // Of some unknown cells the one by which most layouts are won, or -1 where there are too many
    // layouts or cells. The deducer's last analysis must have settled nothing. Throws what the
    // watch throws.
    std::int32_t best(const Deducer& deducer, std::span<const std::int32_t> clicks);

    // Layouts won by that click, and of how many.
    [[nodiscard]] int wins() const { return wins_; }
    [[nodiscard]] int layouts() const { return layouts_; }

    // Layouts won by each of some cells; nothing where there are too many. Throws what the watch
    // throws.
    std::vector<int> weigh(const Deducer& deducer, std::span<const std::int32_t> clicks);

  private:
    // Calls f with the search and its layouts, unless there are too many.
    template <class F>
    void with_search(const Deducer& deducer, std::span<const std::int32_t> clicks, F f);
    template <class Word>
    bool list(LayoutSearch<Word>& search, const Graph& graph, std::span<const std::int32_t> clicks);

    const SearchLimits& care_;
    EndgameLayouts list_;
    std::vector<std::int32_t> places_;  // of the clicks
    LayoutSearch<std::uint64_t> few_;
    LayoutSearch<DoubleWord> many_;
    int wins_ = 0, layouts_ = 0;
};

}  // namespace sapper
