// Many games at once, on several threads, with progress and an end at any time.
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
    // Games 0 to `count` - 1 of those given. With `keep_records` every game is kept. Throws
    // std::invalid_argument on too many threads.
    Simulation(std::unique_ptr<const Games> games, Descriptor strategy, std::uint64_t count,
               int threads, bool keep_records);
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    struct Totals {
        std::uint64_t games = 0, wins = 0, guesses = 0, moves = 0, bbbv = 0;
        std::uint64_t guess_free = 0;  // games won without a guess
        double longest = 0.0;          // processor seconds of the slowest game, about
        double processor = 0.0;        // processor seconds of all games
    };

    // Waits until all is done or the time has passed; returns whether all is done. Rethrows what a
    // thread failed with.
    bool wait(double seconds);

    // Ends soon; the games finished by then count.
    void cancel();

    [[nodiscard]] Totals totals() const;
    [[nodiscard]] std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }

    // By game, when kept; `finished` tells which were played.
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
