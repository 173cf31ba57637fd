#include "strategy.hpp"

#include <algorithm>
#include <stdexcept>

namespace sapper {

Strategy Strategy::parse(std::string_view name) {
    Strategy s;
    constexpr std::string_view prefix = "heuristic:";
    if (name == "random") {
        s.family = Family::kRandom;
    } else if (name == "neighborhood-sum") {
        s.family = Family::kNeighborhoodSum;
    } else if (name == "basic") {
        s.family = Family::kBasic;
    } else if (name == "entropy") {
        s.family = Family::kEntropy;
        s.tie = Tie::kRandom;
    } else if (name == "infer-guess-published") {
        s.family = Family::kPublished;
    } else if (name == "perimeter") {
        s.tie = Tie::kRandom;
    } else if (name == "perimeter-entropy") {
        s.order = "PQ";
        s.tie = Tie::kRandom;
        s.one_by_one = true;
    } else if (name == "infer-guess") {
        s.tie = Tie::kCorner;
    } else if (name == "frontier") {
        s.tie = Tie::kNearest;
    } else if (name == "pseq") {
        s.order = "PSEQ";
    } else if (name == "pseq-d256" || name == "best") {
        s.order = "PSEQ";
        s.perfect_below = 256;
    } else if (name.starts_with(prefix)) {
        s.order = name.substr(prefix.size());
        std::string sorted = s.order;
        std::sort(sorted.begin(), sorted.end());
        const bool repeated = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
        if (s.order.empty() || repeated || s.order.find_first_not_of("PSEQU") != std::string::npos)
            throw std::invalid_argument("heuristic: takes letters of PSEQU, each at most once");
    } else {
        throw std::invalid_argument("unknown strategy");
    }
    return s;
}

}  // namespace sapper
