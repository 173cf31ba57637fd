// Fuzz test of the core: `sapper_fuzz N [SEED [FIRST [small]]]` runs N random cases from index
// FIRST on and compares every result of the engine with the oracle. A case is a pure function of
// the seed and its index. `small` leaves out the kinds that take the oracle a hundred times longer.
// Prints the first case that differs and exits with status 1.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "compare.hpp"
#include "compare_explanation.hpp"
#include "compare_game.hpp"

namespace {

using namespace sapper;
using namespace sapper::fuzz;

constexpr std::uint64_t kManyComponentsEvery = 250;

}  // namespace

int main(int argc, char** argv) {
    const auto argument = [&](int index, std::uint64_t fallback) {
        return argc > index ? std::strtoull(argv[index], nullptr, 10) : fallback;
    };
    const std::uint64_t cases = argument(1, 1000), seed = argument(2, 1), first = argument(3, 0);
    const bool small = argc > 4 && std::string(argv[4]) == "small";
    Solver solver;  // shared by all cases, to test the state it keeps between calls
    std::uint64_t compared = 0;
    for (std::uint64_t number = first; number < first + cases; ++number) {
        fuzz::Random random(seed * 0x10001 + number * 0x9e3779b1);
        const bool many = !small && number % kManyComponentsEvery == kManyComponentsEvery - 1;
        const int kind = static_cast<int>(small ? number % kSmallKinds : number % kKinds);
        std::optional<Case> c;
        if (!many) c = random_case(random, kind);
        try {
            if (many) {
                many_components(random, solver);
                ++compared;
            } else {
                compared += run(*c, solver) ? 1 : 0;
                if (c->kind != "garbage") compare_explanation(*c, solver);
                compare_hitting_set(random);
                compare_game(random, solver);
            }
        } catch (const Difference& difference) {
            std::printf("case %" PRIu64 " differs in %s\n", number, difference.what.c_str());
            if (c) c->print();
            return 1;
        } catch (const std::exception& error) {
            std::printf("case %" PRIu64 " throws %s\n", number, error.what());
            if (c) c->print();
            return 1;
        }
    }
    std::printf("%" PRIu64 " cases, %" PRIu64 " of them compared with the oracle\n", cases,
                compared);
    return 0;
}
