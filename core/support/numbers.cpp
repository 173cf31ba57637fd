#include "support/numbers.hpp"

#include <stdexcept>
#include <vector>

namespace sapper {

thread_local std::uint64_t Residue::prime_ = 0;
thread_local std::uint64_t Residue::inverse_ = 0;
thread_local std::uint64_t Residue::square_ = 0;

namespace {

__extension__ using U128 = unsigned __int128;

std::uint64_t power_mod(std::uint64_t base, std::uint64_t exponent, std::uint64_t modulus) {
    std::uint64_t result = 1;
    base %= modulus;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1)
            result = static_cast<std::uint64_t>(static_cast<U128>(result) * base % modulus);
        base = static_cast<std::uint64_t>(static_cast<U128>(base) * base % modulus);
    }
    return result;
}

// The Miller-Rabin test; with the first twelve primes as bases it is exact below 2^64 (Sorenson and
// Webster 2015).
bool is_prime(std::uint64_t n) {
    static constexpr std::uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (const std::uint64_t p : bases)
        if (n % p == 0) return n == p;
    std::uint64_t odd = n - 1;
    int twos = 0;
    while ((odd & 1) == 0) {
        odd >>= 1;
        ++twos;
    }
    for (const std::uint64_t base : bases) {
        std::uint64_t x = power_mod(base, odd, n);
        if (x == 1 || x == n - 1) continue;
        bool composite = true;
        for (int i = 1; i < twos && composite; ++i) {
            x = static_cast<std::uint64_t>(static_cast<U128>(x) * x % n);
            composite = x != n - 1;
        }
        if (composite) return false;
    }
    return true;
}

}  // namespace

Residue::Field::Field(std::uint64_t prime)
    : saved_prime_(prime_), saved_inverse_(inverse_), saved_square_(square_) {
    if ((prime & 1) == 0 || prime >= (1ull << 62) || !is_prime(prime))
        throw std::invalid_argument("the modulus must be an odd prime below 2^62");
    prime_ = prime;
    // Newton's iteration for 1 / prime mod 2^64 doubles the number of correct low bits.
    std::uint64_t inverse = prime;
    for (int i = 0; i < 6; ++i) inverse *= 2 - prime * inverse;
    inverse_ = ~inverse + 1;
    const auto word = static_cast<std::uint64_t>((static_cast<U128>(1) << 64) % prime);
    square_ = static_cast<std::uint64_t>(static_cast<U128>(word) * word % prime);
}

Residue::Field::~Field() {
    prime_ = saved_prime_;
    inverse_ = saved_inverse_;
    square_ = saved_square_;
}

Residue Residue::inverse() const {
    std::uint64_t exponent = prime_ - 2;
    Residue result(1);
    for (Residue base = *this; exponent != 0; exponent >>= 1) {
        if (exponent & 1) result = result * base;
        base = base * base;
    }
    return result;
}

std::uint64_t Residue::prime(int index) {
    static thread_local std::vector<std::uint64_t> primes;
    std::uint64_t candidate = primes.empty() ? (1ull << 62) + 1 : primes.back();
    while (static_cast<int>(primes.size()) <= index) {
        do candidate -= 2;
        while (!is_prime(candidate));
        primes.push_back(candidate);
    }
    return primes[static_cast<std::size_t>(index)];
}

}  // namespace sapper
