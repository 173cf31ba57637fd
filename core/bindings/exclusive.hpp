// Serialises the calls of several Python threads into one object of the core.
#pragma once

#include <chrono>
#include <mutex>
#include <thread>

#include "interruptible.hpp"

namespace sapper::bindings {

// Holds a mutex, without the interpreter's lock, for as long as it lives. While another thread
// holds the mutex, the caller's own Stop and Ctrl-C are polled, so that a call that waits can be
// cancelled like one that works.
class Exclusive {
  public:
    explicit Exclusive(std::mutex& mutex) : lock_(mutex, std::defer_lock) {
        while (!lock_.try_lock()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            interruptible_.poll();
        }
    }

  private:
    Interruptible interruptible_;
    std::unique_lock<std::mutex> lock_;
};

}  // namespace sapper::bindings
