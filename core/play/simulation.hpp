// Plays many games on a pool of threads. Progress can be polled, and the simulation can be
// cancelled at any time. Threads take blocks of games from a shared counter; the result of a game
// does not depend on the thread that plays it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "play/games.hpp"

namespace sapper {

class Simulation {
  public:
    // Starts to play games 0 to `count` - 1. With `keep_records` the record of every game is
    // stored. Throws std::invalid_argument unless there are 1 to 1024 threads.
    Simulation(std::unique_ptr<const Games> games, Descriptor strategy, std::uint64_t count,
               int threads, bool keep_records);
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    struct Totals {
        std::uint64_t games = 0, wins = 0, guesses = 0, moves = 0, bbbv = 0;
        std::uint64_t guess_free = 0;  // games won without a guess
        double longest = 0.0;          // CPU seconds of the slowest game, approximate
        double processor = 0.0;        // CPU seconds of all games
    };

    // Waits for the end of all games, at most `seconds`. Returns whether all are done. Rethrows the
    // exception of a thread that failed.
    bool wait(double seconds);

    // Stops the threads soon; finished games count.
    void cancel();

    [[nodiscard]] Totals totals() const;
    [[nodiscard]] std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }

    // By game, if stored. A record is valid if the entry of finished() is not 0.
    [[nodiscard]] const std::vector<GameRecord>& records() const { return records_; }
    [[nodiscard]] const std::vector<char>& finished() const { return finished_; }

  private:
    void run();

    const std::unique_ptr<const Games> games_;
    const Descriptor strategy_;
    const std::uint64_t count_;
    const bool keep_records_;
    std::vector<GameRecord> records_;
    std::vector<char> finished_;
    std::atomic<std::uint64_t> next_{0}, done_{0};
    std::atomic<bool> cancelled_{false};
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    int running_ = 0;
    Totals totals_;
    std::exception_ptr failure_;
    std::vector<std::thread> threads_;
};

}  // namespace sapper
