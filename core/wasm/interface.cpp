// The C interface of the core as a WebAssembly module.
//
// A host writes a request into memory from sapper_allocate() and calls sapper_call() with the name
// of a route and its JSON text. The answer is a text, too: a value, or an error with a kind and a
// sentence. sapper_analyze() is the same as the route "analyze" without texts, for callers that
// analyse many positions. The module has one thread; several workers with a module each do what
// threads do elsewhere.
//
// While it works, the module calls the host function sapper.poll() about every millisecond. If that
// returns a value other than zero, the work stops and the call returns kStopped.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include "answers.hpp"
#include "counting/solver.hpp"
#include "host.hpp"
#include "support/errors.hpp"

#define SAPPER_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

using namespace sapper;
using namespace sapper::wasm;

// The status of a call: whether the text is an answer or an error, or that the host stopped it.
enum Status : std::int32_t { kAnswer = 0, kError = 1, kStopped = 2 };

std::string& text() {
    static std::string last;
    return last;
}

// Runs a call that writes its answer, or describes what went wrong.
template <class F>
Status run(F call) {
    HostToken token;
    const TokenScope scope(token);
    try {
        text() = call();
        return kAnswer;
    } catch (const Cancelled&) {
        text().clear();
        return kStopped;
    } catch (...) {
        text() = describe(std::current_exception());
        return kError;
    }
}

}  // namespace

SAPPER_EXPORT(sapper_allocate) void* sapper_allocate(std::size_t bytes) {
    return std::malloc(bytes);
}

SAPPER_EXPORT(sapper_free) void sapper_free(void* memory) {
    std::free(memory);
}

// Limits the memory of the tables of one count, in bytes.
SAPPER_EXPORT(sapper_limit_memory) void sapper_limit_memory(double bytes) {
    limits().bytes = static_cast<std::uint64_t>(bytes);
}

// Answers a request. The text, UTF-8 without a final zero, is valid until the next call.
SAPPER_EXPORT(sapper_call)
std::int32_t sapper_call(const char* route, std::size_t route_size, const char* request,
                         std::size_t request_size) {
    return run([&] { return answer({route, route_size}, {request, request_size}); });
}

SAPPER_EXPORT(sapper_text) const char* sapper_text() {
    return text().data();
}

SAPPER_EXPORT(sapper_text_size) std::size_t sapper_text_size() {
    return text().size();
}

// Makes the board of a spec the one of sapper_analyze(). The text is its number of cells.
SAPPER_EXPORT(sapper_set_board) std::int32_t sapper_set_board(const char* spec, std::size_t size) {
    return run([&] { return std::to_string(set_board({spec, size})); });
}

// Writes the mine probability of every cell (nan if it is revealed) of a position of that board.
// `states` and `probability` have one entry per cell. The text is empty.
SAPPER_EXPORT(sapper_analyze)
std::int32_t sapper_analyze(const std::int16_t* states, double mines, std::int32_t max_per_cell,
                            double* probability) {
    return run([&] {
        analyze_states(states, static_cast<std::int64_t>(mines), max_per_cell, probability);
        return std::string();
    });
}
