#include "support/natural.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace sapper {

Natural::Natural(std::uint64_t value) {
    for (; value != 0; value >>= 32) limbs_.push_back(static_cast<std::uint32_t>(value));
}

Natural Natural::read(std::string_view digits) {
    Natural found;
    for (const char digit : digits) {
        std::uint64_t carry = static_cast<std::uint64_t>(digit - '0');
        for (std::uint32_t& limb : found.limbs_) {
            carry += std::uint64_t{limb} * 10;
            limb = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0) found.limbs_.push_back(static_cast<std::uint32_t>(carry));
    }
    return found;
}

void Natural::trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

std::size_t Natural::bits() const {
    if (limbs_.empty()) return 0;
    return 32 * limbs_.size() - static_cast<std::size_t>(std::countl_zero(limbs_.back()));
}

bool Natural::bit(std::size_t i) const {
    return i / 32 < limbs_.size() && (limbs_[i / 32] >> i % 32 & 1) != 0;
}

std::uint32_t Natural::divide_small(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = limbs_.size(); i-- > 0;) {
        rest = rest << 32 | limbs_[i];
        limbs_[i] = static_cast<std::uint32_t>(rest / divisor);
        rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
}

std::string Natural::text() const {
    if (is_zero()) return "0";
    constexpr std::uint32_t kBase = 1'000'000'000;
    constexpr std::size_t kDigits = 9;
    std::string reversed;
    for (Natural rest = *this; !rest.is_zero();) {
        std::string digits = std::to_string(rest.divide_small(kBase));
        std::reverse(digits.begin(), digits.end());
        if (!rest.is_zero()) digits.resize(kDigits, '0');
        reversed += digits;
    }
    return {reversed.rbegin(), reversed.rend()};
}

Natural operator+(const Natural& a, const Natural& b) {
    Natural sum;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < std::max(a.limbs_.size(), b.limbs_.size()) || carry != 0; ++i) {
        if (i < a.limbs_.size()) carry += a.limbs_[i];
        if (i < b.limbs_.size()) carry += b.limbs_[i];
        sum.limbs_.push_back(static_cast<std::uint32_t>(carry));
        carry >>= 32;
    }
    return sum;
}

Natural operator-(const Natural& a, const Natural& b) {
    assert(a >= b);
    Natural difference = a;
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < difference.limbs_.size(); ++i) {
        std::int64_t limb = std::int64_t{difference.limbs_[i]} - borrow;
        if (i < b.limbs_.size()) limb -= b.limbs_[i];
        borrow = limb < 0 ? 1 : 0;
        difference.limbs_[i] = static_cast<std::uint32_t>(limb);
    }
    difference.trim();
    return difference;
}

Natural operator*(const Natural& a, const Natural& b) {
    Natural product;
    product.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
    for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < b.limbs_.size() || carry != 0; ++j) {
            if (j < b.limbs_.size()) carry += std::uint64_t{a.limbs_[i]} * b.limbs_[j];
            carry += product.limbs_[i + j];
            product.limbs_[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    product.trim();
    return product;
}

Natural Natural::shifted(std::size_t bits) const {
    if (is_zero()) return {};
    Natural found;
    found.limbs_.assign(bits / 32, 0);
    std::uint64_t carry = 0;
    for (const std::uint32_t limb : limbs_) {
        carry |= std::uint64_t{limb} << bits % 32;
        found.limbs_.push_back(static_cast<std::uint32_t>(carry));
        carry >>= 32;
    }
    if (carry != 0) found.limbs_.push_back(static_cast<std::uint32_t>(carry));
    return found;
}

std::pair<Natural, Natural> Natural::divided(const Natural& divisor) const {
    assert(!divisor.is_zero());
    if (divisor.limbs_.size() == 1) {
        Natural quotient = *this;
        const std::uint32_t rest = quotient.divide_small(divisor.limbs_[0]);
        return {std::move(quotient), Natural(rest)};
    }
    Natural rest, quotient;
    quotient.limbs_.assign(limbs_.size(), 0);
    for (std::size_t i = bits(); i-- > 0;) {
        rest = rest.shifted(1);
        if (bit(i)) rest = rest + Natural(1);
        if (rest < divisor) continue;
        rest = rest - divisor;
        quotient.limbs_[i / 32] |= std::uint32_t{1} << i % 32;
    }
    quotient.trim();
    return {std::move(quotient), std::move(rest)};
}

std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
    if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() <=> b.limbs_.size();
    return std::lexicographical_compare_three_way(a.limbs_.rbegin(), a.limbs_.rend(),
                                                  b.limbs_.rbegin(), b.limbs_.rend());
}

Natural gcd(Natural a, Natural b) {
    while (!b.is_zero()) {
        Natural rest = a.divided(b).second;
        a = std::move(b);
        b = std::move(rest);
    }
    return a;
}

Fraction Fraction::make(const Natural& numerator, const Natural& denominator) {
    const Natural common = gcd(numerator, denominator);
    return {numerator.divided(common).first, denominator.divided(common).first};
}

Fraction Fraction::read_decimal(std::string_view text) {
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string digits(text.substr(0, point));
    const std::string_view decimals = point < text.size() ? text.substr(point + 1) : "";
    digits += decimals;
    const std::string power = std::string(1, '1').append(decimals.size(), '0');
    return make(Natural::read(digits), Natural::read(power));
}

double Fraction::value() const {
    if (numerator.is_zero()) return 0.0;
    // A quotient of 64 or 65 bits, whose last bit is also set if there is a remainder, is rounded
    // to the same double as the fraction.
    const auto shift = static_cast<std::ptrdiff_t>(denominator.bits()) + 64 -
                       static_cast<std::ptrdiff_t>(numerator.bits());
    const auto up = static_cast<std::size_t>(std::max<std::ptrdiff_t>(shift, 0));
    const auto down = static_cast<std::size_t>(std::max<std::ptrdiff_t>(-shift, 0));
    const auto [quotient, rest] = numerator.shifted(up).divided(denominator.shifted(down));
    double found = 0.0;
    const std::size_t bits = quotient.bits();
    std::uint64_t top = 0;
    for (std::size_t i = 0; i < 62; ++i) top = top << 1 | (quotient.bit(bits - 1 - i) ? 1u : 0u);
    bool more = !rest.is_zero();
    for (std::size_t i = 0; i + 62 < bits; ++i) more = more || quotient.bit(i);
    found = static_cast<double>(top | (more ? 1u : 0u));
    return std::ldexp(found, static_cast<int>(static_cast<std::ptrdiff_t>(bits) - 62 - shift));
}

std::string Fraction::text() const {
    return denominator == Natural(1) ? numerator.text()
                                     : numerator.text() + "/" + denominator.text();
}

Fraction operator+(const Fraction& a, const Fraction& b) {
    return Fraction::make(a.numerator * b.denominator + b.numerator * a.denominator,
                          a.denominator * b.denominator);
}

}  // namespace sapper
