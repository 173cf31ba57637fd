// The five agents of the heuristic-agents report 2024, exactly as its sections 4.1 to 4.5 describe
// them.
//
// Agent 3 picks a random cell among those of least mine probability, certain ones included. Agent 4
// maximises the entropy of the clue value over all covered cells, known mines included: these have
// entropy 0, as has every cell once a single layout is left, so it then picks at random. Agent 5
// maximises the entropy over the candidates of agent 3. An agent may assume more mines than there
// are; if no layout is consistent with that, it picks at random. Every click analyses the whole
// position from scratch, since conclusions from a wrong mine count may be wrong later.
#include <charconv>
#include <stdexcept>

#include "deduction/deducer.hpp"
#include "strategies/criteria.hpp"
#include "strategies/families.hpp"
#include "support/errors.hpp"

namespace sapper {

namespace {

constexpr const char* kReport = "the heuristic-agents report 2024, sections 4.1 to 4.5, as printed";
constexpr int kMaxExtraMines = 1'000'000;

class ReportAgent : public Strategy {
  public:
    ReportAgent(const Deal& deal, int agent, int extra_mines)
        : Strategy(deal), agent_(agent), extra_mines_(extra_mines), criteria_(deducer_, "PQ") {}

    Move next(Random& random) override {
        if (analyze()) {
            if (agent_ == 4)
                take_by_entropy();
            else
                take_by_probability();
        } else {
            take_all_covered();
        }
        const std::int32_t cell = pick(random);
        return {cell, extra_mines_ == 0 && analyzed_ && deducer_.knowledge.value(cell) == 0};
    }

  private:
    // Analyses the position under the assumed mine count; returns whether that was possible.
    bool analyze() {
        deducer_.start(deal_.graph(), deal_.max_per_cell(), deal_.count().without(-extra_mines_),
                       Budget::of_player());
        opened_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (!covered(cell)) opened_.push_back(cell);
        analyzed_ = false;
        try {
            deducer_.opened(opened_, states_);
            while (deducer_.deduce() || deducer_.analyze()) {
            }
            analyzed_ = true;
        } catch (const BudgetExceeded&) {
        } catch (const Contradiction&) {
        }
        if (analyzed_) criteria_.reset();
        return analyzed_;
    }

    void take_all_covered() {
        candidates_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (covered(cell)) candidates_.push_back(cell);
    }

    void take_by_probability() {
        candidates_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (covered(cell) && deducer_.knowledge.value(cell) == 0) candidates_.push_back(cell);
        if (candidates_.empty()) criteria_.least_likely(candidates_);
        if (candidates_.empty())
            take_all_covered();  // all cells are mines, by the assumed mine count
        if (agent_ == 5) criteria_.keep_best('Q', candidates_);
    }

    // The entropy is positive for every undecided cell that may be safe, so the other cells matter
    // only if there is no such cell; then all entropies are 0.
    void take_by_entropy() {
        bool undecided = false;
        candidates_.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell) {
            if (!covered(cell)) continue;
            undecided = undecided || deducer_.knowledge.unknown(cell);
            if (deducer_.may_be_safe(cell)) candidates_.push_back(cell);
        }
        if (undecided && !candidates_.empty())
            criteria_.keep_best('Q', candidates_);
        else
            take_all_covered();
    }

    const int agent_, extra_mines_;
    Deducer deducer_;
    Criteria criteria_;
    bool analyzed_ = false;
    std::vector<std::int32_t> opened_;
};

// Parses the whole text as an integer; -1 if it is none.
int whole(std::string_view text) {
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : -1;
}

const char* description_of(int agent) {
    switch (agent) {
        case 1:
            return "a random covered cell";
        case 2:
            return "the covered cell with the least sum of adjacent clues";
        case 3:
            return "a random cell among those of least mine probability";
        case 4:
            return "greatest entropy of the clue value, known mines included";
        default:
            return "least mine probability, then greatest entropy of the clue value";
    }
}

}  // namespace

Facts report_family() {
    return {
        .name = std::string(kReportAgent) + "N",
        .description =
            "agent 1 to 5 exactly as printed, for example agent003:3; agent003:3+1 assumes one "
            "extra mine",
        .source = kReport,
        .grounds = "chosen by the rule of the report",
        .is_family = true,
    };
}

Descriptor report_agent(std::string_view number) {
    const std::size_t plus = number.find('+');
    const int agent = whole(number.substr(0, plus));
    const int extra_mines = plus == std::string_view::npos ? 0 : whole(number.substr(plus + 1));
    if (agent < 1 || agent > 5 || extra_mines < 0 || extra_mines > kMaxExtraMines)
        throw std::invalid_argument(
            "agent003: takes a number from 1 to 5, for example agent003:3, optionally with extra "
            "mines that the agent assumes, for example agent003:3+1");
    Facts facts{
        .name = std::string(kReportAgent) + std::string(number),
        .description = description_of(agent),
        .source = kReport,
        .grounds = description_of(agent),
        .needs_analysis = agent > 2,
    };
    if (agent == 1) return {std::move(facts), random_clicks().make};
    if (agent == 2) return {std::move(facts), neighborhood_sum().make};
    return {std::move(facts), [agent, extra_mines](const Deal& deal) {
                return std::make_unique<ReportAgent>(deal, agent, extra_mines);
            }};
}

}  // namespace sapper
