// A parallel loop over independent rows, with cooperative cancellation.
//
// The calling thread works, too, and starts the other threads only after kSoloTime, so that a short
// loop does not pay for them. Rows are handed out in small blocks from an atomic counter. The
// calling thread polls its token (cancellation.hpp) before every row; the other threads obey a flag
// that is set as soon as any thread fails. WebAssembly has no threads: the calling thread does all
// rows.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#if !defined(__wasi__)
#include <mutex>
#include <thread>
#endif

#include "support/cancellation.hpp"

namespace sapper {

class ParallelRows {
  public:
    // Throws std::invalid_argument unless `threads` is 1 to 1024.
    ParallelRows(std::size_t rows, int threads) : rows_(rows), threads_(threads) {
        if (threads < 1 || threads > 1024)
            throw std::invalid_argument("the number of threads must be 1 to 1024, not " +
                                        std::to_string(threads));
    }

    // Calls make_worker() once per thread, and the worker that it returns once per row. Rethrows
    // the first exception, after all threads have ended; some rows are then not done.
#if defined(__wasi__)
    template <class MakeWorker>
    void run(const MakeWorker& make_worker) {
        auto worker = make_worker();
        for (std::size_t row = 0; row < rows_; ++row) {
            poll_cancellation();
            worker(row);
        }
    }

  private:
    std::size_t rows_;
    [[maybe_unused]] int threads_;
};
#else
    template <class MakeWorker>
    void run(const MakeWorker& make_worker) {
        const auto begin = std::chrono::steady_clock::now();
        std::vector<std::thread> others;
        const auto join_others = [&] {
            if (!others.empty() || threads_ == 1 || next_ >= rows_) return;
            if (std::chrono::steady_clock::now() - begin < kSoloTime) return;
            start(others, make_worker);
        };
        work(make_worker, join_others);
        for (std::thread& other : others) other.join();
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    static constexpr std::size_t kBlock = 8;
    static constexpr std::chrono::microseconds kSoloTime{200};

    template <class MakeWorker>
    void start(std::vector<std::thread>& others, const MakeWorker& make_worker) {
        const std::size_t blocks = (rows_ - next_ + kBlock - 1) / kBlock;
        const std::size_t wanted = std::min(static_cast<std::size_t>(threads_ - 1), blocks);
        try {
            while (others.size() < wanted)
                others.emplace_back([this, &make_worker] {
                    FlagToken token(failed_);
                    const TokenScope scope(token);
                    work(make_worker, [] {});
                });
        } catch (const std::system_error&) {
            // No more threads are available: continue with the existing ones.
            threads_ = 1;
        }
    }

    template <class MakeWorker, class AfterBlock>
    void work(const MakeWorker& make_worker, const AfterBlock& after_block) {
        try {
            auto worker = make_worker();
            while (!failed_) {
                const std::size_t begin = next_.fetch_add(kBlock);
                if (begin >= rows_) return;
                const std::size_t end = std::min(begin + kBlock, rows_);
                for (std::size_t row = begin; row < end; ++row) {
                    poll_cancellation();
                    worker(row);
                }
                after_block();
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            failed_ = true;
        }
    }

    std::size_t rows_;
    int threads_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::exception_ptr failure_;
};
#endif

}  // namespace sapper
