// The conversion of a Python argument to a MineCount: an integer or a MineCount.
#pragma once

#include <nanobind/nanobind.h>

#include "board/mine_count.hpp"

namespace sapper::bindings {

struct GivenMines {
    MineCount count{0};
};

}  // namespace sapper::bindings

namespace nanobind::detail {

template <>
struct type_caster<sapper::bindings::GivenMines> {
    NB_TYPE_CASTER(sapper::bindings::GivenMines, const_name("int | MineCount"))

    bool from_python(handle source, std::uint8_t flags, cleanup_list* cleanup) noexcept {
        if (isinstance<sapper::MineCount>(source)) {
            value.count = *inst_ptr<sapper::MineCount>(source);
            return true;
        }
        make_caster<std::int64_t> number;
        if (!number.from_python(source, flags, cleanup) || number.value < 0) return false;
        value.count = number.value;
        return true;
    }
};

}  // namespace nanobind::detail
