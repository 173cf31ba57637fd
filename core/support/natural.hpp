// Natural numbers and fractions of any size.
//
// Method: schoolbook arithmetic in base 2^32 (Knuth 1997, section 4.3.1), Euclid's algorithm for
// fractions. Cost: quadratic in the digits. Meant for the few numbers of a request.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sapper {

class Natural {
  public:
    Natural() = default;
    explicit Natural(std::uint64_t value);
    // From decimal digits.
    static Natural read(std::string_view digits);

    [[nodiscard]] bool is_zero() const { return limbs_.empty(); }
    [[nodiscard]] std::size_t bits() const;
    [[nodiscard]] bool bit(std::size_t i) const;
    [[nodiscard]] std::string text() const;

    friend Natural operator+(const Natural& a, const Natural& b);
    friend Natural operator*(const Natural& a, const Natural& b);
    // The difference; `a` must be at least `b`.
    friend Natural operator-(const Natural& a, const Natural& b);
    [[nodiscard]] Natural shifted(std::size_t bits) const;
    // Quotient and remainder; the divisor must not be 0.
    [[nodiscard]] std::pair<Natural, Natural> divided(const Natural& divisor) const;

    friend std::strong_ordering operator<=>(const Natural& a, const Natural& b);
    friend bool operator==(const Natural& a, const Natural& b) = default;

  private:
    void trim();
    std::uint32_t divide_small(std::uint32_t divisor);

    std::vector<std::uint32_t> limbs_;  // the lowest first, without leading zeros
};

Natural gcd(Natural a, Natural b);

// A fraction of at least 0 in lowest terms.
struct Fraction {
    Natural numerator, denominator{1};

    // The denominator must not be 0.
    static Fraction make(const Natural& numerator, const Natural& denominator);
    // From digits with an optional point, as "0.25" or ".5".
    static Fraction read_decimal(std::string_view text);

    [[nodiscard]] double value() const;      // the nearest double
    [[nodiscard]] std::string text() const;  // as "1/3", or "1"
    friend Fraction operator+(const Fraction& a, const Fraction& b);
    friend bool operator==(const Fraction& a, const Fraction& b) = default;
};

}  // namespace sapper
