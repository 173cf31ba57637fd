// Properties of Unicode characters, and quotations of texts in messages.
//
// The tables are those of Python's unicodedata, so that messages are the same in Python and in the
// core. Cost: a binary search per character beyond ASCII.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sapper {

// Whether a character is white space.
bool is_blank(char32_t character);

// Whether a character is shown as it is in a quotation.
bool is_printable(char32_t character);

// The value of a decimal digit of any script, as 7 or its full-width form.
std::optional<int> decimal_digit(char32_t character);

// The value of a decimal digit or of a digit of another form, as in a circle or superscript.
std::optional<int> digit_of(char32_t character);

// A text in quotes, with escapes as in a Python literal.
std::string quoted(std::u32string_view text);
std::string quoted(std::string_view utf8);

// The same, after the first `most` characters of a longer text replaced the rest by three dots.
std::string quoted_start(std::string_view utf8, std::size_t most);

// A text without white space at its ends.
std::u32string_view stripped(std::u32string_view text);
std::string_view stripped(std::string_view utf8);

// A text with capital letters from A to Z in lower case.
std::string lower_ascii(std::string_view text);

}  // namespace sapper
