// Certain cells first, then a guess by exact probabilities: the criteria in their order, each
// deciding among what those before leave equal, and a rule for what is left (see criteria.hpp).
//
// What is certain costs little, being followed as cells open (see deducer.hpp); a guess costs an
// analysis of the whole position and, where criteria beyond P are asked for, a probe of each
// candidate. Most games begin alike, so the guesses of the first clicks are remembered by position.
#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "endgame/endgame_solver.hpp"
#include "endgame/pruned_endgame_search.hpp"
#include "search/lookahead.hpp"
#include "search/valuation.hpp"
#include "strategies/criteria.hpp"
#include "strategies/deducing.hpp"
#include "strategies/families.hpp"
#include "support/index.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMemory = 1u << 16;  // remembered decisions
constexpr std::size_t kEarly = 40;         // opened cells up to which decisions are remembered

enum class Tie {
    kRandom,
    kFirst,    // the first cell
    kNearest,  // next to the opened region, then at random
    kEdge,     // next to the edge of the board, then at random
    kCorner    // fewest neighbours, then most opened ones, then the first
};

struct Choice {
    std::string order;      // of the criteria
    Tie tie = Tie::kFirst;  // among what they leave equal
    int perfect_below = 0;  // play perfectly where at most so many layouts remain
    // By the value of what comes after, where the board allows that; perfectly for longer on small
    // boards, and in parts that stand by themselves.
    bool valued = false;
};

class Exact : public Deducing {
  public:
    Exact(const Deal& deal, Choice choice)
        : Deducing(deal),
          choice_(std::move(choice)),
          remembers_(choice_.tie == Tie::kFirst || choice_.tie == Tie::kCorner ||
                     (choice_.tie == Tie::kRandom && deal.graph().around() != nullptr)),
          criteria_(deducer_, choice_.order),
          pruned_search_(deal.graph().size() <= kTinyBoard ? kTinyBoardLimits : kGameLimits) {
        if (!choice_.valued || deal.max_per_cell() != 1) return;
        if (deal.graph().size() <= kSmallBoard) large_endgame_.emplace();
        if (deal.graph().size() <= kMostValued) {
            valuation_.emplace(deal, deducer_, ValueModel::shipped());
            // Its endings are shorter than those of small boards, where it would lose by them.
            if (!large_endgame_) lookahead_.emplace(deal, ValueModel::shipped());
        }
    }

    void learn(std::span<const std::int32_t> opened) override {
        opened_cells_ += opened.size();
        if (remembers_ && opened_cells_ <= kEarly)
            for (const std::int32_t cell : opened) {
                const auto key = static_cast<std::uint64_t>(cell) * 40'009 +
                                 static_cast<std::uint64_t>(states_[to_index(cell)]) + 1;
                position_.first += scramble(key * 0x9e3779b97f4a7c15);
                position_.second += scramble(key * 0xd1342543de82ef95 + 0x632be59bd9b4e019);
            }
        Deducing::learn(opened);
    }

    Move next(Random& random) override {
        for (;;) {
            const std::int32_t safe = deducer_.next_safe(states_);
            if (safe >= 0) return {safe, true};
            // A decision is remembered only where nothing could be deduced.
            if (const Remembered* known = remembered(); known != nullptr && known->cell >= 0) {
                deducer_.skip_deduction();
                return {choose(*known, random), false};
            }
            if (deducer_.deduce()) continue;
            const std::int32_t cell = choose(random);
            if (cell >= 0) return {cell, false};
        }
    }

  protected:
    void start() override {
        Deducing::start();
        position_ = {};
        opened_cells_ = 0;
    }

  private:
    struct Fingerprint {
        std::uint64_t first = 0, second = 0;
        friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
    };
    struct Remembered {
        Fingerprint position;
        std::int32_t cell = -1;
    };

    std::int32_t choose(const Remembered& known, Random& random) {
        if (choice_.tie != Tie::kRandom) return known.cell;
        candidates_.clear();
        lots_of(known).for_each([&](std::int32_t cell) { candidates_.push_back(cell); });
        return pick(random);
    }

