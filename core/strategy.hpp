// The strategies by name. See the registry of the Python package for whose each one is.
#pragma once

#include <string>
#include <string_view>

namespace sapper {

struct Strategy {
    enum class Family {
        kRandom,           // any covered cell
        kNeighborhoodSum,  // the least sum of the numbers around
        kBasic,            // single clues, then any unknown cell
        kEntropy,          // the most informative number, mines or not
        kPublished,        // paper 000's program as printed
        kExact             // certain cells, then the criteria in order
    };
    enum class Tie {
        kRandom,
        kFirst,    // the first cell
        kNearest,  // next to the opened region, then at random
        kCorner    // fewest neighbours, then most opened ones, then the first
    };

    Family family = Family::kExact;
    // Criteria of an exact strategy, each deciding among what those before leave equal: P least
    // mine probability, S greatest probability of being safe and making a cell certainly safe, E
    // greatest expected number of those, Q greatest entropy of the number shown, U greatest safety
    // of the best click after it.
    std::string order = "P";
    Tie tie = Tie::kFirst;
    bool one_by_one = false;  // certain cells, too, are chosen by the criteria, one at a time
    int perfect_below = 0;    // play perfectly where at most so many layouts remain

    // Throws std::invalid_argument for an unknown name.
    static Strategy parse(std::string_view name);
};

}  // namespace sapper
