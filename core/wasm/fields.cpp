#include "fields.hpp"

#include <charconv>
#include <stdexcept>

namespace sapper::wasm {

namespace {

[[noreturn]] void refuse(std::string_view name, const std::string& accepted) {
    throw std::invalid_argument(std::string(name) + " is " + accepted);
}

std::int64_t checked(std::string_view name, const json::Value& value, std::int64_t least,
                     std::int64_t most) {
    const auto* found = value.as<std::int64_t>();
    if (found == nullptr || *found < least || *found > most)
        refuse(name, "an integer from " + std::to_string(least) + " to " + std::to_string(most));
    return *found;
}

}  // namespace

Fields::Fields(json::Value request) : request_(std::move(request)) {
    if (request_.as<json::Object>() == nullptr)
        throw std::invalid_argument("a request is an object");
}

const json::Value* Fields::find(std::string_view name) const {
    const json::Value* value = request_.as<json::Object>()->find(name);
    return value == nullptr || value->is_null() ? nullptr : value;
}

const json::Value& Fields::at(std::string_view name) const {
    const json::Value* value = find(name);
    if (value == nullptr) refuse(name, "missing");
    return *value;
}

std::string Fields::text(std::string_view name) const {
    const auto* found = at(name).as<std::string>();
    if (found == nullptr) refuse(name, "a text");
    return *found;
}

std::string Fields::text(std::string_view name, std::string_view fallback) const {
    return has(name) ? text(name) : std::string(fallback);
}

bool Fields::boolean(std::string_view name, bool fallback) const {
    if (!has(name)) return fallback;
    const auto* found = at(name).as<bool>();
    if (found == nullptr) refuse(name, "true or false");
    return *found;
}

double Fields::number(std::string_view name) const {
    if (const auto* whole = at(name).as<std::int64_t>()) return static_cast<double>(*whole);
    const auto* found = at(name).as<double>();
    if (found == nullptr) refuse(name, "a number");
    return *found;
}

std::int64_t Fields::integer(std::string_view name, std::int64_t least, std::int64_t most) const {
    return checked(name, at(name), least, most);
}

std::int64_t Fields::integer(std::string_view name, std::int64_t fallback, std::int64_t least,
                             std::int64_t most) const {
    return has(name) ? integer(name, least, most) : fallback;
}

std::vector<std::int64_t> Fields::integers(std::string_view name, std::int64_t least,
                                           std::int64_t most) const {
    const auto* found = at(name).as<json::Array>();
    if (found == nullptr) refuse(name, "a list of integers");
    std::vector<std::int64_t> values;
    values.reserve(found->size());
    for (const json::Value& value : *found) values.push_back(checked(name, value, least, most));
    return values;
}

std::uint64_t Fields::counter(std::string_view name) const {
    const json::Value& value = at(name);
    if (const auto* number = value.as<std::int64_t>(); number != nullptr && *number >= 0)
        return static_cast<std::uint64_t>(*number);
    const auto* big = value.as<json::BigInteger>();
    const auto* text = value.as<std::string>();
    const std::string* digits = big != nullptr ? &big->digits : text;
    std::uint64_t found = 0;
    if (digits != nullptr && !digits->empty()) {
        const auto [end, error] =
            std::from_chars(digits->data(), digits->data() + digits->size(), found);
        if (error == std::errc() && end == digits->data() + digits->size()) return found;
    }
    refuse(name, "an integer from 0 to 2^64 - 1");
}

std::uint64_t Fields::counter(std::string_view name, std::uint64_t fallback) const {
    return has(name) ? counter(name) : fallback;
}

}  // namespace sapper::wasm
