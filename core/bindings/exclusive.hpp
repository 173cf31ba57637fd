// Serialises the calls of several Python threads into one object of the core.
#pragma once

#include <chrono>
#include <mutex>
#include <thread>

#include "interruptible.hpp"

namespace sapper::bindings {

// Holds a mutex during its lifetime, with the interpreter's lock released. While another thread
// holds the mutex, the caller's own Stop and Ctrl-C are polled, so that a waiting call can be
// cancelled like a running one.
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
