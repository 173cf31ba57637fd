// JSON (RFC 8259): values, a strict reader with limits, and a writer.
//
// The reader is a recursive descent parser; it accepts exactly one value in well-formed UTF-8 with
// unique names in every object, and refuses depth and size beyond its limits before it allocates.
// Integers are exact; those beyond 64 bits keep their digits. Other numbers are the nearest double,
// and are written with the fewest digits that give the same double. Cost: linear in the text, apart
// from sorting the names of an object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sapper::json {

// A text that is not JSON, or exceeds a limit. `place` is the index of the offending byte.
class Error : public std::runtime_error {
  public:
    Error(const std::string& what, std::size_t place_)
        : std::runtime_error(what + " at byte " + std::to_string(place_ + 1)), place(place_) {}
    std::size_t place;
};

// An integer beyond 64 bits.
struct BigInteger {
    std::string digits;  // with a minus sign if it is negative
};

class Value;
using Array = std::vector<Value>;
using Member = std::pair<std::string, Value>;

// The members in the order of the text.
class Object {
  public:
    Object() = default;
    explicit Object(std::vector<Member> members);

    [[nodiscard]] const std::vector<Member>& members() const { return members_; }
    // The value of a name; null if there is none.
    [[nodiscard]] const Value* find(std::string_view name) const;

  private:
    std::vector<Member> members_;
};

class Value {
  public:
    using Content = std::variant<std::nullptr_t, bool, std::int64_t, BigInteger, double,
                                 std::string, Array, Object>;

    Value() : content_(nullptr) {}
    explicit Value(Content content) : content_(std::move(content)) {}

    [[nodiscard]] bool is_null() const { return std::holds_alternative<std::nullptr_t>(content_); }
    // The content if it has that type, else null.
    template <class T>
    [[nodiscard]] const T* as() const {
        return std::get_if<T>(&content_);
    }
    [[nodiscard]] const Content& content() const { return content_; }

  private:
    Content content_;
};

struct Limits {
    std::size_t bytes = 64'000'000;
    std::size_t depth = 100;  // of nested arrays and objects
};

// Returns the value of a text; throws Error.
Value read(std::string_view text, const Limits& limits = {});

// Builds a JSON text from calls in the order of the text, without blanks. The calls must form one
// value; names and strings must be UTF-8.
class Writer {
  public:
    Writer& begin_object();
    Writer& end_object();
    Writer& begin_array();
    Writer& end_array();
    Writer& key(std::string_view name);
    Writer& null();
    Writer& boolean(bool value);
    Writer& integer(std::int64_t value);
    // A double; null if it is infinite or not a number.
    Writer& number(double value);
    Writer& string(std::string_view text);
    Writer& value(const Value& value);

    // An array of integers.
    template <class Range>
    Writer& integers(const Range& values) {
        begin_array();
        for (const auto one : values) integer(static_cast<std::int64_t>(one));
        return end_array();
    }

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::string take() { return std::move(text_); }

  private:
    void separate();
    void append_escaped(std::string_view text);

    std::string text_;
    bool first_ = true;       // whether no value precedes in the innermost array or object
    bool after_key_ = false;  // whether a name waits for its value
};

// The text of a value.
std::string write(const Value& value);

// The text of a double, with a fraction or an exponent; the value must be finite.
std::string number_text(double value);

}  // namespace sapper::json
