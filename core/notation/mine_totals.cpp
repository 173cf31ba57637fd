#include "notation/mine_totals.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "support/input_error.hpp"
#include "support/json.hpp"
#include "support/unicode.hpp"
#include "support/utf8.hpp"

namespace sapper {

namespace {

constexpr std::size_t kLongestTotals = 100'000;  // in characters
constexpr std::size_t kLongestNumber = 31, kLongestProbability = 60;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::size_t count_digits(std::string_view text) {
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                    text.begin());
}

bool is_whole(std::string_view text) {
    return !text.empty() && text.size() <= kLongestNumber && count_digits(text) == text.size();
}

// Digits with an optional point and an optional divisor, as "0.2" or "1/2"; or a point and digits.
bool is_probability(std::string_view text) {
    const std::size_t whole = count_digits(text);
    if (whole > kLongestProbability) return false;
    text.remove_prefix(whole);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        const std::size_t decimals = count_digits(text);
        if (decimals > kLongestProbability || (whole == 0 && decimals == 0)) return false;
        text.remove_prefix(decimals);
    } else if (whole == 0) {
        return false;
    }
    if (text.empty()) return true;
    if (whole == 0 || !text.starts_with('/')) return false;
    text.remove_prefix(1);
    return !text.empty() && text.size() <= kLongestProbability && count_digits(text) == text.size();
}

Natural check_number(Natural number) {
    static const Natural kMost = Natural::read("1" + std::string(30, '0'));
    if (number > kMost) throw PositionError("no board has room for a number of mines over 10^30");
    return number;
}

std::string shown(std::string_view text) {
    const std::u32string characters = decode_utf8(text);
    return quoted(std::u32string_view(characters).substr(0, 40));
}

std::vector<std::string_view> parts_of(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t start = 0;;) {
        const std::size_t end = text.find(',', start);
        parts.push_back(text.substr(start, end - start));
        if (end == std::string_view::npos) return parts;
        start = end + 1;
    }
}

// The first and last number of a range "8-12" or "8..12"; false if the text is none.
bool split_range(std::string_view text, std::string_view& first, std::string_view& last) {
    const std::size_t digits = count_digits(text);
    first = text.substr(0, digits);
    std::string_view rest = stripped(text.substr(digits));
    if (rest.starts_with('-'))
        rest.remove_prefix(1);
    else if (rest.starts_with(".."))
        rest.remove_prefix(2);
    else
        return false;
    last = stripped(rest);
    return is_whole(first) && is_whole(last);
}

Fraction read_probability(std::string_view text, std::string_view part) {
    const std::size_t slash = text.find('/');
    const Fraction whole = Fraction::read_decimal(text.substr(0, slash));
    if (slash == std::string_view::npos) return whole;
    const Natural divisor = Natural::read(text.substr(slash + 1));
    if (divisor.is_zero())
        throw PositionError("a probability cannot be divided by zero: " + shown(part));
    return Fraction::make(whole.numerator, whole.denominator * divisor);
}

MineTotals of_numbers(std::vector<Natural> numbers, std::vector<Fraction> probabilities) {
    MineTotals found;
    found.first = numbers.front();
    found.last = numbers.back();
    found.numbers = std::move(numbers);
    found.probabilities = std::move(probabilities);
    return found;
}

MineTotals read_distribution(std::string_view text) {
    std::map<Natural, Fraction> given;
    std::vector<Natural> order;
    for (const std::string_view part : parts_of(text)) {
        const std::size_t colon = part.find(':');
        const std::string_view digits = stripped(part.substr(0, colon));
        const std::string_view probability =
            colon == std::string_view::npos ? "" : stripped(part.substr(colon + 1));
        if (!is_whole(digits) || !is_probability(probability))
            throw PositionError("a probability of a number of mines is written as 8:0.2, not " +
                                shown(part));
        const Natural number = Natural::read(digits);
        if (given.contains(number))
            throw PositionError("the probability of " + number.text() + " mines is given twice");
        given.emplace(number, read_probability(probability, part));
        order.push_back(number);
    }
    Fraction total;
    for (const Natural& number : order) {
        check_number(number);
        const Fraction& p = given.at(number);
        if (p.numerator > p.denominator) {
            const std::string fraction =
                "Fraction(" + p.numerator.text() + ", " + p.denominator.text() + ")";
            throw PositionError("the probability of " + number.text() +
                                " mines is a number from 0 to 1, not " + fraction.substr(0, 60));
        }
        total = total + p;
    }
    if (total != Fraction{Natural(1), Natural(1)})
        throw PositionError("the probabilities of the numbers of mines sum to " +
                            decimal_text(total) + ", not to 1");
    std::vector<Natural> numbers;
    std::vector<Fraction> probabilities;
    for (const auto& [number, p] : given) {
        if (p.numerator.is_zero()) continue;
        numbers.push_back(number);
        probabilities.push_back(p);
    }
    return of_numbers(std::move(numbers), std::move(probabilities));
}

}  // namespace

MineTotals read_mine_totals(std::string_view text) {
    const std::size_t length = decode_utf8(text).size();
    const std::string_view plain = length <= kLongestTotals ? stripped(text) : "";
    if (plain.starts_with('-') && is_whole(plain.substr(1))) {
        const std::string digits = Natural::read(plain.substr(1)).text();
        if (digits != "0")
            throw PositionError("the number of mines cannot be negative: -" + digits);
        throw PositionError("no board has room for a number of mines over 10^30");
    }
    if (is_whole(plain)) {
        const Natural number = check_number(Natural::read(plain));
        return {number, number, {}, {}};
    }
    std::string_view first, last;
    if (split_range(plain, first, last)) {
        MineTotals found{
            check_number(Natural::read(first)), check_number(Natural::read(last)), {}, {}};
        if (found.first > found.last)
            throw PositionError("the range of mines " + std::string(plain) + " is empty: " +
                                found.first.text() + " is over " + found.last.text());
        return found;
    }
    if (plain.find(':') != std::string_view::npos) return read_distribution(plain);
    std::vector<Natural> numbers;
    for (const std::string_view part : parts_of(plain)) {
        const std::string_view digits = stripped(part);
        if (!is_whole(digits))
            throw PositionError(
                "a number of mines is written as 10, a range as 8-12, a distribution as "
                "8:0.2,9:0.5,10:0.3, not " +
                shown(text));
        numbers.push_back(Natural::read(digits));
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    for (const Natural& number : numbers) check_number(number);
    return of_numbers(std::move(numbers), {});
}

std::string decimal_text(const Fraction& fraction) {
    std::string shortest = json::number_text(fraction.value());
    if (shortest.find('e') == std::string::npos && Fraction::read_decimal(shortest) == fraction)
        return shortest;
    return fraction.text();
}

}  // namespace sapper
