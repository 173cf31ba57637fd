#include "support/blake2b.hpp"

#include <algorithm>
#include <bit>

namespace sapper {

namespace {

constexpr std::array<std::uint64_t, 8> kStart = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

constexpr std::uint8_t kOrders[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                          {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                          {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                          {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                          {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                          {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                          {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                          {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                          {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                          {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

constexpr std::uint8_t kMixes[8][4] = {{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14},
                                       {3, 7, 11, 15}, {0, 5, 10, 15}, {1, 6, 11, 12},
                                       {2, 7, 8, 13},  {3, 4, 9, 14}};

void mix_words(std::array<std::uint64_t, 16>& v, const std::uint8_t (&at)[4], std::uint64_t x,
               std::uint64_t y) {
    std::uint64_t &a = v[at[0]], &b = v[at[1]], &c = v[at[2]], &d = v[at[3]];
    a += b + x;
    d = std::rotr(d ^ a, 32);
    c += d;
    b = std::rotr(b ^ c, 24);
    a += b + y;
    d = std::rotr(d ^ a, 16);
    c += d;
    b = std::rotr(b ^ c, 63);
}

}  // namespace

Blake2b64::Blake2b64() : state_(kStart) {
    constexpr std::uint64_t kDigestBytes = 8;
    state_[0] ^= 0x01010000 ^ kDigestBytes;
}

void Blake2b64::update(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        // The last block is compressed by digest(), so a full one waits for the next byte.
        if (used_ == block_.size()) compress(false);
        const std::size_t taken = std::min(block_.size() - used_, bytes.size());
        std::copy_n(bytes.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(used_));
        used_ += taken;
        bytes = bytes.subspan(taken);
    }
}

void Blake2b64::update(std::string_view text) {
    for (const char c : text) update_integer(static_cast<unsigned char>(c), 1);
}

void Blake2b64::update_integer(std::uint64_t value, int bytes) {
    std::array<std::uint8_t, 8> written{};
    for (std::uint8_t& byte : written) {
        byte = static_cast<std::uint8_t>(value);
        value >>= 8;
    }
    update(std::span(written).first(static_cast<std::size_t>(bytes)));
}

std::uint64_t Blake2b64::digest() {
    std::fill(block_.begin() + static_cast<std::ptrdiff_t>(used_), block_.end(), std::uint8_t{0});
    compress(true);
    return state_[0];
}

void Blake2b64::compress(bool last) {
    hashed_ += used_;
    used_ = 0;
    std::array<std::uint64_t, 16> words{};
    for (std::size_t i = 0; i < block_.size(); ++i)
        words[i / 8] |= std::uint64_t{block_[i]} << 8 * (i % 8);
    std::array<std::uint64_t, 16> v{};
    std::copy(state_.begin(), state_.end(), v.begin());
    std::copy(kStart.begin(), kStart.end(), v.begin() + 8);
    v[12] ^= hashed_;
    if (last) v[14] = ~v[14];
    for (std::size_t round = 0; round < 12; ++round) {
        const std::uint8_t (&order)[16] = kOrders[round % 10];
        for (std::size_t i = 0; i < 8; ++i)
            mix_words(v, kMixes[i], words[order[2 * i]], words[order[2 * i + 1]]);
    }
    for (std::size_t i = 0; i < 8; ++i) state_[i] ^= v[i] ^ v[i + 8];
}

}  // namespace sapper
