#include "play/simulation.hpp"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

#include "support/cancellation.hpp"
#include "support/errors.hpp"

namespace sapper {

namespace {

// CPU seconds of this thread, or wall time if the system does not provide them.
double thread_seconds() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
#endif
}

// Measures the CPU seconds of the longest of consecutive games, to a tenth of a millisecond.
// Reading the CPU clock takes as long as a good part of a short game, so it is read only if a game
// may be the longest by wall time, or if kInterval has passed since the last reading.
class GameClock {
  public:
    // Called at the end of each game.
    double longest() {
        const auto now = std::chrono::steady_clock::now();
        const double took = std::chrono::duration<double>(now - last_end_).count();
        last_end_ = now;
        if (took > longest_ || now - measured_at_ > kInterval) {
            const double seconds = thread_seconds();
            longest_ = std::max(longest_, std::min(took, seconds - seconds_));
            seconds_ = seconds;
            measured_at_ = now;
        }
        return longest_;
    }

  private:
    static constexpr auto kInterval = std::chrono::microseconds(100);

    double longest_ = 0.0;
    double seconds_ = thread_seconds();
    std::chrono::steady_clock::time_point last_end_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point measured_at_ = last_end_;
};

}  // namespace

Simulation::Simulation(std::unique_ptr<const Games> games, Descriptor strategy, std::uint64_t count,
                       int threads, bool keep_records)
    : games_(std::move(games)),
      strategy_(std::move(strategy)),
      count_(count),
      keep_records_(keep_records) {
    if (threads < 1 || threads > 1024)
        throw std::invalid_argument("the number of threads must be 1 to 1024, not " +
                                    std::to_string(threads));
    if (keep_records) {
        records_.resize(count);
        finished_.resize(count, 0);
    }
    threads = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(threads), count));
    running_ = threads;
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

Simulation::~Simulation() {
    cancel();
    for (std::thread& thread : threads_) thread.join();
}

void Simulation::cancel() {
    cancelled_.store(true, std::memory_order_relaxed);
}

void Simulation::run() {
    // Blocks get smaller towards the end, so that all threads finish at the same time.
    Totals own;
    double begin_seconds = thread_seconds();
    FlagToken token(cancelled_);
    const TokenScope scope(token);
    try {
        Player player(games_->deal(), strategy_);
        begin_seconds = thread_seconds();
        GameClock clock;
        while (!cancelled_.load(std::memory_order_relaxed)) {
            const std::uint64_t left = count_ - std::min(count_, next_.load());
            const std::uint64_t block = std::clamp<std::uint64_t>(left / 64, 1, 256);
            const std::uint64_t begin = next_.fetch_add(block);
            if (begin >= count_) break;
            for (std::uint64_t i = begin; i < std::min(count_, begin + block); ++i) {
                const GameRecord record = games_->play(player, i);
                own.longest = clock.longest();
                ++own.games;
                own.wins += record.won;
                own.guess_free += record.won && record.guesses == 0;
                own.guesses += static_cast<std::uint64_t>(record.guesses);
                own.moves += static_cast<std::uint64_t>(record.moves);
                own.bbbv += static_cast<std::uint64_t>(record.bbbv);
                if (keep_records_) {
                    records_[i] = record;
                    finished_[i] = 1;
                }
                done_.fetch_add(1, std::memory_order_relaxed);
            }
        }
    } catch (const Cancelled&) {
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        cancel();
    }
    own.processor = thread_seconds() - begin_seconds;
    const std::lock_guard lock(mutex_);
    totals_.games += own.games;
    totals_.wins += own.wins;
    totals_.guess_free += own.guess_free;
    totals_.processor += own.processor;
    totals_.guesses += own.guesses;
    totals_.moves += own.moves;
    totals_.bbbv += own.bbbv;
    totals_.longest = std::max(totals_.longest, own.longest);
    --running_;
    changed_.notify_all();
}

bool Simulation::wait(double seconds) {
    std::unique_lock lock(mutex_);
    const bool done = changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                                        [&] { return running_ == 0; });
    if (done && failure_) std::rethrow_exception(failure_);
    return done;
}

Simulation::Totals Simulation::totals() const {
    const std::lock_guard lock(mutex_);
    return totals_;
}

}  // namespace sapper
