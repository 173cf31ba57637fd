// The fields of a request, with their types and ranges checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/json.hpp"

namespace sapper::wasm {

// Each reader throws std::invalid_argument, with the name of the field and what is accepted, if the
// field is missing (and there is no fallback) or wrong.
class Fields {
  public:
    explicit Fields(json::Value request);

    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] std::string text(std::string_view name, std::string_view fallback) const;
    [[nodiscard]] bool boolean(std::string_view name, bool fallback) const;
    [[nodiscard]] double number(std::string_view name) const;
    // From `least` to `most`.
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t least,
                                       std::int64_t most) const;
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t fallback,
                                       std::int64_t least, std::int64_t most) const;
    [[nodiscard]] std::vector<std::int64_t> integers(std::string_view name, std::int64_t least,
                                                     std::int64_t most) const;
    // From 0 to 2^64 - 1, as a number or, for those beyond the integers of JavaScript, as a text.
    [[nodiscard]] std::uint64_t counter(std::string_view name) const;
    [[nodiscard]] std::uint64_t counter(std::string_view name, std::uint64_t fallback) const;

  private:
    [[nodiscard]] const json::Value* find(std::string_view name) const;
    [[nodiscard]] const json::Value& at(std::string_view name) const;

    json::Value request_;
};

}  // namespace sapper::wasm
