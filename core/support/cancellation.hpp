// Cooperative cancellation: long loops poll a thread-local token.
//
// A caller that may want to stop the work installs a CancellationToken on its thread with a
// TokenScope; no function has to pass a flag on. A loop whose iterations take microseconds calls
// poll_cancellation() (a few nanoseconds). A tighter loop calls count_steps(), which polls the
// token once per 2^20 steps.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "support/errors.hpp"

namespace sapper {

class CancellationToken {
  public:
    CancellationToken() = default;
    CancellationToken(const CancellationToken&) = delete;
    CancellationToken& operator=(const CancellationToken&) = delete;
    virtual ~CancellationToken() = default;

    // Throws to stop the work; otherwise returns immediately.
    virtual void poll() = 0;
};

// Steps between two polls: about a millisecond of the cheapest steps.
inline constexpr std::uint64_t kStepsPerPoll = std::uint64_t{1} << 20;

struct CancellationState {
    CancellationToken* token = nullptr;
    std::uint64_t steps = 0;  // since the last poll
};

// The state of the calling thread.
inline CancellationState& cancellation_state() {
    static thread_local CancellationState state;
    return state;
}

// Polls the token of this thread, if there is one.
inline void poll_cancellation() {
    if (CancellationToken* token = cancellation_state().token) token->poll();
}

// Counts steps of work and polls after every kStepsPerPoll of them.
inline void count_steps(std::uint64_t steps) {
    CancellationState& state = cancellation_state();
    state.steps += steps;
    if (state.steps < kStepsPerPoll) return;
    state.steps = 0;
    if (state.token != nullptr) state.token->poll();
}

// Installs a token on this thread for its own lifetime, then restores the previous one.
class TokenScope {
  public:
    explicit TokenScope(CancellationToken& token) : previous_(cancellation_state().token) {
        cancellation_state().token = &token;
    }
    ~TokenScope() { cancellation_state().token = previous_; }
    TokenScope(const TokenScope&) = delete;
    TokenScope& operator=(const TokenScope&) = delete;

  private:
    CancellationToken* previous_;
};

// Throws Cancelled once a flag is set.
class FlagToken : public CancellationToken {
  public:
    explicit FlagToken(const std::atomic<bool>& flag) : flag_(flag) {}
    void poll() override {
        if (flag_.load(std::memory_order_relaxed)) throw Cancelled{};
    }

  private:
    const std::atomic<bool>& flag_;
};

// Throws DeadlinePassed after a given time. Also polls the token that was installed before it.
class DeadlineToken : public CancellationToken {
  public:
    using Clock = std::chrono::steady_clock;
    struct DeadlinePassed {};

    explicit DeadlineToken(Clock::duration time)
        : previous_(cancellation_state().token), end_(Clock::now() + time) {}
    void poll() override {
        if (previous_ != nullptr) previous_->poll();
        if (Clock::now() >= end_) throw DeadlinePassed{};
    }

  private:
    CancellationToken* previous_;
    Clock::time_point end_;
};

}  // namespace sapper