    // The cells of a remembered lot.
    CellSet& lots_of(const Remembered& known) {
        if (lots_.empty()) lots_.resize(kMemory);
        return lots_[static_cast<std::size_t>(&known - memory_.data())];
    }

    void remember(std::int32_t cell) {
        Remembered* place = memory_place();
        if (place == nullptr) return;
        *place = {fingerprint(), cell};
        if (choice_.tie != Tie::kRandom) return;
        lots_of(*place) = {};
        for (const std::int32_t lot : candidates_) lots_of(*place).insert(lot);
    }

    // The click when nothing is certain; -1 where a look at the whole board has settled something
    // after all.
    std::int32_t choose(Random& random) {
        try {
            if (deducer_.analyze()) return -1;
        } catch (const BudgetExceeded&) {
            return uncounted(random);
        }
        std::int32_t cell = -1;
        if (choice_.perfect_below > 0) cell = endgame_.best(deducer_, choice_.perfect_below);
        if (cell < 0 && large_endgame_)
            cell = large_endgame_->best(deducer_, LargeEndgameSolver::kMostLayouts);
        if (cell < 0 && choice_.valued && deducer_.in_doubles())
            cell = endgame_.best_apart(deducer_, EndgameSolver::kMostLayouts);
        if (cell < 0) cell = by_value();
        if (cell < 0) cell = by_criteria(random);
        remember(cell);
        return cell;
    }

    // -1 where it cannot be told.
    std::int32_t by_value() {
        if (!valuation_ || !deducer_.in_doubles()) return -1;
        try {
            const std::int32_t cell = nearly_perfect();
            if (cell >= 0) return cell;
            return lookahead_ ? lookahead_->choose(deducer_, *valuation_, states_)
                              : valuation_->rank().front().cell;
        } catch (const BudgetExceeded&) {
            return -1;
        }
    }

    // -1 where too many layouts are left.
    std::int32_t nearly_perfect() {
        if (!pruned_search_.fits(deducer_)) return -1;
        candidates_.clear();
        if (pruned_search_.clicks() > 0) {
            for (const Candidate& candidate : valuation_->rank())
                if (candidates_.size() < pruned_search_.clicks())
                    candidates_.push_back(candidate.cell);
        } else {
            valuation_->look_at_position();
            for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
                if (deducer_.knowledge.unknown(cell)) candidates_.push_back(cell);
            std::stable_sort(candidates_.begin(), candidates_.end(),
                             [&](std::int32_t a, std::int32_t b) {
                                 return deducer_.mine(a) < deducer_.mine(b);
                             });
        }
        const std::int32_t cell = pruned_search_.best(deducer_, candidates_);
        return cell < 0 ? -1 : valuation_->no_worse(valuation_->weigh(cell)).cell;
    }

    std::int32_t by_criteria(Random& random) {
        criteria_.renew();
        if (choice_.order.front() == 'P') {
            criteria_.least_likely(candidates_);
        } else {
            candidates_.clear();
            for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
                if (covered(cell) && deducer_.may_be_safe(cell)) candidates_.push_back(cell);
            criteria_.keep_best(choice_.order.front(), candidates_);
        }
        for (std::size_t i = 1; i < choice_.order.size() && candidates_.size() > 1; ++i)
            criteria_.keep_best(choice_.order[i], candidates_);
        return break_tie(random);
    }

    std::int32_t break_tie(Random& random) {
        if (candidates_.empty()) throw std::invalid_argument("no cell is left to open");
        switch (choice_.tie) {
            case Tie::kFirst:
                return candidates_.front();
            case Tie::kCorner:
                keep_corners();
                return candidates_.front();
            case Tie::kNearest:
                keep_nearest([&](std::int32_t cell) { return !covered(cell); });
                break;
            case Tie::kEdge: {
                const Graph& graph = deal_.graph();
                std::size_t most = 0;
                for (std::int32_t cell = 0; cell < graph.size(); ++cell)
                    most = std::max(most, graph.neighbors(cell).size());
                keep_nearest(
                    [&](std::int32_t cell) { return graph.neighbors(cell).size() < most; });
                break;
            }
            case Tie::kRandom:
                break;
        }
        return pick(random);
    }

