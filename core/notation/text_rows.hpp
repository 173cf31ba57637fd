// The rows of a text: the states of their cells, and their places in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sapper {

// A line of a text, with its number from 1.
struct TextLine {
    std::size_t number;
    std::string_view text;
};

struct TextRows {
    // A row: the number of its line, and its number of cells.
    struct Row {
        std::size_t line, cells;
    };
    std::vector<Row> rows;
    std::vector<std::int16_t> states;  // of all rows, one after the other
    // The meaning of each symbol, in the order of their first use; empty in standard notation.
    std::vector<std::pair<std::string, std::string>> symbols;
};

}  // namespace sapper
