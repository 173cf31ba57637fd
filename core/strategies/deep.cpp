// Thinks about every guess for a time, or on a number of layouts (see thought.hpp).
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

constexpr std::uint64_t kAtOnce = 8;  // layouts between two looks at the clock
constexpr std::uint64_t kMostLayouts = 1'000'000'000;
constexpr double kMostSeconds = 86'400.0;

// How long to think: whichever is given.
struct Patience {
    double seconds = 0.0;
    std::uint64_t layouts = 0;
};

class Deep : public Deducing {
  public:
    Deep(const Deal& deal, Patience patience) : Deducing(deal), patience_(patience), search_(deal) {
        if (patience_.layouts == 0) search_.time_limit = time();
    }

    Move next(Random& random) override {
        try {
            const std::int32_t safe = certain();
            return safe >= 0 ? Move{safe, true} : Move{think(), false};
        } catch (const BudgetExceeded&) {
            return fall_back(random);
        }
    }

  private:
    using Clock = DeadlineToken::Clock;

    [[nodiscard]] Clock::duration time() const {
        return std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(patience_.seconds));
    }

    std::int32_t think() {
        const auto end = Clock::now() + time();
        search_.start(states_);
        while (!search_.decided() && (patience_.layouts > 0 ? search_.layouts() < patience_.layouts
                                                            : Clock::now() < end)) {
            const std::uint64_t left =
                patience_.layouts > 0 ? patience_.layouts - search_.layouts() : kAtOnce;
            search_.run(std::min(left, kAtOnce));
        }
        return search_.ranking().front().cell;
    }

    // What `best` would do.
    Move fall_back(Random& random) {
        if (!quick_) quick_ = best().make(deal_);
        quick_->begin(states_);
        std::vector<std::int32_t> opened;
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (states_[static_cast<std::size_t>(cell)] >= 0) opened.push_back(cell);
        quick_->learn(opened);
        return quick_->next(random);
    }

    const Patience patience_;
    RolloutSearch search_;
    std::unique_ptr<Strategy> quick_;  // made when first needed
};

Patience patience_of(std::string_view text) {
    Patience patience;
    const bool counts = text.starts_with("n=");
    const std::string_view number = counts ? text.substr(2) : text;
    const char* const end = number.data() + number.size();
    const auto read = counts ? std::from_chars(number.data(), end, patience.layouts)
                             : std::from_chars(number.data(), end, patience.seconds);
    const bool sensible = counts ? patience.layouts > 0 && patience.layouts <= kMostLayouts
                                 : std::isfinite(patience.seconds) && patience.seconds > 0.0 &&
                                       patience.seconds <= kMostSeconds;
    if (read.ec != std::errc{} || read.ptr != end || !sensible)
        throw std::invalid_argument(
            "deep: takes seconds a decision, above 0 and at most 86400, or a number of layouts, as "
            "in deep:0.5 or deep:n=2000");
    return patience;
}

Facts facts_of(std::string name, std::string description) {
    return {
        .name = std::move(name),
        .description = std::move(description),
        .source = "Sapper",
        .grounds = "the greatest chance of winning, tried on layouts that fit",
        .opens_certain = true,
    };
}

}  // namespace

Facts deep_family() {
    Facts facts = facts_of(std::string(kDeep) + "PATIENCE",
                           "deep with seconds a decision or a number of layouts, as in deep:0.5 or "
                           "deep:n=2000");
    facts.is_family = true;
    return facts;
}

Descriptor deep(std::string_view text) {
    const Patience patience = patience_of(text);
    const std::string name = std::string(kDeep) + std::string(text);
    const std::string description =
        patience.layouts > 0
            ? "tries the best clicks on " + std::to_string(patience.layouts) + " layouts that fit"
            : "tries the best clicks on layouts that fit, for " + std::string(text) + " seconds";
    return {facts_of(name, description), [patience](const Deal& deal) -> std::unique_ptr<Strategy> {
                if (deal.max_per_cell() != 1 || deal.graph().size() > kMaxNetworkCells)
                    return best().make(deal);
                return std::make_unique<Deep>(deal, patience);
            }};
}

Descriptor deep() {
    Descriptor found = deep("1");
    found.facts.name = "deep";
    found.facts.description = "tries the best clicks on layouts that fit, for a second a decision";
    return found;
}

}  // namespace sapper
