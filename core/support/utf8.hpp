// UTF-8: validation, and conversion from and to code points.
//
// Method: the well-formed byte sequences of the Unicode Standard, table 3-7: no overlong forms, no
// surrogates, nothing above U+10FFFF. Cost: linear in the length of the text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sapper {

// The index of the first byte that starts no well-formed sequence; nullopt if the text is UTF-8.
std::optional<std::size_t> utf8_fault(std::string_view text);

// Reads the code point at `at`, which must start a well-formed sequence, and moves `at` behind it.
char32_t next_code_point(std::string_view text, std::size_t& at);

// Appends a code point, which must not be a surrogate.
void append_utf8(std::string& text, char32_t code_point);

// The code points of well-formed UTF-8.
std::u32string decode_utf8(std::string_view text);

// The UTF-8 form of code points that are not surrogates.
std::string encode_utf8(std::u32string_view text);

}  // namespace sapper
