// Paper 003's agents 4 and 5: the criteria choose among certain cells, too, one click at a time.
//
// Agent 4 takes the greatest entropy of the number shown, whatever the risk, anywhere but on a
// known mine; agent 5 the greatest entropy among the safest cells. Every click analyses the whole
// position and probes its candidates, so this is the slowest family.
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
                if (const std::int32_t cell = uncounted(random); cell >= 0) return {cell, false};
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
            .description = "the greatest entropy of the number shown, whatever the risk",
            .source = "Minesweeper Solvers report 2024 (003), agent 4",
            .grounds = "its number is the least predictable",
        },
        true);
}

Descriptor perimeter_entropy() {
    return describe_one_by_one(
        {
            .name = "perimeter-entropy",
            .description = "the least mine probability, then the greatest entropy",
            .source = "Minesweeper Solvers report 2024 (003), agent 5",
            .grounds = "of them the one whose number is the least predictable",
            .grounds_among_equals = true,
        },
        false);
}

}  // namespace sapper
