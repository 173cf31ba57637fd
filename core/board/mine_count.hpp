// The number of mines of a board: known, unknown with a prior, or only the odds of each cell.
//
// Given the number, all layouts are equally likely; with several mines per cell, all ways to drop
// the mines one by one as distinct objects. A prior is either a distribution over totals, or a set
// of totals of which all layouts are equally likely, whatever their total.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "support/numbers.hpp"
#include "support/random.hpp"

namespace sapper {

class MineCount {
  public:
    // A possible total. A layout counts with weight prod 1 / (mines in a cell)!, so factorials of
    // the total are part of the factors here.
    struct Total {
        std::int64_t mines;
        Wide weight;  // prior weight of a layout, relative to the other totals
        Wide ways;    // ways to drop the mines, or 1 with one mine per cell; relative to the first
    };

    // A known number of mines.
    MineCount(std::int64_t mines) : mines_(mines) {  // NOLINT: meant as a conversion
        if (mines < 0) throw std::invalid_argument("the number of mines cannot be negative");
    }

    // Independent cells, which hold i mines with weight odds^i / i!.
    static MineCount independent(double odds) {
        if (!(odds >= 0.0)) throw std::invalid_argument("the odds of a mine cannot be negative");
        MineCount count(0);
        count.odds_ = odds;
        return count;
    }

    // A prior. `totals` is ascending in mines and not empty; `expected` is the expected number of
    // mines. See counting/mine_prior.hpp.
    MineCount(std::vector<Total> totals, bool equally_likely, double log2_ways,
              std::int64_t expected)
        : prior_(std::make_shared<const Prior>(
              Prior{std::move(totals), equally_likely, log2_ways, expected})) {}

    // The number of mines if it is known.
    [[nodiscard]] std::optional<std::int64_t> known() const {
        return prior_ || odds_ >= 0.0 ? std::nullopt : std::optional(mines_);
    }
    // The odds of a mine in each cell, or -1 if cells are not independent.
    [[nodiscard]] double odds() const { return odds_; }
    // The totals of the prior; empty if there is none.
    [[nodiscard]] std::span<const Total> totals() const {
        return prior_ ? std::span<const Total>(prior_->totals) : std::span<const Total>();
    }
    // log2 of the ways of the first total of the prior.
    [[nodiscard]] double log2_ways() const { return prior_ ? prior_->log2_ways : 0.0; }
    // Whether all layouts are equally likely if cells hold at most one mine.
    [[nodiscard]] bool equally_likely() const {
        return prior_ ? prior_->equally_likely : odds_ < 0.0;
    }
    // A number of mines that stands for the unknown one in estimates. With odds it depends on the
    // number of cells.
    [[nodiscard]] std::int64_t expected(std::int64_t cells, int max_per_cell) const {
        if (prior_) return prior_->expected;
        if (odds_ < 0.0) return mines_;
        double weight = 1.0, sum = 1.0, mines = 0.0;
        for (int i = 1; i <= max_per_cell; ++i) {
            weight *= odds_ / i;
            sum += weight;
            mines += weight * i;
        }
        return static_cast<std::int64_t>(static_cast<double>(cells) * mines / sum + 0.5);
    }
    // The count of the other mines, if `mines` of them are known. Only differences between totals
    // keep their meaning. Throws std::invalid_argument if there are fewer.
    [[nodiscard]] MineCount without(std::int64_t mines) const {
        if (prior_) {
            std::vector<Total> totals;
            for (const Total& total : prior_->totals)
                if (total.mines >= mines)
                    totals.push_back({total.mines - mines, total.weight, total.ways});
            if (totals.empty()) throw std::invalid_argument("more mines are known than there are");
            return {std::move(totals), prior_->equally_likely, prior_->log2_ways,
                    std::max<std::int64_t>(0, prior_->expected - mines)};
        }
        return odds_ >= 0.0 ? *this : MineCount(mines_ - mines);
    }
    // A hash of the mine count; that of a known number is the number.
    [[nodiscard]] std::uint64_t address() const {
        if (!prior_)
            return odds_ >= 0.0 ? std::bit_cast<std::uint64_t>(odds_)
                                : static_cast<std::uint64_t>(mines_);
        std::uint64_t sum = kStep;
        for (const Total& total : prior_->totals) {
            sum = mix(sum, static_cast<std::uint64_t>(total.mines));
            sum = mix(sum, std::bit_cast<std::uint64_t>(total.weight.mantissa));
            sum = mix(sum, static_cast<std::uint64_t>(total.weight.exponent));
        }
        return sum;
    }

  private:
    struct Prior {
        std::vector<Total> totals;
        bool equally_likely;
        double log2_ways;
        std::int64_t expected;
    };

    std::int64_t mines_ = 0;
    double odds_ = -1.0;
    std::shared_ptr<const Prior> prior_;
};

}  // namespace sapper
