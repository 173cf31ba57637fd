// Plays whole games with a strategy.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "deducer.hpp"
#include "ending.hpp"
#include "game.hpp"
#include "prober.hpp"
#include "strategy.hpp"

namespace sapper {

struct GameRecord {
    bool won = false;
    std::int32_t moves = 0;    // clicks, the first one included
    std::int32_t guesses = 0;  // clicks that the strategy could not prove safe
    std::int32_t bbbv = 0;
};

struct Cancelled {};

class Player {
  public:
    Player(const Dealer& dealer, const Strategy& strategy)
        : dealer_(dealer),
          strategy_(strategy),
          consequences_(strategy.order.find_first_of("SEU") != std::string::npos) {}

    // Throws Cancelled soon after `cancel` is set.
    GameRecord play(std::uint64_t seed, std::uint64_t index, const std::atomic<bool>& cancel);

  private:
    struct Fingerprint {
        std::uint64_t first = 0, second = 0;
        friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
    };
    struct Remembered {
        Fingerprint position;
        std::int32_t cell = -1;
    };

    bool click(std::int32_t cell, bool certain);  // false when the game is over
    void play_blindly(Random& random);
    void play_by_sum();
    void play_basic(Random& random);
    void play_by_entropy(Random& random);
    void play_exactly(Random& random);
    void play_published();
    std::int32_t choose(Random& random);
    std::int32_t choose_one_by_one(Random& random);
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
    void sign(std::int32_t cell);
    bool alike();
    std::int32_t any_unknown(Random& random);
    void remember(const Fingerprint& position, std::int32_t cell);

    const Dealer& dealer_;
    const Strategy strategy_;
    const bool consequences_;  // whether a criterion needs more than the number shown
    const std::atomic<bool>* cancel_ = nullptr;
    Game game_;
    Deducer deducer_;
    Prober prober_;
    Ending ending_;
    GameRecord record_;
    bool track_ = false;  // whether opened cells go to the deducer
    Fingerprint position_;
    std::vector<Remembered> memory_;
    std::vector<std::int32_t> candidates_, kept_, floating_;
    std::vector<double> scores_;
    // Promises of the current decision. Cells alike in all that matters share one: see sign().
    std::vector<std::int32_t> signature_, signatures_;
    std::vector<std::size_t> signature_begin_;
    std::vector<Promise> promises_;
};

}  // namespace sapper
