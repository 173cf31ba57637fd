// A time limit of a search that Python checks.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "explanation/smallest_conflict.hpp"

namespace sapper::bindings {

// Calls a Python function, which takes the interpreter's lock and must outlive the result.
inline Expired expired_by(const std::optional<nanobind::callable>& function) {
    if (!function) return {};
    return [&function] {
        const nanobind::gil_scoped_acquire acquire;
        return nanobind::cast<bool>((*function)());
    };
}

}  // namespace sapper::bindings
