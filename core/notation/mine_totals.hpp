// Numbers of mines as text: a number "10", a range "8-12", several numbers "8,10", or a
// distribution "8:0.2,9:1/2,10:0.3".
//
// Given the total, all layouts are equally likely. A range or a list makes all layouts of all its
// totals equally likely; a distribution gives each total its probability before any clue is seen.
// Probabilities are exact fractions.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "support/natural.hpp"

namespace sapper {

struct MineTotals {
    // The possible numbers: first, first + step, ..., last of a range; else `numbers`, ascending.
    Natural first, last;
    std::vector<Natural> numbers;
    std::vector<Fraction> probabilities;  // of `numbers`, above 0; empty if all are equally likely

    [[nodiscard]] bool is_known() const { return first == last; }
};

// Reads a text; throws PositionError.
MineTotals read_mine_totals(std::string_view text);

// A fraction as a decimal if it has a short one, else as a fraction.
std::string decimal_text(const Fraction& fraction);

}  // namespace sapper
