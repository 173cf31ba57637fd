#include "board/zini.hpp"

#include <queue>
#include <utility>
#include <vector>

#include "support/index.hpp"

namespace sapper {

namespace {

class ZiniPlay {
  public:
    ZiniPlay(const Graph& graph, const Layout& layout, const ClickUnits& units,
             std::span<const std::int32_t> order, Zini kind)
        : graph_(graph),
          layout_(layout),
          units_(units),
          order_(order),
          kind_(kind),
          ranks_(order.size()),
          premiums_(order.size()),
          open_(order.size(), 0),
          flagged_(order.size(), 0),
          left_(units.bbbv()) {
        for (std::size_t rank = 0; rank < order.size(); ++rank)
            ranks_[to_index(order[rank])] = static_cast<std::int32_t>(rank);
        count_premiums();
    }

    std::int64_t clicks() {
        if (kind_ == Zini::kGreedy) {
            while (chord_at_best()) continue;
            return clicks_ + left_;
        }
        for (std::int32_t opening = 0; opening < units_.openings(); ++opening)
            click(units_.cells(opening).front());
        for (const std::int32_t cell : order_) {
            while (chord_at_best()) continue;
            if (!mined(cell) && !open_[to_index(cell)]) click(cell);
        }
        return clicks_;
    }

  private:
    // (premium, -rank): the heap yields the highest premium first, then the earliest cell.
    using Entry = std::pair<std::int32_t, std::int32_t>;

    [[nodiscard]] bool mined(std::int32_t cell) const { return layout_.mines[to_index(cell)] != 0; }

    void count_premiums() {
        for (std::int32_t cell = 0; cell < graph_.size(); ++cell) {
            premiums_[to_index(cell)] -= layout_.numbers[to_index(cell)] + 2;
            if (!units_.single(cell)) continue;
            ++premiums_[to_index(cell)];
            for (const std::int32_t other : graph_.neighbors(cell)) ++premiums_[to_index(other)];
        }
        for (std::int32_t opening = 0; opening < units_.openings(); ++opening)
            for (const std::int32_t cell : units_.cells(opening)) ++premiums_[to_index(cell)];
        for (std::int32_t cell = 0; cell < graph_.size(); ++cell) offer(cell);
    }

    void offer(std::int32_t cell) {
        const bool allowed = kind_ == Zini::kGreedy || open_[to_index(cell)];
        if (allowed && premiums_[to_index(cell)] >= 0 && !mined(cell))
            best_.emplace(premiums_[to_index(cell)], -ranks_[to_index(cell)]);
    }

    bool chord_at_best() {
        while (!best_.empty()) {
            const auto [premium, rank] = best_.top();
            const std::int32_t cell = order_[to_index(-rank)];
            best_.pop();
            if (premium == premiums_[to_index(cell)]) {
                chord(cell);
                return true;
            }
            if (premium > premiums_[to_index(cell)]) offer(cell);
        }
        return false;
    }

    void chord(std::int32_t cell) {
        if (!open_[to_index(cell)]) click(cell);
        for (const std::int32_t other : graph_.neighbors(cell))
            if (mined(other) && !flagged_[to_index(other)]) flag(other);
        ++clicks_;
        for (const std::int32_t other : graph_.neighbors(cell))
            if (!mined(other) && !open_[to_index(other)]) open(other);
    }

    void flag(std::int32_t cell) {
        ++clicks_;
        flagged_[to_index(cell)] = 1;
        for (const std::int32_t other : graph_.neighbors(cell)) {
            ++premiums_[to_index(other)];
            offer(other);
        }
    }

    void click(std::int32_t cell) {
        ++clicks_;
        open(cell);
    }

    void open(std::int32_t cell) {
        const std::int32_t opening = units_.opening(cell);
        if (opening >= 0) {
            --left_;
            for (const std::int32_t other : units_.cells(opening)) {
                --premiums_[to_index(other)];
                uncover(other);
            }
            return;
        }
        if (units_.single(cell)) {
            --left_;
            --premiums_[to_index(cell)];
            for (const std::int32_t other : graph_.neighbors(cell)) --premiums_[to_index(other)];
        }
        uncover(cell);
    }

    void uncover(std::int32_t cell) {
        if (open_[to_index(cell)]) return;
        open_[to_index(cell)] = 1;
        ++premiums_[to_index(cell)];
        offer(cell);
    }

    const Graph& graph_;
    const Layout& layout_;
    const ClickUnits& units_;
    std::span<const std::int32_t> order_;
    Zini kind_;
    std::vector<std::int32_t> ranks_;
    std::vector<std::int32_t> premiums_;
    std::vector<char> open_;
    std::vector<char> flagged_;
    std::int64_t left_;
    std::int64_t clicks_ = 0;
    std::priority_queue<Entry> best_;
};

}  // namespace

std::int64_t zini(const Graph& graph, const Layout& layout, const ClickUnits& units,
                  std::span<const std::int32_t> order, Zini kind) {
    return ZiniPlay(graph, layout, units, order, kind).clicks();
}

}  // namespace sapper
