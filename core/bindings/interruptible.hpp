// Long calls from Python: they run without the interpreter's lock and can be cancelled.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "support/cancellation.hpp"

namespace sapper::bindings {

namespace nb = nanobind;

// A flag and a deadline by which one thread cancels the work of others. A thread obeys every stop
// that it has pushed and not popped.
class Stop {
  public:
    using Clock = std::chrono::steady_clock;

    // `seconds` from now until the deadline; infinite for none.
    explicit Stop(double seconds);
    void set() { state_->set.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_set() const { return state_->set.load(std::memory_order_relaxed); }

    void push() const;
    static void pop();

    // Throws Cancelled if a stop that this thread obeys is set or past its deadline.
    static void check();

  private:
    struct State {
        std::atomic<bool> set{false};
        Clock::time_point deadline = Clock::time_point::max();

        [[nodiscard]] bool ends_work() const {
            if (set.load(std::memory_order_relaxed)) return true;
            return deadline != Clock::time_point::max() && Clock::now() >= deadline;
        }
    };

    // The stops that this thread obeys, outermost first.
    static std::vector<std::shared_ptr<State>>& active();

    std::shared_ptr<State> state_;
};

// Polls the stops of this thread; about twenty times per second also Python's signals, on the main
// thread, and a progress callback, on any thread.
class PythonToken : public CancellationToken {
  public:
    explicit PythonToken(std::optional<nb::callable> progress) : progress_(std::move(progress)) {}
    void poll() override;

  private:
    const std::optional<nb::callable> progress_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Releases the interpreter's lock and installs a PythonToken during its lifetime; usable as a call
// guard. Throws Cancelled at once if a stop already ends the work.
class Interruptible {
  public:
    explicit Interruptible(std::optional<nb::callable> progress = std::nullopt)
        : token_(std::move(progress)), scope_(token_) {
        Stop::check();
    }

    // Throws if the call must end: a stop is set, or Ctrl-C was pressed.
    void poll() { token_.poll(); }

  private:
    PythonToken token_;  // holds a reference, so it is destroyed with the lock held again
    nb::gil_scoped_release release_;
    TokenScope scope_;
};

}  // namespace sapper::bindings
