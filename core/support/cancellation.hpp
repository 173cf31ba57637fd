// Long work looks up now and then, and is stopped where nobody waits for it any more.
//
// Whoever starts the work puts a watch on its own thread; what counts in there tells the steps it
// has made, and every million of them the watch is asked. So nothing in between has to pass a
// flag on, and no count can run for long without being heard.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "support/errors.hpp"

namespace sapper {

class Watch {
  public:
    Watch() = default;
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    virtual ~Watch() = default;

    // Throws what is to end the work.
    virtual void check() = 0;
};

namespace watching {

// About a millisecond of the simplest steps.
constexpr std::uint64_t kStepsBetween = std::uint64_t{1} << 20;

struct State {
    Watch* watch = nullptr;
    std::uint64_t steps = 0;  // since the watch was last asked
};

inline State& here() {
    static thread_local State state;
    return state;
}

}  // namespace watching

// Tells that this thread has made so many steps. Throws what the watch throws.
inline void count_steps(std::uint64_t steps) {
    watching::State& state = watching::here();
    state.steps += steps;
    if (state.steps < watching::kStepsBetween) return;
    state.steps = 0;
    if (state.watch != nullptr) state.watch->check();
}

// Puts a watch on this thread for as long as it lives; the one before comes back after it.
class Watched {
  public:
    explicit Watched(Watch& watch) : before_(watching::here().watch) {
        watching::here().watch = &watch;
    }
    ~Watched() { watching::here().watch = before_; }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

  private:
    Watch* before_;
};

// Ends the work when a flag is set.
class FlagWatch : public Watch {
  public:
    explicit FlagWatch(const std::atomic<bool>& flag) : flag_(flag) {}
    void check() override {
        if (flag_.load(std::memory_order_relaxed)) throw Cancelled{};
    }

  private:
    const std::atomic<bool>& flag_;
};

// Ends the work when its time is over, and as the watch before it does.
class TimeWatch : public Watch {
  public:
    using Clock = std::chrono::steady_clock;
    struct Over {};

    explicit TimeWatch(Clock::duration time)
        : before_(watching::here().watch), end_(Clock::now() + time) {}
    void check() override {
        if (before_ != nullptr) before_->check();
        if (Clock::now() >= end_) throw Over{};
    }

  private:
    Watch* before_;
    Clock::time_point end_;
};

}  // namespace sapper
