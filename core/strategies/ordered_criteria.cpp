// Strategies that guess by exact probabilities: criteria in a fixed order, each deciding among the
// cells that those before it leave equal (criteria.hpp), then a rule for ties.
//
// A guess costs one exact analysis of the position; each criterion beyond P also enumerates the
// outcomes of every candidate.
#include <algorithm>
#include <stdexcept>

#include "endgame/endgame_solver.hpp"
#include "strategies/criteria.hpp"
#include "strategies/families.hpp"
#include "strategies/guessing.hpp"
#include "strategies/tie_breaking.hpp"

namespace sapper {

namespace {

GuessMemory::Keeps kept_by(Tie tie, const Graph& graph) {
    if (is_deterministic(tie)) return GuessMemory::Keeps::kCell;
    if (tie == Tie::kRandom && graph.around() != nullptr) return GuessMemory::Keeps::kTiedCells;
    return GuessMemory::Keeps::kNothing;
}

class OrderedCriteria : public Guessing {
  public:
    OrderedCriteria(const Deal& deal, std::string_view order, Tie tie)
        : Guessing(deal, kept_by(tie, deal.graph())), tie_(tie), criteria_(deducer_, order) {}

  protected:
    std::int32_t guess(Random& random) override {
        criteria_.choose(states_, candidates_);
        break_tie(tie_, deal_.graph(), states_, candidates_);
        if (candidates_.empty()) throw std::invalid_argument("no cell is left to open");
        return is_deterministic(tie_) ? candidates_.front() : pick(random);
    }

  private:
    const Tie tie_;
    Criteria criteria_;
};

// The same, with perfect play once few layouts remain.
class WithPerfectEndgame : public OrderedCriteria {
  public:
    using OrderedCriteria::OrderedCriteria;

  protected:
    std::int32_t guess(Random& random) override {
        const std::int32_t cell = endgame_.best(deducer_, EndgameSolver::kMostLayouts);
        return cell >= 0 ? cell : OrderedCriteria::guess(random);
    }

  private:
    EndgameSolver endgame_;
};

template <class S = OrderedCriteria>
Descriptor ordered(Facts facts, std::string order, Tie tie = Tie::kFirst) {
    facts.opens_certain = true;
    return {std::move(facts), [order = std::move(order), tie](const Deal& deal) {
                return std::make_unique<S>(deal, order, tie);
            }};
}

constexpr const char* kTu = "Tu, Li, Chen, Zu and Gu 2017";

const char* meaning(char criterion) {
    switch (criterion) {
        case 'P':
            return "least mine probability";
        case 'S':
            return "greatest probability of being safe and making some cell certainly safe";
        case 'E':
            return "greatest expected number of cells made certainly safe";
        case 'Q':
            return "greatest entropy of the clue value";
        default:
            return "greatest safety of the best click after it";
    }
}

}  // namespace

Descriptor perimeter() {
    return ordered(
        {
            .name = "perimeter",
            .description =
                "level 2: certain cells, then the least mine probability, ties at random",
            .source = "Fowler and Young 2004; the heuristic-agents report 2024, agent 3",
            .grounds = "one of them at random",
            .grounds_among_equals = true,
        },
        "P", Tie::kRandom);
}

Descriptor infer_guess() {
    return ordered(
        {
            .name = "infer-guess",
            .description =
                "constraint inference, then the least mine probability, ties towards corners",
            .source = "Chong, Hayden, Ma and Goh 2024, its text with the tie rule of its program",
            .grounds =
                "of them the one with the fewest neighbours, then the most opened neighbours",
            .grounds_among_equals = true,
        },
        "P", Tie::kCorner);
}

// Section 4.3.3 breaks ties at random, so this is perimeter under the name of its source.
Descriptor infer_guess_text() {
    return ordered(
        {
            .name = "infer-guess-text",
            .description = "infer-guess with the tie rule of its text: ties at random",
            .source = "Chong, Hayden, Ma and Goh 2024, section 4.3.3",
            .grounds = "one of them at random",
            .grounds_among_equals = true,
        },
        "P", Tie::kRandom);
}

Descriptor frontier() {
    return ordered(
        {
            .name = "frontier",
            .description = "the least mine probability, ties to the cell nearest the opened region",
            .source = "Buffet, Lee, Lin and Teytaud 2012",
            .grounds = "of them one nearest to the opened cells",
            .grounds_among_equals = true,
        },
        "P", Tie::kNearest);
}

// On a grid the steps to a cell with fewer neighbours are the Manhattan distance to the edge.
Descriptor near_edge() {
    return ordered(
        {
            .name = "near-edge",
            .description = "the least mine probability, ties to the cell nearest the edge",
            .source = "Sinha, Malviya and Nayak 2021",
            .grounds = "of them one nearest to the edge",
            .grounds_among_equals = true,
        },
        "P", Tie::kEdge);
}

Descriptor pseq() {
    return ordered(
        {
            .name = "pseq",
            .description = "the least mine probability, ties by S, E and Q in this order",
            .source = kTu,
            .grounds = "of them the best by S, E and Q",
            .grounds_among_equals = true,
        },
        "PSEQ");
}

Descriptor pseq_d256() {
    return ordered<WithPerfectEndgame>(
        {
            .name = "pseq-d256",
            .description = "pseq, and perfect play if at most 256 layouts remain",
            .source = kTu,
            .grounds = "chosen by pseq, or by perfect play if few layouts remain",
        },
        "PSEQ");
}

Facts heuristic_family() {
    return {
        .name = std::string(kHeuristic) + "ORDER",
        .description = "criteria P S E Q U in any order, for example heuristic:PSEQ",
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
            "heuristic: takes letters of P S E Q U, each at most once, for example heuristic:PSEQ");
    std::string described, letters;
    for (const char criterion : order) {
        described += described.empty() ? "" : ", then ";
        described += std::string(1, criterion) + ' ' + meaning(criterion);
        letters += letters.empty() ? "" : ", ";
        letters += criterion;
    }
    return ordered(
        {
            .name = std::string(kHeuristic) + std::string(order),
            .description = described,
            .source = kTu,
            .grounds = "chosen by " + letters + " in this order",
        },
        std::string(order));
}

}  // namespace sapper
