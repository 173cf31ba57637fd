// The number types of the counting layer. All support copy, +=, * and number<W>(), so that each
// algorithm is one template:
//   double   the fast path; the caller checks that weights stay in their range (weight_range.hpp),
//   Wide     a double mantissa with a 64-bit exponent, used beyond that range,
//   Possible whether a weight is above zero, to enumerate layouts instead of counting them,
//   Residue  an integer modulo a 62-bit prime, for exact counts by Chinese remaindering.
#pragma once

#include <cmath>
#include <cstdint>

namespace sapper {

struct Wide {
    double mantissa = 0.0;  // 0, or 0.5 <= mantissa < 1; never negative
    std::int64_t exponent = 0;

    static Wide make(double value, std::int64_t exponent = 0) {
        if (value == 0.0) return {};
        int shift = 0;
        const double mantissa = std::frexp(value, &shift);
        return {mantissa, exponent + shift};
    }

    static Wide from_log2(double log2) {
        const double whole = std::floor(log2);
        return make(std::exp2(log2 - whole), static_cast<std::int64_t>(whole));
    }

    [[nodiscard]] double log2() const {
        return mantissa == 0.0 ? -HUGE_VAL : std::log2(mantissa) + static_cast<double>(exponent);
    }

    friend Wide operator*(Wide a, Wide b) {
        return make(a.mantissa * b.mantissa, a.exponent + b.exponent);
    }

    Wide& operator+=(Wide b) {
        if (b.mantissa == 0.0) return *this;
        if (mantissa == 0.0) return *this = b;
        const std::int64_t gap = exponent - b.exponent;
        if (gap > 1100) return *this;
        if (gap < -1100) return *this = b;
        *this = gap >= 0
                    ? make(mantissa + std::ldexp(b.mantissa, static_cast<int>(-gap)), exponent)
                    : make(b.mantissa + std::ldexp(mantissa, static_cast<int>(gap)), b.exponent);
        return *this;
    }

    friend bool operator<(Wide a, Wide b) {
        if (a.mantissa == 0.0 || b.mantissa == 0.0) return a.mantissa < b.mantissa;
        return a.exponent != b.exponent ? a.exponent < b.exponent : a.mantissa < b.mantissa;
    }
};

struct Possible {
    bool value = false;

    friend Possible operator*(Possible a, Possible b) { return {a.value && b.value}; }
    Possible& operator+=(Possible b) {
        value = value || b.value;
        return *this;
    }
    friend bool operator<(Possible a, Possible b) { return !a.value && b.value; }
};

// An integer modulo a prime in Montgomery form (Montgomery 1985). A `Residue::Field` sets the prime
// for the calling thread.
class Residue {
  public:
    class Field {
      public:
        explicit Field(std::uint64_t prime);
        ~Field();
        Field(const Field&) = delete;
        Field& operator=(const Field&) = delete;

      private:
        std::uint64_t saved_prime_, saved_inverse_, saved_square_;
    };

    Residue() = default;
    explicit Residue(std::uint64_t value) : raw_(reduce_product(value % prime_, square_)) {}

    [[nodiscard]] std::uint64_t value() const { return reduce_product(raw_, 1); }

    friend Residue operator*(Residue a, Residue b) {
        return from_raw(reduce_product(a.raw_, b.raw_));
    }

    Residue& operator+=(Residue b) {
        raw_ += b.raw_;
        if (raw_ >= prime_) raw_ -= prime_;
        return *this;
    }

    [[nodiscard]] Residue inverse() const;

    // The largest primes below 2^62 in descending order; index 0 is the largest.
    static std::uint64_t prime(int index);

  private:
    static Residue from_raw(std::uint64_t raw) {
        Residue r;
        r.raw_ = raw;
        return r;
    }

    static std::uint64_t reduce_product(std::uint64_t a, std::uint64_t b) {
        __extension__ using U128 = unsigned __int128;
        const U128 product = static_cast<U128>(a) * b;
        const std::uint64_t q = static_cast<std::uint64_t>(product) * inverse_;
        const auto high =
            static_cast<std::uint64_t>((product + static_cast<U128>(q) * prime_) >> 64);
        return high >= prime_ ? high - prime_ : high;
    }

    std::uint64_t raw_ = 0;

    static thread_local std::uint64_t prime_;    // odd, below 2^62
    static thread_local std::uint64_t inverse_;  // -1 / prime mod 2^64
    static thread_local std::uint64_t square_;   // 2^128 mod prime
};

template <class W>
W number(double value);
template <>
inline double number<double>(double value) {
    return value;
}
template <>
inline Wide number<Wide>(double value) {
    return Wide::make(value);
}
template <>
inline Possible number<Possible>(double value) {
    return {value > 0.0};
}
template <>
inline Residue number<Residue>(double value) {
    return Residue(static_cast<std::uint64_t>(value));
}

// The multiplicative inverse; exact for residues, rounded for the floating-point types.
inline double reciprocal(double value) {
    return 1.0 / value;
}
inline Wide reciprocal(Wide value) {
    return Wide::make(1.0 / value.mantissa, -value.exponent);
}
inline Possible reciprocal(Possible value) {
    return value;
}
inline Residue reciprocal(Residue value) {
    return value.inverse();
}

}  // namespace sapper
