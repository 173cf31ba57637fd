// The functions that the module imports from its host.
#pragma once

#include "support/cancellation.hpp"
#include "support/errors.hpp"

namespace sapper::wasm {

// Returns whether the work should stop. The host may also report progress here.
__attribute__((import_module("sapper"), import_name("poll"))) extern "C" std::int32_t sapper_poll();

class HostToken : public CancellationToken {
  public:
    void poll() override {
        if (sapper_poll() != 0) throw Cancelled{};
    }
};

}  // namespace sapper::wasm
