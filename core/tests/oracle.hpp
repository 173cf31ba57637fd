// The test oracle of the fuzz tests: brute-force enumeration of the mines per class of cells with
// the same clues, without memoization, in long doubles and in residues modulo a prime. It shares no
// code with the engine except the graph. Cost: exponential in the number of classes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "board/graph.hpp"
#include "counting/knowledge.hpp"

namespace sapper::fuzz {

using Real = long double;
using Wide128 = unsigned __int128;

struct Modular {
    std::uint64_t prime;

    [[nodiscard]] std::uint64_t add(std::uint64_t a, std::uint64_t b) const {
        return static_cast<std::uint64_t>((static_cast<Wide128>(a) + b) % prime);
    }
    [[nodiscard]] std::uint64_t times(std::uint64_t a, std::uint64_t b) const {
        return static_cast<std::uint64_t>(static_cast<Wide128>(a) * b % prime);
    }
    [[nodiscard]] std::uint64_t inverse(std::uint64_t a) const {
        std::uint64_t result = 1;
        for (std::uint64_t e = prime - 2; e != 0; e >>= 1, a = times(a, a))
            if (e & 1) result = times(result, a);
        return result;
    }
};

// A weight both as a real number and modulo a prime.
struct Weight {
    Real real;
    std::uint64_t residue;
};

// Covered cells with the same clues and the same flag.
struct Class {
    std::vector<std::int32_t> cells;
    std::vector<std::int32_t> clues;  // cells with clues next to them, including the probe
    bool flagged = false;
    std::vector<Weight> weights;       // indexed by the mines in the class
    std::vector<Weight> fewer;         // the same with one cell less
    std::vector<std::int32_t> closes;  // clues for which this is the last class
};

struct Answer {
    Real total = 0.0L;
    std::uint64_t residue = 0;
    bool possible = false;
    std::vector<Real> mined;                 // per cell: total * P(it holds a mine)
    std::vector<char> can_mined, can_empty;  // per cell: some layout has a mine, has none
    std::map<int, Real> shown, frontier;
    std::map<int, std::uint64_t> shown_residue;
    std::vector<std::map<int, Real>> classes;  // per class: weight by mines
};

class Oracle {
  public:
    Oracle(const Position& position, std::int32_t probe, std::uint64_t prime)
        : position_(position), probe_(probe), field_{prime} {
        std::map<std::pair<std::vector<std::int32_t>, bool>, std::vector<std::int32_t>> classes;
        for (std::int32_t cell = 0; cell < position.graph.size(); ++cell) {
            if (!covered(cell) || cell == probe) continue;
            std::vector<std::int32_t> clues;
            for (const std::int32_t other : position.graph.neighbors(cell))
                if (state(other) >= 0 || other == probe) clues.push_back(other);
            classes[{clues, state(cell) == kFlagged}].push_back(cell);
        }
        // The floating cells come last, so their mines are determined by the total.
        for (const bool floating : {false, true})
            for (const auto& [key, cells] : classes)
                if (key.first.empty() == floating) add_class(key.first, key.second, cells);
        std::map<std::int32_t, std::size_t> last;
        for (std::size_t k = 0; k < classes_.size(); ++k)
            for (const std::int32_t clue : classes_[k].clues) last[clue] = k;
        for (const auto& [clue, k] : last)
            if (clue != probe) classes_[k].closes.push_back(clue);
    }

    // The answer for a number of mines, or for independent cells if odds > 0. Returns nullopt if
    // the enumeration takes more than `most_steps`.
    std::optional<Answer> answer(std::int64_t mines, double odds, std::int64_t most_steps) {
        const auto cells = static_cast<std::size_t>(position_.graph.size());
        answer_ = {};
        answer_.mined.assign(cells, 0.0L);
        answer_.can_mined.assign(cells, 0);
        answer_.can_empty.assign(cells, 0);
        answer_.classes.resize(classes_.size());
        mines_ = mines;
        odds_ = odds;
        steps_left_ = most_steps;
        need_.clear();
        counts_.assign(classes_.size(), 0);
        for (std::int32_t cell = 0; cell < position_.graph.size(); ++cell) {
            if (state(cell) < 0) continue;
            need_[cell] = state(cell);
            const auto around = position_.graph.neighbors(cell);
            const bool alone = std::none_of(around.begin(), around.end(),
                                            [&](auto c) { return covered(c) && c != probe_; });
            if (alone && state(cell) != 0) return answer_;
        }
        extend(0, {1.0L, 1}, 0);
        if (steps_left_ < 0) return std::nullopt;
        return answer_;
    }

    [[nodiscard]] const std::vector<Class>& classes() const { return classes_; }

  private:
    [[nodiscard]] std::int16_t state(std::int32_t cell) const {
        return position_.states[static_cast<std::size_t>(cell)];
    }
    [[nodiscard]] bool covered(std::int32_t cell) const {
        return state(cell) == kCovered || state(cell) == kFlagged || state(cell) == kOutside;
    }

    void add_class(const std::vector<std::int32_t>& clues, bool flagged,
                   const std::vector<std::int32_t>& cells) {
        const std::vector<Weight> most = power(cells.size(), flagged);
        const std::vector<Weight> fewer = power(cells.size() - 1, flagged);
        classes_.push_back({cells, clues, flagged, most, fewer, {}});
    }

