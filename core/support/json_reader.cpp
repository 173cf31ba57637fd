#include <algorithm>
#include <charconv>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "support/json.hpp"
#include "support/utf8.hpp"

namespace sapper::json {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The power of ten of the first digit of a JSON number that is not 0.
long decimal_exponent(const std::string& text) {
    const std::size_t end = std::min(text.find_first_of("eE"), text.size());
    const std::size_t point = std::min(text.find('.'), end);
    const std::size_t first = std::min(text.find_first_of("123456789"), end);
    const long power = static_cast<long>(point) - static_cast<long>(first) - (first < point);
    if (end == text.size()) return power;
    long exponent = 0;
    const char* start = text.data() + end + (text[end + 1] == '+' ? 2 : 1);
    const auto read = std::from_chars(start, text.data() + text.size(), exponent);
    if (read.ec != std::errc()) return text[end + 1] == '-' ? LONG_MIN / 2 : LONG_MAX / 2;
    return std::clamp(exponent, LONG_MIN / 2, LONG_MAX / 2) + power;
}

// Converts the text of a JSON number to the nearest double; an infinity if it is too large.
double to_double(const std::string& text) {
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
    // Its from_chars has no doubles. strtod reads the decimal point of the program's locale.
    return std::strtod(text.c_str(), nullptr);
#else
    double found = 0.0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), found);
    if (read.ec != std::errc::result_out_of_range) return found;
    return decimal_exponent(text) < 0 ? 0.0 : HUGE_VAL;
#endif
}

class Reader {
  public:
    Reader(std::string_view text, const Limits& limits) : text_(text), limits_(limits) {}

    Value read_all() {
        skip_blanks();
        Value found = read_value();
        skip_blanks();
        if (at_ < text_.size()) fail("more text after the value");
        return found;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { throw Error(what, at_); }

    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' ||
                                      text_[at_] == '\n' || text_[at_] == '\r'))
            ++at_;
    }

    bool skip(char wanted) {
        if (at_ >= text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    Value read_value() {
        if (at_ >= text_.size()) fail("the text ends where a value is expected");
        switch (text_[at_]) {
            case '{':
                return read_object();
            case '[':
                return read_array();
            case '"':
                return Value(read_string());
            case 't':
                return read_word("true", Value(true));
            case 'f':
                return read_word("false", Value(false));
            case 'n':
                return read_word("null", Value());
            default:
                return read_number();
        }
    }

    Value read_word(std::string_view word, Value value) {
        if (text_.substr(at_, word.size()) != word) fail("a value is expected");
        at_ += word.size();
        return value;
    }

    void enter() {
        if (++depth_ > limits_.depth)
            fail("more than " + std::to_string(limits_.depth) + " nested arrays and objects");
        ++at_;
        skip_blanks();
    }

    Value read_array() {
        enter();
        Array values;
        if (!skip(']')) {
            do {
                skip_blanks();
                values.push_back(read_value());
                skip_blanks();
            } while (skip(','));
            if (!skip(']')) fail("a comma or the end of the array is expected");
        }
        --depth_;
        return Value(std::move(values));
    }

    Value read_object() {
        const std::size_t start = at_;
        enter();
        std::vector<Member> members;
        if (!skip('}')) {
            do {
                skip_blanks();
                if (peek() != '"') fail("a name in quotes is expected");
                std::string name = read_string();
                skip_blanks();
                if (!skip(':')) fail("a colon is expected");
                skip_blanks();
                members.emplace_back(std::move(name), read_value());
                skip_blanks();
            } while (skip(','));
            if (!skip('}')) fail("a comma or the end of the object is expected");
        }
        --depth_;
        check_names(members, start);
        return Value(Object(std::move(members)));
    }

    void check_names(const std::vector<Member>& members, std::size_t start) const {
        std::vector<std::string_view> names;
        names.reserve(members.size());
        for (const Member& member : members) names.push_back(member.first);
        std::sort(names.begin(), names.end());
        const auto twice = std::adjacent_find(names.begin(), names.end());
        if (twice != names.end())
            throw Error("the name \"" + std::string(*twice) + "\" occurs twice in the object",
                        start);
    }

    std::string read_string() {
        ++at_;
        std::string found;
        for (;;) {
            const std::size_t start = at_;
            while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
                   static_cast<unsigned char>(text_[at_]) >= 0x20)
                ++at_;
            found.append(text_, start, at_ - start);
            if (at_ >= text_.size()) fail("the text ends within a string");
            if (skip('"')) return found;
            if (!skip('\\')) fail("a control character in a string");
            append_utf8(found, read_escape());
        }
    }

    char32_t read_escape() {
        constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
        if (skip('u')) return read_code_point();
        const std::size_t letter =
            at_ < text_.size() ? kLetters.find(text_[at_]) : std::string_view::npos;
        if (letter == std::string_view::npos) fail("an unknown escape in a string");
        ++at_;
        return static_cast<unsigned char>(kMeanings[letter]);
    }

    char32_t read_code_point() {
        const char32_t first = read_hex();
        if (first < 0xd800 || first > 0xdfff) return first;
        if (first > 0xdbff || text_.substr(at_, 2) != "\\u") fail("a lone surrogate in a string");
        at_ += 2;
        const char32_t second = read_hex();
        if (second < 0xdc00 || second > 0xdfff) fail("a lone surrogate in a string");
        return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
    }

    char32_t read_hex() {
        char32_t found = 0;
        for (int i = 0; i < 4; ++i, ++at_) {
            const char c = peek();
            const bool letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            if (!is_digit(c) && !letter) fail("four hexadecimal digits are expected");
            found = found << 4 | static_cast<char32_t>(is_digit(c) ? c - '0' : (c & 7) + 9);
        }
        return found;
    }

    bool skip_digits() {
        const std::size_t start = at_;
        while (is_digit(peek())) ++at_;
        return at_ > start;
    }

    Value read_number() {
        const std::size_t start = at_;
        skip('-');
        if (!skip('0') && !skip_digits()) {
            at_ = start;
            fail("a value is expected");
        }
        bool whole = true;
        if (skip('.')) {
            whole = false;
            if (!skip_digits()) fail("a digit is expected");
        }
        if (skip('e') || skip('E')) {
            whole = false;
            if (!skip('-')) skip('+');
            if (!skip_digits()) fail("a digit is expected");
        }
        const std::string digits(text_.substr(start, at_ - start));
        if (whole) return read_integer(digits);
        const double found = to_double(digits);
        if (!std::isfinite(found)) {
            at_ = start;
            fail("the number is too large");
        }
        return Value(found);
    }

    static Value read_integer(const std::string& digits) {
        std::int64_t found = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), found);
        return error == std::errc() ? Value(found) : Value(BigInteger{digits});
    }

    std::string_view text_;
    const Limits& limits_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace

Object::Object(std::vector<Member> members) : members_(std::move(members)) {}

const Value* Object::find(std::string_view name) const {
    for (const Member& member : members_)
        if (member.first == name) return &member.second;
    return nullptr;
}

Value read(std::string_view text, const Limits& limits) {
    if (text.size() > limits.bytes)
        throw Error("the text has " + std::to_string(text.size()) + " bytes, over " +
                        std::to_string(limits.bytes) + ": it ends too late",
                    limits.bytes);
    if (const auto fault = utf8_fault(text)) throw Error("the text is not UTF-8", *fault);
    return Reader(text, limits).read_all();
}

}  // namespace sapper::json
