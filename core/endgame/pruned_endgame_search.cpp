#include "endgame/pruned_endgame_search.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "support/cancellation.hpp"
#include "support/random.hpp"

namespace sapper {

namespace {

int bits(std::uint64_t word) {
    return std::popcount(word);
}
int bits(DoubleWord word) {
    return std::popcount(static_cast<std::uint64_t>(word)) +
           std::popcount(static_cast<std::uint64_t>(word >> 64));
}

std::int32_t lowest(std::uint64_t word) {
    return std::countr_zero(word);
}
std::int32_t lowest(DoubleWord word) {
    const auto low = static_cast<std::uint64_t>(word);
    return low != 0 ? std::countr_zero(low)
                    : 64 + std::countr_zero(static_cast<std::uint64_t>(word >> 64));
}

std::uint64_t folded(std::uint64_t word) {
    return word;
}
std::uint64_t folded(DoubleWord word) {
    return static_cast<std::uint64_t>(word) + scramble(static_cast<std::uint64_t>(word >> 64));
}

}  // namespace

template <class Word>
void LayoutSearch<Word>::reset(std::vector<Word> neighbors) {
    neighbors_ = std::move(neighbors);
    cells_ = 0;
    clue_values_ = 0;
    for (std::size_t i = 0; i < neighbors_.size(); ++i) {
        cells_ |= Word{1} << i;
        clue_values_ = std::max(clue_values_, static_cast<std::size_t>(bits(neighbors_[i])) + 1);
    }
    layouts_.clear();
}

template <class Word>
void LayoutSearch<Word>::start() {
    table_.clear();
    sorted_.resize(layouts_.size());
    wins_ = 0;
    work_ = 0;
}

template <class Word>
std::int32_t LayoutSearch<Word>::best(std::span<const std::int32_t> cells) {
    start();
    std::int32_t found = -1;
    for (const std::int32_t cell : cells) {
        const int wins = open_all(cell, wins_);
        if (wins <= wins_) continue;
        wins_ = wins;
        found = cell;
    }
    return found;
}

template <class Word>
std::vector<int> LayoutSearch<Word>::wins_by_cell(std::span<const std::int32_t> cells) {
    start();
    std::vector<int> found;
    for (const std::int32_t cell : cells) found.push_back(open_all(cell, 0));
    return found;
}

template <class Word>
void LayoutSearch<Word>::count_work(std::ptrdiff_t layouts) {
    work_ += layouts;
    count_steps(kStepsPerLayout * static_cast<std::uint64_t>(layouts));
}

// Returns the number of layouts of a set that are won.
template <class Word>
int LayoutSearch<Word>::value(Word* begin, Word* end, Word opened) {
    if (end - begin == 1) return 1;
    Word any = 0, all = cells_;
    for (const Word* layout = begin; layout != end; ++layout) {
        any |= *layout;
        all &= *layout;
    }
    count_work(end - begin);
    for (Word safe = cells_ & ~any & ~opened; safe != 0; safe &= safe - 1) {
        const std::int32_t cell = lowest(safe);
        opened |= Word{1} << cell;
        const Word undecided = neighbors_[to_index(cell)] & any & ~all;
        const int number = bits(static_cast<Word>(*begin & undecided));
        if (std::any_of(begin + 1, end, [&](Word layout) {
                return bits(static_cast<Word>(layout & undecided)) != number;
            }))
            return open_safe(begin, end, opened, cell, 0);
    }
    if (end - begin == 2) return 1;
    const Key own = key(begin, end);
    if (const auto found = table_.find(own); found != table_.end()) return found->second;
    const int wins = guess(begin, end, opened);
    table_.emplace(own, wins);
    return wins;
}

template <class Word>
int LayoutSearch<Word>::guess(Word* begin, Word* end, Word opened) {
    std::array<int, kMaxCells> lost{};
    for (const Word* layout = begin; layout != end; ++layout)
        for (Word mines = *layout; mines != 0; mines &= mines - 1) ++lost[to_index(lowest(mines))];
    count_work(end - begin);
    const auto size = static_cast<int>(end - begin);
    std::array<Guess, kMaxCells> guesses;
    std::size_t count = 0;
    for (std::size_t i = 0; i < neighbors_.size(); ++i)
        if (lost[i] > 0 && lost[i] < size)
            guesses[count++] = {lost[i], static_cast<std::int32_t>(i)};
    const std::size_t tried =
        size <= limits_.exhaustive_layouts
            ? count
            : std::min(count, work_ > limits_.max_work ? 1 : limits_.max_guesses);
    std::partial_sort(guesses.begin(), guesses.begin() + static_cast<std::ptrdiff_t>(tried),
                      guesses.begin() + static_cast<std::ptrdiff_t>(count));
    int best = 0;
    for (std::size_t i = 0; i < tried && size - guesses[i].lost > best; ++i)
        best = std::max(best, open(begin, end, opened, guesses[i].cell, best));
    return best;
}

// Returns the layouts won by a click if they exceed `least`; otherwise some number up to `least`.
template <class Word>
int LayoutSearch<Word>::open(Word* begin, Word* end, Word opened, std::int32_t cell, int least) {
    const Word bit = Word{1} << cell;
    Word* safe = std::partition(begin, end, [&](Word layout) { return (layout & bit) != 0; });
    return end - safe > least ? open_safe(safe, end, opened | bit, cell, least) : 0;
}

// The same for a cell that is safe in all layouts of the set.
template <class Word>
int LayoutSearch<Word>::open_safe(Word* begin, Word* end, Word opened, std::int32_t cell,
                                  int least) {
    const Word around = neighbors_[to_index(cell)];
    const auto number = [&](Word layout) {
        return static_cast<std::size_t>(bits(static_cast<Word>(layout & around)));
    };
    // Counting sort by clue value: where the layouts of each value begin, and where the next one
    // goes.
    std::array<std::ptrdiff_t, kMaxCells + 2> first, next;
    std::fill_n(first.begin(), clue_values_ + 1, 0);
    for (const Word* layout = begin; layout != end; ++layout) ++first[number(*layout) + 1];
    for (std::size_t i = 1; i <= clue_values_; ++i) first[i] += first[i - 1];
    std::copy_n(first.begin(), clue_values_, next.begin());
    Word* const sorted = sorted_.data() + (begin - layouts_.data());
    for (const Word* layout = begin; layout != end; ++layout)
        sorted[next[number(*layout)]++] = *layout;
    std::copy(sorted, sorted + (end - begin), begin);
    count_work(end - begin);
    int sum = 0;
    auto left = static_cast<int>(end - begin);
    for (std::size_t i = 0; i < clue_values_; ++i) {
        if (first[i] == first[i + 1]) continue;
        left -= static_cast<int>(first[i + 1] - first[i]);
        sum += value(begin + first[i], begin + first[i + 1], opened);
        if (sum + left <= least) return sum + left;
    }
    return sum;
}

template <class Word>
typename LayoutSearch<Word>::Key LayoutSearch<Word>::key(const Word* begin, const Word* end) {
    Key sum;
    for (const Word* layout = begin; layout != end; ++layout) {
        const std::uint64_t word = folded(*layout);
        sum.first += scramble(word * kStep + 1);
        sum.second += scramble(word ^ 0x632be59bd9b4e019);
    }
    return sum;
}

bool PrunedEndgameSearch::within_limits(const Deducer& deducer) const {
    return deducer.log2_layouts() <= std::log2(limits_.max_layouts + 0.5) &&
           deducer.problem().max_per_cell == 1 && deducer.total().known();
}

std::int32_t PrunedEndgameSearch::best(const Deducer& deducer,
                                       std::span<const std::int32_t> clicks) {
    std::int32_t found = -1;
    with_search(deducer, clicks, [&](auto& search) {
        found = search.best(root_cells_);
        wins_ = search.wins();
        assert(wins_ >= 0 && wins_ <= search.layouts());
    });
    return found < 0 ? -1 : list_.cells()[to_index(found)];
}

std::vector<int> PrunedEndgameSearch::wins_by_cell(const Deducer& deducer,
                                                   std::span<const std::int32_t> clicks) {
    std::vector<int> found;
    with_search(deducer, clicks, [&](auto& search) { found = search.wins_by_cell(root_cells_); });
    return found;
}

template <class F>
void PrunedEndgameSearch::with_search(const Deducer& deducer, std::span<const std::int32_t> clicks,
                                      F f) {
    if (!within_limits(deducer)) return;
    list_.prepare(deducer);
    const Graph& graph = deducer.knowledge.graph();
    const auto run = [&](auto& search) {
        if (!list(search, graph, clicks)) return;
        layouts_ = search.layouts();
        f(search);
    };
    const std::size_t cells = list_.cells().size();
    if (cells <= narrow_.kMaxCells)
        run(narrow_);
    else if (cells <= wide_.kMaxCells)
        run(wide_);
}

template <class Word>
bool PrunedEndgameSearch::list(LayoutSearch<Word>& search, const Graph& graph,
                               std::span<const std::int32_t> clicks) {
    const std::vector<std::int32_t>& cells = list_.cells();
    std::unordered_map<std::int32_t, std::int32_t> places;
    for (std::size_t i = 0; i < cells.size(); ++i)
        places.emplace(cells[i], static_cast<std::int32_t>(i));
    std::vector<Word> around(cells.size(), 0);
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (const std::int32_t other : graph.neighbors(cells[i]))
            if (const auto place = places.find(other); place != places.end())
                around[i] |= Word{1} << place->second;
    root_cells_.clear();
    for (const std::int32_t click : clicks) root_cells_.push_back(places.at(click));
    search.reset(std::move(around));
    return list_.for_each(limits_.max_layouts, [&](std::span<const std::uint64_t> mined) {
        Word layout = mined[0];
        if constexpr (sizeof(Word) > sizeof(std::uint64_t))
            if (mined.size() > 1) layout |= static_cast<Word>(mined[1]) << 64;
        search.add(layout);
    });
}

template class LayoutSearch<std::uint64_t>;
template class LayoutSearch<DoubleWord>;

}  // namespace sapper