    // The generating function of `cells` cells: the sum over layouts of 1 / prod (mines in a
    // cell)!.
    [[nodiscard]] std::vector<Weight> power(std::size_t cells, bool flagged) const {
        if (cells > 64 && !flagged && position_.max_per_cell == 1) return binomials(cells);
        std::vector<Weight> factor{{flagged ? 0.0L : 1.0L, flagged ? 0u : 1u}};
        Real real = 1.0L;
        std::uint64_t residue = 1;
        for (int i = 1; i <= position_.max_per_cell; ++i) {
            real /= static_cast<Real>(i);
            residue = field_.times(residue, field_.inverse(static_cast<std::uint64_t>(i)));
            factor.push_back({real, residue});
        }
        std::vector<Weight> row{{1.0L, 1}};
        for (std::size_t cell = 0; cell < cells; ++cell) {
            std::vector<Weight> next(row.size() + factor.size() - 1, {0.0L, 0});
            for (std::size_t i = 0; i < row.size(); ++i)
                for (std::size_t j = 0; j < factor.size(); ++j) {
                    next[i + j].real += row[i].real * factor[j].real;
                    next[i + j].residue = field_.add(
                        next[i + j].residue, field_.times(row[i].residue, factor[j].residue));
                }
            row.swap(next);
        }
        return row;
    }

    [[nodiscard]] std::vector<Weight> binomials(std::size_t cells) const {
        std::vector<Weight> row{{1.0L, 1}};
        for (std::size_t m = 1; m <= cells; ++m)
            row.push_back(
                {row.back().real * static_cast<Real>(cells - m + 1) / static_cast<Real>(m),
                 field_.times(field_.times(row.back().residue, cells - m + 1), field_.inverse(m))});
        return row;
    }

    void extend(std::size_t k, Weight weight, std::int64_t used) {
        if (--steps_left_ < 0) return;
        if (odds_ <= 0.0 && used > mines_) return;
        if (k == classes_.size()) {
            if (odds_ > 0.0 || used == mines_) record(weight, used);
            return;
        }
        const Class& c = classes_[k];
        std::int64_t low = c.flagged ? static_cast<std::int64_t>(c.cells.size()) : 0;
        auto high = static_cast<std::int64_t>(c.weights.size()) - 1;
        for (const std::int32_t clue : c.clues)
            if (clue != probe_) high = std::min<std::int64_t>(high, need_[clue]);
        for (const std::int32_t clue : c.closes) low = std::max<std::int64_t>(low, need_[clue]);
        if (k + 1 == classes_.size() && odds_ <= 0.0) low = std::max(low, mines_ - used);
        for (std::int64_t m = low; m <= high; ++m) {
            for (const std::int32_t clue : c.clues)
                if (clue != probe_) need_[clue] -= static_cast<int>(m);
            counts_[k] = static_cast<int>(m);
            const Weight& w = c.weights[static_cast<std::size_t>(m)];
            extend(k + 1, {weight.real * w.real, field_.times(weight.residue, w.residue)},
                   used + m);
            for (const std::int32_t clue : c.clues)
                if (clue != probe_) need_[clue] += static_cast<int>(m);
        }
    }

    void record(Weight weight, std::int64_t used) {
        if (odds_ > 0.0) weight.real *= std::pow(static_cast<Real>(odds_), static_cast<Real>(used));
        answer_.possible = true;
        answer_.total += weight.real;
        answer_.residue = field_.add(answer_.residue, weight.residue);
        int shown = 0, frontier = 0;
        for (std::size_t k = 0; k < classes_.size(); ++k) {
            const Class& c = classes_[k];
            const int m = counts_[k];
            answer_.classes[k][m] += weight.real;
            if (std::find(c.clues.begin(), c.clues.end(), probe_) != c.clues.end()) shown += m;
            if (!c.clues.empty()) frontier += m;
            // The weight of the layouts that leave one given cell of the class empty.
            const Real all = c.weights[static_cast<std::size_t>(m)].real;
            const Real without = c.flagged || static_cast<std::size_t>(m) >= c.fewer.size()
                                     ? 0.0L
                                     : c.fewer[static_cast<std::size_t>(m)].real;
            for (const std::int32_t cell : c.cells) {
                const auto i = static_cast<std::size_t>(cell);
                answer_.mined[i] += weight.real * (m == 0 ? 0.0L : 1.0L - without / all);
                if (m > 0) answer_.can_mined[i] = 1;
                if (without > 0.0L) answer_.can_empty[i] = 1;
            }
        }
        answer_.frontier[frontier] += weight.real;
        answer_.shown[shown] += weight.real;
        std::uint64_t& residue = answer_.shown_residue[shown];
        residue = field_.add(residue, weight.residue);
    }

    const Position& position_;
    std::int32_t probe_;
    Modular field_;
    std::vector<Class> classes_;
    std::map<std::int32_t, int> need_;
    std::vector<int> counts_;
    std::int64_t mines_ = 0, steps_left_ = 0;
    double odds_ = -1.0;
    Answer answer_;
};

}  // namespace sapper::fuzz
