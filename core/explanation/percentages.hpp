// Probabilities as percentages, by one rounding rule: only 0 and 1 are written as 0 and 100.
#pragma once

#include <string>

namespace sapper {

// At most three characters without a sign: one decimal under 10 %, "<.1" and ">99" at the ends.
std::string percent(double probability);

// About four significant digits with a percent sign; near 100 % those of the complement.
std::string percent_in_full(double probability);

// A noun phrase with its article: "an 18.75 % chance".
std::string percent_chance(double probability);

}  // namespace sapper