    template <class F>
    void keep_if_largest(F measure) {
        std::int64_t best = std::numeric_limits<std::int64_t>::min();
        for (const std::int32_t cell : candidates_)
            best = std::max<std::int64_t>(best, measure(cell));
        std::erase_if(candidates_, [&](std::int32_t cell) { return measure(cell) < best; });
    }

    void keep_corners() {
        const Graph& graph = deal_.graph();
        keep_if_largest([&](std::int32_t cell) {
            return -static_cast<std::int64_t>(graph.neighbors(cell).size());
        });
        keep_if_largest([&](std::int32_t cell) {
            const auto around = graph.neighbors(cell);
            return std::count_if(around.begin(), around.end(),
                                 [&](std::int32_t other) { return !covered(other); });
        });
    }

    // Rings around the cells that it asks for, until one holds a candidate.
    template <class F>
    void keep_nearest(F wanted) {
        const Graph& graph = deal_.graph();
        std::vector<std::int32_t> distance(to_index(graph.size()), -1), queue;
        for (std::int32_t cell = 0; cell < graph.size(); ++cell)
            if (wanted(cell)) {
                distance[to_index(cell)] = 0;
                queue.push_back(cell);
            }
        for (std::size_t head = 0; head < queue.size(); ++head)
            for (const std::int32_t other : graph.neighbors(queue[head]))
                if (distance[to_index(other)] < 0) {
                    distance[to_index(other)] = distance[to_index(queue[head])] + 1;
                    queue.push_back(other);
                }
        keep_if_largest([&](std::int32_t cell) {
            const std::int32_t d = distance[to_index(cell)];
            return d < 0 ? std::numeric_limits<std::int64_t>::min() : -static_cast<std::int64_t>(d);
        });
    }

    // Opened cells with their numbers, and cells known to be mines.
    [[nodiscard]] Fingerprint fingerprint() const {
        const std::uint64_t mines = deducer_.knowledge.fingerprint();
        return {position_.first + mines, position_.second ^ mines};
    }

    // Where a decision in the present position belongs, or none where none is remembered.
    Remembered* memory_place() {
        if (!remembers_ || opened_cells_ > kEarly) return nullptr;
        if (memory_.empty()) memory_.resize(kMemory);
        return &memory_[fingerprint().first % kMemory];
    }

    const Remembered* remembered() {
        const Remembered* place = memory_place();
        return place != nullptr && place->position == fingerprint() ? place : nullptr;
    }

    const Choice choice_;
    // Whether the same position always gets the same click, or, on a small board, one of the same.
    const bool remembers_;
    Criteria criteria_;
    EndgameSolver endgame_;
    std::optional<LargeEndgameSolver> large_endgame_;
    std::optional<Valuation> valuation_;
    std::optional<Lookahead> lookahead_;
    PrunedEndgameSearch pruned_search_;
    std::size_t opened_cells_ = 0;
    Fingerprint position_;  // of the opened cells and their numbers, while they are few
    std::vector<Remembered> memory_;
    std::vector<CellSet> lots_;  // by place in memory_, where clicks are drawn by lot
};

constexpr const char* kFowler = "Fowler and Young 2004 (001)";
constexpr const char* kTu = "Tu, Li, Chen, Zu and Gu 2017, named in 003";

Descriptor describe_exact(Facts facts, Choice choice) {
    facts.opens_certain = true;
    return {std::move(facts),
            [choice](const Deal& deal) { return std::make_unique<Exact>(deal, choice); }};
}

const char* meaning(char criterion) {
    switch (criterion) {
        case 'P':
            return "least mine probability";
        case 'S':
            return "greatest probability of being safe and making some cell certainly safe";
        case 'E':
            return "greatest expected number of cells made certainly safe";
        case 'Q':
            return "greatest entropy of the number shown";
        default:
            return "greatest safety of the best click after it";
    }
}

}  // namespace

