// Plays whole games with a strategy.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "deducer.hpp"
#include "ending.hpp"
#include "game.hpp"
#include "prober.hpp"
#include "published.hpp"
#include "strategy.hpp"

namespace sapper {

struct GameRecord {
    bool won = false;
    std::int32_t moves = 0;    // clicks, the first one included
    std::int32_t guesses = 0;  // clicks that the strategy could not prove safe
    std::int32_t bbbv = 0;
};

struct Move {
    std::int32_t cell;
    bool certain;  // proved safe by the strategy
};

struct Cancelled {};

class Player {
  public:
    Player(const Dealer& dealer, const Strategy& strategy)
        : dealer_(dealer),
          strategy_(strategy),
          remembers_(strategy.tie == Strategy::Tie::kFirst ||
                     strategy.tie == Strategy::Tie::kCorner),
          depth_(strategy.order.find('U') != std::string::npos ? Prober::Depth::kNextSafety
                 : strategy.order.find_first_of("SE") != std::string::npos
                     ? Prober::Depth::kSafeCells
                     : Prober::Depth::kNumbers) {}

    // Plays game `index` of the seed. Throws Cancelled soon after `cancel` is set.
    GameRecord play(std::uint64_t seed, std::uint64_t index, const std::atomic<bool>& cancel);

    // Plays a layout that the dealer could have dealt.
    GameRecord play(const Layout& layout, Random& random, const std::atomic<bool>& cancel);

    // The clicks it may take next in a position, each as likely as the others.
    std::vector<std::int32_t> options(std::span<const std::int16_t> states);

    // The next click in a position that can occur in a game.
    Move advise(std::span<const std::int16_t> states, std::uint64_t seed, std::uint64_t index);

  private:
    struct Fingerprint {
        std::uint64_t first = 0, second = 0;
        friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
    };
    struct Remembered {
        Fingerprint position;
        std::int32_t cell = -1;
    };

    [[nodiscard]] Fingerprint fingerprint() const;
    Remembered* memory_place();
    const Remembered* remembered();
    GameRecord play_dealt(Random& random, const std::atomic<bool>& cancel);
    Move advise(std::span<const std::int16_t> states, Random& random);
    void begin();
    void learn(std::span<const std::int32_t> opened);
    Move next(Random& random);
    Move one_by_one(Random& random);
    std::int32_t any_covered(Random& random);
    std::int32_t any_unknown(Random& random);
    std::int32_t least_sum();
    std::int32_t pick(Random& random);
    std::int32_t choose(Random& random);
    std::int32_t by_criteria(Random& random);
    std::int32_t break_tie(Random& random);
    // What a click on a cell promises, by criterion.
    struct Promise {
        double p = 0.0, s = 0.0, e = 0.0, q = 0.0, u = 0.0;

        [[nodiscard]] double score(char criterion) const;
    };

    void renew();
    void keep_best(char criterion);
    void keep_least_likely();
    const Promise& promise(std::int32_t cell);
    Promise evaluate(std::int32_t cell);
    void weigh(std::int32_t cell, Promise& promise);
    void sign(std::int32_t cell);
    bool alike();

    const Dealer& dealer_;
    const Strategy strategy_;
    const bool remembers_;       // whether the same position always gets the same click
    const Prober::Depth depth_;  // what the criteria need to know of an outcome
    const std::atomic<bool>* cancel_ = nullptr;
    Game game_;
    Deducer deducer_;
    Prober prober_;
    Ending ending_;
    std::optional<PublishedSolver> published_;
    bool drew_lots_ = false;  // whether the last click was one of candidates_, at random
    bool track_ = false;      // whether opened cells go to the deducer
    std::size_t opened_cells_ = 0;
    Fingerprint position_;  // of the opened cells and their numbers, while they are few
    std::vector<Remembered> memory_;
    std::vector<std::int32_t> candidates_, kept_, floating_;
    std::vector<double> scores_;
    // Promises of the current decision. Cells alike in all that matters share one: see sign().
    std::vector<std::int32_t> signature_, signatures_;
    std::vector<std::size_t> signature_begin_;
    std::vector<Promise> promises_;
};

}  // namespace sapper
