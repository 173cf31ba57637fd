// Paper 003's five agents by the letter of its sections 4.1 to 4.5, one click at a time.
//
// Agent 3 takes one of the cells of least mine probability by lot, certain ones included. Agent 4
// takes the greatest entropy of the number shown and leaves no cell out: a known mine has the
// entropy 0, and so has every cell once a single layout is left, so that it then clicks by lot.
// Agent 5 takes the greatest entropy among what agent 3 draws from. An agent may be told of more
// mines than there are; where no layout fits what it believes, it clicks by lot. Every click reads
// the whole position anew, since what follows from a wrong number of mines need not stay true.
#include <charconv>
#include <stdexcept>

#include "deduction/deducer.hpp"
#include "strategies/criteria.hpp"
#include "strategies/families.hpp"
#include "support/errors.hpp"

namespace sapper {

namespace {

constexpr const char* kReport = "Minesweeper Solvers report 2024 (003), by the letter";
constexpr int kMostExtra = 1'000'000;

class ReportAgent : public Strategy {
  public:
    ReportAgent(const Deal& deal, int agent, int extra)
        : Strategy(deal), agent_(agent), extra_(extra), criteria_(deducer_, "PQ") {}

    Move next(Random& random) override {
        if (understood()) {
            if (agent_ == 4)
                by_entropy();
            else
                by_probability();
        } else {
            all_covered();
        }
        const std::int32_t cell = pick(random);
        return {cell, extra_ == 0 && understood_ && deducer_.knowledge.value(cell) == 0};
    }

  private:
    // Whether what it sees and believes could be analysed.
    bool understood() {
        deducer_.start(deal_.graph(), deal_.max_per_cell(), deal_.mines() + extra_,
                       Budget::of_player());
        opened_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (!covered(cell)) opened_.push_back(cell);
        understood_ = false;
        try {
            deducer_.opened(opened_, states_);
            while (deducer_.deduce() || deducer_.analyze()) {
            }
            understood_ = true;
        } catch (const BudgetExceeded&) {
        } catch (const Contradiction&) {
        }
        if (understood_) criteria_.reset();
        return understood_;
    }

    void all_covered() {
        candidates_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (covered(cell)) candidates_.push_back(cell);
    }

    void by_probability() {
        candidates_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (covered(cell) && deducer_.knowledge.value(cell) == 0) candidates_.push_back(cell);
        if (candidates_.empty()) criteria_.least_likely(candidates_);
        if (candidates_.empty()) all_covered();  // nothing but mines, by what it believes
        if (agent_ == 5) criteria_.keep_best('Q', candidates_);
    }

    // The entropy is above 0 for every cell that is not certain, so the rest matter only where
    // there is no such cell; then all are 0.
    void by_entropy() {
        bool open_question = false;
        candidates_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell) {
            if (!covered(cell)) continue;
            open_question = open_question || deducer_.knowledge.unknown(cell);
            if (deducer_.may_be_safe(cell)) candidates_.push_back(cell);
        }
        if (open_question && !candidates_.empty())
            criteria_.keep_best('Q', candidates_);
        else
            all_covered();
    }

    const int agent_, extra_;
    Deducer deducer_;
    Criteria criteria_;
    bool understood_ = false;
    std::vector<std::int32_t> opened_;
};

// A whole number that fills the text; -1 where it is none.
int whole(std::string_view text) {
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : -1;
}

const char* does(int agent) {
    switch (agent) {
        case 1:
            return "any covered cell";
        case 2:
            return "the covered cell with the least sum of numbers around it";
        case 3:
            return "one of the cells of least mine probability, by lot";
        case 4:
            return "the greatest entropy of the number shown, known mines not left out";
        default:
            return "the least mine probability, then the greatest entropy";
    }
}

}  // namespace

Facts report_family() {
    return {
        .name = std::string(kReportAgent) + "N",
        .description =
            "agent 1 to 5 by the letter, as in agent003:3; agent003:3+1 believes in a "
            "mine too many",
        .source = kReport,
        .grounds = "chosen as the report says",
        .is_family = true,
    };
}

Descriptor report_agent(std::string_view number) {
    const std::size_t plus = number.find('+');
    const int agent = whole(number.substr(0, plus));
    const int extra = plus == std::string_view::npos ? 0 : whole(number.substr(plus + 1));
    if (agent < 1 || agent > 5 || extra < 0 || extra > kMostExtra)
        throw std::invalid_argument(
            "agent003: takes a number from 1 to 5, as in agent003:3, or agent003:3+1 for one that "
            "believes in a mine too many");
    Facts facts{
        .name = std::string(kReportAgent) + std::string(number),
        .description = does(agent),
        .source = kReport,
        .grounds = does(agent),
        .needs_analysis = agent > 2,
    };
    if (agent == 1) return {std::move(facts), random_clicks().make};
    if (agent == 2) return {std::move(facts), neighborhood_sum().make};
    return {std::move(facts), [agent, extra](const Deal& deal) {
                return std::make_unique<ReportAgent>(deal, agent, extra);
            }};
}

}  // namespace sapper
