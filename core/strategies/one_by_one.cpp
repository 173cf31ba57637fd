// Agents 4 and 5 of the heuristic-agents report 2024, which choose one click at a time, also among
// certain cells.
//
// Agent 4 maximises the entropy of the clue value, whatever the risk, over all cells except known
// mines; agent 5 maximises it over the safest cells. Every click analyses the whole position and
// enumerates the outcomes of its candidates, so this is the slowest family.
#include "strategies/criteria.hpp"
#include "strategies/deducing.hpp"
#include "strategies/families.hpp"

namespace sapper {

namespace {

class OneByOne : public Deducing {
  public:
    OneByOne(const Deal& deal, bool whatever_the_risk)
        : Deducing(deal), whatever_the_risk_(whatever_the_risk), criteria_(deducer_, "PQ") {}

    Move next(Random& random) override {
        for (bool counted = false; !counted;) {
            try {
                while (deducer_.deduce() || deducer_.analyze()) {
                }
                counted = true;
            } catch (const BudgetExceeded&) {
                if (const std::int32_t safe = deducer_.next_safe(states_); safe >= 0)
                    return {safe, true};
                if (const std::int32_t cell = guess_without_analysis(random); cell >= 0)
                    return {cell, false};
            }
        }
        criteria_.reset();
        candidates_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (covered(cell) && (deducer_.knowledge.value(cell) == 0 ||
                                  (whatever_the_risk_ && deducer_.may_be_safe(cell))))
                candidates_.push_back(cell);
        if (candidates_.empty()) criteria_.least_likely(candidates_);
        criteria_.keep_best('Q', candidates_);
        const std::int32_t cell = pick(random);
        return {cell, deducer_.knowledge.value(cell) == 0};
    }

  private:
    const bool whatever_the_risk_;
    Criteria criteria_;
};

Descriptor describe_one_by_one(Facts facts, bool whatever_the_risk) {
    return {std::move(facts), [whatever_the_risk](const Deal& deal) {
                return std::make_unique<OneByOne>(deal, whatever_the_risk);
            }};
}

}  // namespace

Descriptor entropy() {
    return describe_one_by_one(
        {
            .name = "entropy",
            .description = "greatest entropy of the clue value, whatever the risk",
            .source = "the heuristic-agents report 2024, agent 4",
            .grounds = "its clue value has the greatest entropy",
        },
        true);
}

Descriptor perimeter_entropy() {
    return describe_one_by_one(
        {
            .name = "perimeter-entropy",
            .description = "least mine probability, then greatest entropy of the clue value",
            .source = "the heuristic-agents report 2024, agent 5",
            .grounds = "of them the one whose clue value has the greatest entropy",
            .grounds_among_equals = true,
        },
        false);
}

}  // namespace sapper
