// How the core works for Python: without the lock of the interpreter, but answering Ctrl-C and
// whoever gives the work up.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <memory>

#include "support/cancellation.hpp"

namespace sapper::bindings {

namespace nb = nanobind;

// Set by one thread to end the work of another.
class Stop {
  public:
    Stop() : flag_(std::make_shared<std::atomic<bool>>(false)) {}
    void set() { flag_->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_set() const { return flag_->load(std::memory_order_relaxed); }

    // From now on the work of this thread ends when the stop is set; null takes that back.
    static void obey(const Stop* stop);

    // Throws Cancelled where the stop that this thread obeys is set.
    static void check();

  private:
    std::shared_ptr<std::atomic<bool>> flag_;
};

class PythonWatch : public Watch {
  public:
    void check() override;

  private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Holds the state of working for as long as it lives; a call guard. Work that is given up already
// is not begun, so that many short calls in a row end as soon as a long one.
class Working {
  public:
    Working() : watched_(watch_) { Stop::check(); }

    // Throws if the work is to end: its Stop is set, or Ctrl-C was pressed.
    void check() { watch_.check(); }

  private:
    nb::gil_scoped_release release_;
    PythonWatch watch_;
    Watched watched_;
};

}  // namespace sapper::bindings
