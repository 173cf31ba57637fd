// Limited search (Pedersen 2004): a cell is settled if only one of its values, mine or no mine, is
// consistent with the clues of its zone of interest; otherwise a random unknown cell is opened.
//
// The zone of a covered cell consists of the clues next to it, the clues that share a covered cell
// with those, and all covered cells of these clues. For each value of the cell, depth-first
// backtracking over the cells of the zone looks for a configuration that satisfies all its clues.
// The mine count is ignored. Constraint propagation over single clues comes first. The search is
// exponential in the few dozen cells of a zone at worst, but fast in practice.
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
        room_.assign(to_index(deal_.graph().size()), 0);
        in_zone_.assign(to_index(deal_.graph().size()), 0);
    }

  private:
    // Settles the first cell that its zone determines. Returns whether there was one.
    bool search() {
        Knowledge& knowledge = deducer_.knowledge;
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell) {
            if (!knowledge.unknown(cell) || !collect_zone(cell)) continue;
            const bool safe = possible(cell, 0);
            bool mined = false;
            for (std::int32_t mines = 1; mines <= max_per_cell_; ++mines)
                mined = mined || possible(cell, mines);
            clear();
            if (mined && (safe || max_per_cell_ > 1)) continue;
            knowledge.settle(cell, mined ? 1 : 0);
            knowledge.propagate();
            knowledge.changed.clear();
            return true;
        }
        knowledge.changed.clear();
        return false;
    }

    // Collects the zone of a cell. Returns false if no clue is next to it.
    bool collect_zone(std::int32_t center) {
        const Knowledge& knowledge = deducer_.knowledge;
        clues_.clear();
        cells_.clear();
        add_clues(center);
        if (clues_.empty()) return false;
        const std::size_t adjacent = clues_.size();
        for (std::size_t i = 0; i < adjacent; ++i)
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
            room_[to_index(clue)] = knowledge.room(clue);
        }
    }

    void clear() {
        for (const std::int32_t clue : clues_) in_zone_[to_index(clue)] = 0;
        for (const std::int32_t cell : cells_) in_zone_[to_index(cell)] = 0;
    }

    // Whether the zone has a configuration with this number of mines in the cell.
    bool possible(std::int32_t cell, std::int32_t mines) {
        const bool fits = assign(cell, mines) && fill(0, cell);
        unassign(cell, mines);
        return fits;
    }

    bool fill(std::size_t i, std::int32_t center) {
        while (i < cells_.size() && cells_[i] == center) ++i;
        if (i == cells_.size()) return true;
        bool fits = false;
        for (std::int32_t mines = 0; mines <= max_per_cell_ && !fits; ++mines) {
            fits = assign(cells_[i], mines) && fill(i + 1, center);
            unassign(cells_[i], mines);
        }
        return fits;
    }

    // Assigns mines to a cell; returns whether the clues of the zone can still be satisfied.
    bool assign(std::int32_t cell, std::int32_t mines) {
        bool fits = true;
        for (const std::int32_t clue : deal_.graph().neighbors(cell)) {
            if (!in_zone_[to_index(clue)] || covered(clue)) continue;
            need_[to_index(clue)] -= mines;
            room_[to_index(clue)] -= max_per_cell_;
            fits = fits && need_[to_index(clue)] >= 0 &&
                   need_[to_index(clue)] <= room_[to_index(clue)];
        }
        return fits;
    }

    void unassign(std::int32_t cell, std::int32_t mines) {
        for (const std::int32_t clue : deal_.graph().neighbors(cell)) {
            if (!in_zone_[to_index(clue)] || covered(clue)) continue;
            need_[to_index(clue)] += mines;
            room_[to_index(clue)] += max_per_cell_;
        }
    }

    const std::int32_t max_per_cell_ = deal_.max_per_cell();
    std::vector<std::int32_t> clues_, cells_;  // of the zone
    std::vector<std::int32_t> need_, room_;    // by clue of the zone
    std::vector<char> in_zone_;
};

}  // namespace

Descriptor limited_search() {
    return describe<LimitedSearch>({
        .name = "limited-search",
        .description = "searches the clues around each cell for a proof, then opens a random cell",
        .source = "Pedersen 2004",
        .grounds = "no zone of interest settles a cell, so a random unknown cell",
        .needs_analysis = false,
    });
}

}  // namespace sapper