Descriptor perimeter() {
    return describe_exact(
        {
            .name = "perimeter",
            .description =
                "level 2: certain cells, then the least mine probability, ties at random",
            .source = std::string(kFowler) + "; Minesweeper Solvers report 2024 (003), agent 3",
            .grounds = "one of them at random",
            .grounds_among_equals = true,
        },
        {.order = "P", .tie = Tie::kRandom});
}

Descriptor infer_guess() {
    return describe_exact(
        {
            .name = "infer-guess",
            .description =
                "inference by constraints, then the greatest safety, ties towards corners",
            .source = "Chong, Hayden, Ma and Goh 2024 (000), as its text describes it",
            .grounds = "of them the one with the fewest neighbours, then the most open ones",
            .grounds_among_equals = true,
        },
        {.order = "P", .tie = Tie::kCorner});
}

Descriptor frontier() {
    return describe_exact(
        {
            .name = "frontier",
            .description = "the least mine probability, ties to the cell nearest the opened region",
            .source = "Buffet, Lee, Lin and Teytaud 2012, named in 003",
            .grounds = "of them one nearest to the open cells",
            .grounds_among_equals = true,
        },
        {.order = "P", .tie = Tie::kNearest});
}

// On a grid the steps to a cell with fewer neighbours are the Manhattan distance to the edge.
Descriptor near_edge() {
    return describe_exact(
        {
            .name = "near-edge",
            .description = "the least mine probability, ties to the cell nearest the edge",
            .source = "Sinha, Malviya and Nayak 2021, named in 003",
            .grounds = "of them one nearest to the edge",
            .grounds_among_equals = true,
        },
        {.order = "P", .tie = Tie::kEdge});
}

Descriptor pseq() {
    return describe_exact(
        {
            .name = "pseq",
            .description = "the least mine probability, ties by S, E and Q in this order",
            .source = kTu,
            .grounds = "of them the best by S, E and Q",
            .grounds_among_equals = true,
        },
        {.order = "PSEQ"});
}

Descriptor pseq_d256() {
    return describe_exact(
        {
            .name = "pseq-d256",
            .description = "pseq, and perfect play where at most 256 layouts remain",
            .source = kTu,
            .grounds = "pseq, or perfect play where few layouts remain",
        },
        {.order = "PSEQ", .perfect_below = 256});
}

Descriptor best() {
    return describe_exact(
        {
            .name = "best",
            .description = "the click after which the chance of winning is greatest, as learned "
                           "from games; perfect play where at most 256 layouts remain",
            .source = "Sapper",
            .grounds = "the greatest chance of winning, as learned from games, or perfect play",
        },
        {.order = "PSEQ", .perfect_below = 256, .valued = true});
}

Facts heuristic_family() {
    return {
        .name = std::string(kHeuristic) + "ORDER",
        .description = "criteria in any order of P S E Q U, as in heuristic:PSEQ",
        .source = kTu,
        .grounds = "chosen by the criteria in their order",
        .opens_certain = true,
        .is_family = true,
    };
}

Descriptor heuristic(std::string_view order) {
    std::string sorted(order);
    std::sort(sorted.begin(), sorted.end());
    const bool repeated = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    if (order.empty() || repeated ||
        order.find_first_not_of(Criteria::kLetters) != std::string_view::npos)
        throw std::invalid_argument(
            "heuristic: takes letters of P S E Q U, each at most once, as in heuristic:PSEQ");
    std::string described, letters;
    for (const char criterion : order) {
        described += described.empty() ? "" : ", then ";
        described += std::string(1, criterion) + ' ' + meaning(criterion);
        letters += letters.empty() ? "" : ", ";
        letters += criterion;
    }
    return describe_exact(
        {
            .name = std::string(kHeuristic) + std::string(order),
            .description = described,
            .source = kTu,
            .grounds = "chosen by " + letters + " in this order",
        },
        {.order = std::string(order)});
}

}  // namespace sapper
