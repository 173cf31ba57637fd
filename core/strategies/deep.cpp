// Rollout search for every guess (search/rollout_search.hpp), limited by time or by a number of
// layouts. Falls back on `best` if the search does not apply.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "search/rollout_search.hpp"
#include "strategies/deducing.hpp"
#include "strategies/families.hpp"

namespace sapper {

namespace {

constexpr std::uint64_t kBatch = 8;  // layouts between two checks of the clock
constexpr std::uint64_t kMaxLayouts = 1'000'000'000;
constexpr double kMaxSeconds = 86'400.0;

// The limit per decision: a number of layouts, or seconds if that is 0.
struct Effort {
    double seconds = 0.0;
    std::uint64_t layouts = 0;
};

class Deep : public Deducing {
  public:
    Deep(const Deal& deal, Effort effort) : Deducing(deal), effort_(effort), search_(deal) {
        if (effort_.layouts == 0) search_.time_limit = time_limit();
    }

    Move next(Random& random) override {
        try {
            const std::int32_t safe = next_certain();
            return safe >= 0 ? Move{safe, true} : Move{search(), false};
        } catch (const BudgetExceeded&) {
            return by_best(random);
        }
    }

  private:
    using Clock = DeadlineToken::Clock;

    [[nodiscard]] Clock::duration time_limit() const {
        return std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(effort_.seconds));
    }

    std::int32_t search() {
        const auto end = Clock::now() + time_limit();
        search_.start(states_);
        while (!search_.decided() &&
               (effort_.layouts > 0 ? search_.layouts() < effort_.layouts : Clock::now() < end)) {
            const std::uint64_t left =
                effort_.layouts > 0 ? effort_.layouts - search_.layouts() : kBatch;
            search_.run(std::min(left, kBatch));
        }
        return search_.ranking().front().cell;
    }

    // The move of `best`.
    Move by_best(Random& random) {
        if (!fallback_) fallback_ = best().make(deal_);
        fallback_->begin(states_);
        std::vector<std::int32_t> opened;
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (!covered(cell)) opened.push_back(cell);
        fallback_->learn(opened);
        return fallback_->next(random);
    }

    const Effort effort_;
    RolloutSearch search_;
    std::unique_ptr<Strategy> fallback_;  // created on demand
};

Effort parse_effort(std::string_view text) {
    Effort effort;
    const bool by_layouts = text.starts_with("n=");
    const std::string_view number = by_layouts ? text.substr(2) : text;
    const char* const end = number.data() + number.size();
    const auto read = by_layouts ? std::from_chars(number.data(), end, effort.layouts)
                                 : std::from_chars(number.data(), end, effort.seconds);
    const bool valid = by_layouts ? effort.layouts > 0 && effort.layouts <= kMaxLayouts
                                  : std::isfinite(effort.seconds) && effort.seconds > 0.0 &&
                                        effort.seconds <= kMaxSeconds;
    if (read.ec != std::errc{} || read.ptr != end || !valid)
        throw std::invalid_argument(
            "deep: takes seconds per decision, above 0 and at most 86400, or a number of layouts, "
            "for "
            "example deep:0.5 or deep:n=2000");
    return effort;
}

Facts facts_of(std::string name, std::string description) {
    return {
        .name = std::move(name),
        .description = std::move(description),
        .source = "Sapper",
        .grounds = "the greatest win probability, estimated by rollouts",
        .opens_certain = true,
    };
}

}  // namespace

Facts deep_family() {
    Facts facts = facts_of(std::string(kDeep) + "PATIENCE",
                           "deep with seconds or layouts per decision, for example deep:0.5 or "
                           "deep:n=2000");
    facts.is_family = true;
    return facts;
}

Descriptor deep(std::string_view text) {
    const Effort effort = parse_effort(text);
    const std::string name = std::string(kDeep) + std::string(text);
    const std::string description =
        effort.layouts > 0 ? "rollout search of the best clicks on " +
                                 std::to_string(effort.layouts) + " sampled layouts per decision"
                           : "rollout search of the best clicks for " + std::string(text) +
                                 " seconds per decision";
    return {facts_of(name, description), [effort](const Deal& deal) -> std::unique_ptr<Strategy> {
                if (deal.max_per_cell() != 1 || deal.graph().size() > kMaxNetworkCells)
                    return best().make(deal);
                return std::make_unique<Deep>(deal, effort);
            }};
}

Descriptor deep() {
    Descriptor found = deep("1");
    found.facts.name = "deep";
    found.facts.description = "rollout search of the best clicks for one second per decision";
    return found;
}

}  // namespace sapper
