// Pedersen's limited search: a cell is settled where one of its two values fits no configuration of
// its zone of interest; else a cell at random.
//
// The zone of a covered cell is what single clues near it speak of: the clues next to it, those
// that share a covered cell with them, and all covered cells of these clues. The cell is taken to
// hold a mine (then, to hold none), and the cells of the zone are filled depth first until every
// clue of the zone is met, with a step back where one cannot be. The mine count plays no part. What
// single clues settle is followed first, so the search runs only when they say nothing. Exponential
// in the cells of a zone at worst, of which there are few dozen; hardly ever that in play.
#include <algorithm>

#include "strategies/deducing.hpp"
#include "strategies/families.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

class LimitedSearch : public Deducing {
  public:
    using Deducing::Deducing;

    Move next(Random& random) override {
        for (;;) {
            const std::int32_t safe = deducer_.next_safe(states_);
            if (safe >= 0) return {safe, true};
            if (!search()) return {any_unknown(random), false};
        }
    }

  protected:
    void start() override {
        Deducing::start();
        need_.assign(to_index(deal_.graph().size()), 0);
        free_.assign(to_index(deal_.graph().size()), 0);
        in_zone_.assign(to_index(deal_.graph().size()), 0);
    }

  private:
    // Looks for a cell that its zone settles. Returns whether there was one.
    bool search() {
        Knowledge& knowledge = deducer_.knowledge;
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell) {
            if (!knowledge.unknown(cell) || !lay_out(cell)) continue;
            const bool free = possible(cell, 0);
            bool mined = false;
            for (std::int32_t mines = 1; mines <= most_; ++mines)
                mined = mined || possible(cell, mines);
            clear();
            if (mined && (free || most_ > 1)) continue;
            knowledge.settle(cell, mined ? 1 : 0);
            knowledge.propagate();
            knowledge.changed.clear();
            return true;
        }
        knowledge.changed.clear();
        return false;
    }

    // Collects the zone of a cell; false where no clue is next to it.
    bool lay_out(std::int32_t center) {
        const Knowledge& knowledge = deducer_.knowledge;
        clues_.clear();
        cells_.clear();
        add_clues(center);
        if (clues_.empty()) return false;
        const std::size_t nearest = clues_.size();
        for (std::size_t i = 0; i < nearest; ++i)
            for (const std::int32_t cell : deal_.graph().neighbors(clues_[i]))
                if (knowledge.unknown(cell)) add_clues(cell);
        for (const std::int32_t clue : clues_)
            for (const std::int32_t cell : deal_.graph().neighbors(clue))
                if (knowledge.unknown(cell) && !in_zone_[to_index(cell)]) {
                    in_zone_[to_index(cell)] = 1;
                    cells_.push_back(cell);
                }
        return true;
    }

    void add_clues(std::int32_t cell) {
        const Knowledge& knowledge = deducer_.knowledge;
        for (const std::int32_t clue : deal_.graph().neighbors(cell)) {
            if (knowledge.room(clue) <= 0 || in_zone_[to_index(clue)]) continue;
            in_zone_[to_index(clue)] = 1;
            clues_.push_back(clue);
            need_[to_index(clue)] = knowledge.need(clue);
            free_[to_index(clue)] = knowledge.room(clue);
        }
    }

    void clear() {
        for (const std::int32_t clue : clues_) in_zone_[to_index(clue)] = 0;
        for (const std::int32_t cell : cells_) in_zone_[to_index(cell)] = 0;
    }

    // Whether the zone has a configuration with so many mines in the cell.
    bool possible(std::int32_t cell, std::int32_t mines) {
        const bool fits = put(cell, mines) && fill(0, cell);
        take(cell, mines);
        return fits;
    }

    bool fill(std::size_t i, std::int32_t center) {
        while (i < cells_.size() && cells_[i] == center) ++i;
        if (i == cells_.size()) return true;
        bool fits = false;
        for (std::int32_t mines = 0; mines <= most_ && !fits; ++mines) {
            fits = put(cells_[i], mines) && fill(i + 1, center);
            take(cells_[i], mines);
        }
        return fits;
    }

    // Takes a cell as known to the clues of the zone; whether they can all still be met.
    bool put(std::int32_t cell, std::int32_t mines) {
        bool fits = true;
        for (const std::int32_t clue : deal_.graph().neighbors(cell)) {
            if (!in_zone_[to_index(clue)] || covered(clue)) continue;
            need_[to_index(clue)] -= mines;
            free_[to_index(clue)] -= most_;
            fits = fits && need_[to_index(clue)] >= 0 &&
                   need_[to_index(clue)] <= free_[to_index(clue)];
        }
        return fits;
    }

    void take(std::int32_t cell, std::int32_t mines) {
        for (const std::int32_t clue : deal_.graph().neighbors(cell)) {
            if (!in_zone_[to_index(clue)] || covered(clue)) continue;
            need_[to_index(clue)] += mines;
            free_[to_index(clue)] += most_;
        }
    }

    const std::int32_t most_ = deal_.max_per_cell();  // mines in a cell
    std::vector<std::int32_t> clues_, cells_;         // of the zone
    std::vector<std::int32_t> need_, free_;           // by clue of the zone
    std::vector<char> in_zone_;
};

}  // namespace

Descriptor limited_search() {
    return describe<LimitedSearch>({
        .name = "limited-search",
        .description = "what the clues around a cell prove of it by search, then a random cell",
        .source = "Pedersen 2004, The complexity of Minesweeper, named in 003",
        .grounds = "no zone of interest proves anything, so a cell at random",
        .needs_analysis = false,
    });
}

}  // namespace sapper
