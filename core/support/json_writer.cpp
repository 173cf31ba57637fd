#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "support/json.hpp"

namespace sapper::json {

void Writer::separate() {
    if (!first_ && !after_key_) text_ += ',';
    first_ = after_key_ = false;
}

Writer& Writer::begin_object() {
    separate();
    text_ += '{';
    first_ = true;
    return *this;
}

Writer& Writer::end_object() {
    text_ += '}';
    first_ = false;
    return *this;
}

Writer& Writer::begin_array() {
    separate();
    text_ += '[';
    first_ = true;
    return *this;
}

Writer& Writer::end_array() {
    text_ += ']';
    first_ = false;
    return *this;
}

Writer& Writer::key(std::string_view name) {
    separate();
    append_escaped(name);
    text_ += ':';
    after_key_ = true;
    return *this;
}

Writer& Writer::null() {
    separate();
    text_ += "null";
    return *this;
}

Writer& Writer::boolean(bool value) {
    separate();
    text_ += value ? "true" : "false";
    return *this;
}

Writer& Writer::integer(std::int64_t value) {
    separate();
    std::array<char, 24> digits{};
    const auto done = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text_.append(digits.data(), done.ptr);
    return *this;
}

Writer& Writer::number(double value) {
    if (!std::isfinite(value)) return null();
    separate();
    text_ += number_text(value);
    return *this;
}

Writer& Writer::string(std::string_view text) {
    separate();
    append_escaped(text);
    return *this;
}

Writer& Writer::value(const Value& value) {
    std::visit(
        [this](const auto& content) {
            using T = std::decay_t<decltype(content)>;
            if constexpr (std::is_same_v<T, std::nullptr_t>) {
                null();
            } else if constexpr (std::is_same_v<T, bool>) {
                boolean(content);
            } else if constexpr (std::is_same_v<T, std::int64_t>) {
                integer(content);
            } else if constexpr (std::is_same_v<T, double>) {
                number(content);
            } else if constexpr (std::is_same_v<T, std::string>) {
                string(content);
            } else if constexpr (std::is_same_v<T, BigInteger>) {
                separate();
                text_ += content.digits;
            } else if constexpr (std::is_same_v<T, Array>) {
                begin_array();
                for (const Value& entry : content) this->value(entry);
                end_array();
            } else {
                begin_object();
                for (const Member& member : content.members()) {
                    key(member.first);
                    this->value(member.second);
                }
                end_object();
            }
        },
        value.content());
    return *this;
}

void Writer::append_escaped(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    text_ += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            text_ += '\\';
            text_ += c;
        } else if (byte >= 0x20) {
            text_ += c;
        } else if (c == '\n') {
            text_ += "\\n";
        } else if (c == '\t') {
            text_ += "\\t";
        } else if (c == '\r') {
            text_ += "\\r";
        } else {
            text_ += "\\u00";
            text_ += kHex[byte >> 4];
            text_ += kHex[byte & 15];
        }
    }
    text_ += '"';
}

std::string write(const Value& value) {
    Writer writer;
    writer.value(value);
    return writer.take();
}

std::string number_text(double value) {
    assert(std::isfinite(value));
    std::array<char, 32> digits{};
    const auto done = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    std::string text(digits.data(), done.ptr);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

}  // namespace sapper::json
