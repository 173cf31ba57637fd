// BLAKE2b without a key (RFC 7693; Aumasson et al. 2013), with digests of 8 bytes: the addresses of
// boards. Cost: linear in the input, 128 bytes per block of 12 rounds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sapper {

class Blake2b64 {
  public:
    Blake2b64();

    void update(std::span<const std::uint8_t> bytes);
    void update(std::string_view text);
    // Adds an integer of `bytes` bytes, little-endian.
    void update_integer(std::uint64_t value, int bytes);

    // The digest as a little-endian integer; ends the hash.
    [[nodiscard]] std::uint64_t digest();

  private:
    void compress(bool last);

    std::array<std::uint64_t, 8> state_;
    std::array<std::uint8_t, 128> block_{};
    std::size_t used_ = 0;      // bytes in block_
    std::uint64_t hashed_ = 0;  // bytes before those in block_
};

}  // namespace sapper
