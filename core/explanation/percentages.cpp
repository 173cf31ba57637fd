#include "explanation/percentages.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace sapper {

namespace {

// Digits after the point that write every double in 0 .. 100 exactly.
constexpr int kAllDecimals = 1'080;

// Rounds half up on the exact binary value; printf would round half to even.
std::string rounded(double value, int decimals) {
    char exact[kAllDecimals + 8];
    std::snprintf(exact, sizeof exact, "%.*f", kAllDecimals, value);
    std::string text = exact;
    const std::size_t point = text.find('.');
    const std::size_t end = point + 1 + static_cast<std::size_t>(decimals);
    const bool up = text[end] >= '5';
    text.resize(decimals == 0 ? point : end);
    if (!up) return text;
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == '.') continue;
        if (text[i] != '9') {
            ++text[i];
            return text;
        }
        text[i] = '0';
    }
    return "1" + text;
}

}  // namespace

std::string percent(double probability) {
    const double value = 100.0 * probability;
    if (probability == 0.0 || probability == 1.0) return rounded(value, 0);
    if (value < 0.1) return "<.1";
    if (value < 9.95) return rounded(value, 1);
    return value <= 99.0 ? rounded(value, 0) : ">99";
}

std::string percent_in_full(double probability) {
    if (!(probability >= 0.0 && probability <= 1.0))
        throw std::invalid_argument("a probability is from 0 to 1");
    const double value = 100.0 * probability;
    if (probability == 0.0 || probability == 1.0) return rounded(value, 0) + " %";
    if (probability < 1e-12) {
        char text[32];
        std::snprintf(text, sizeof text, "%.2e %%", value);
        return text;
    }
    const double rarer = 100.0 * std::min(probability, 1.0 - probability);
    const int decimals = std::max(0, 3 - static_cast<int>(std::floor(std::log10(rarer))));
    std::string text = rounded(value, decimals);
    if (text.find('.') != std::string::npos) {
        text.resize(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return text + " %";
}

std::string percent_chance(double probability) {
    const std::string text = percent_in_full(probability);
    const std::string whole = text.substr(0, text.find_first_of(" .e"));
    const bool vowel = text[0] == '8' || whole == "11" || whole == "18";
    return (vowel ? "an " : "a ") + text + " chance";
}

}  // namespace sapper
