#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <string>
#include <tuple>

#include "bindings.hpp"
#include "notation/grid_files.hpp"

namespace sapper::bindings {

namespace {

// Rows, columns, mines, and the bytes of an int16 array of cells.
using Grid = std::tuple<std::int64_t, std::int64_t, std::int64_t, nb::bytes>;

Grid to_python(const GridContent& grid) {
    return {grid.rows, grid.columns, grid.mines,
            nb::bytes(grid.cells.data(), grid.cells.size() * sizeof(std::int16_t))};
}

GridContent from_python(std::int64_t rows, std::int64_t columns, std::int64_t mines,
                        const States& cells) {
    return {rows, columns, mines, {cells.data(), cells.data() + cells.shape(0)}};
}

nb::bytes to_bytes(const std::string& text) {
    return nb::bytes(text.data(), text.size());
}

template <std::string (*Write)(const GridContent&)>
nb::bytes write(std::int64_t rows, std::int64_t columns, std::int64_t mines, const States& cells) {
    return to_bytes(Write(from_python(rows, columns, mines, cells)));
}

}  // namespace

void bind_grid_files(nb::module_& m) {
    m.def(
        "read_mbf",
        [](const nb::bytes& data) { return to_python(read_mbf({data.c_str(), data.size()})); },
        nb::arg("data"), "Read rows, columns, mines and the mines of each cell from MBF.");
    m.def(
        "read_ptta",
        [](const std::string& b, const std::string& m_) { return to_python(read_ptta(b, m_)); },
        nb::arg("b"), nb::arg("m"), "Read the same from the parameters of a PTTA link.");
    m.def(
        "read_mine_file", [](const std::string& text) { return to_python(read_mine_file(text)); },
        nb::arg("text"), "Read rows, columns, mines and states from a text file of JSMinesweeper.");
    m.def(
        "read_jsminesweeper",
        [](const std::string& data) { return to_python(read_jsminesweeper(data)); },
        nb::arg("data"), "Read the same from the data of a link to JSMinesweeper.");
    const auto def_writer = [&m](const char* name, auto function, const char* about) {
        m.def(name, function, nb::arg("rows"), nb::arg("columns"), nb::arg("mines"),
              nb::arg("cells"), about);
    };
    def_writer("write_mbf", &write<write_mbf>, "Write a layout as MBF.");
    def_writer("write_ptta", &write<write_ptta>, "Write a layout as the query of a PTTA link.");
    def_writer("write_mine_file", &write<write_mine_file>,
               "Write a position as a text file of JSMinesweeper.");
    def_writer("write_jsminesweeper", &write<write_jsminesweeper>,
               "Write a position as the query of a link to JSMinesweeper.");
    m.attr("MAX_LINK_CELLS") = kMostLinkCells;
}

}  // namespace sapper::bindings
