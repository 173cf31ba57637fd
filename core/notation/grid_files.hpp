// Files and links of other programs that hold a grid: MBF, PTTA, and two formats of JSMinesweeper.
//
// Sizes that the content claims are compared with its length before memory is allocated. Readers
// throw NotationError. Cost: linear in the cells.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sapper {

inline constexpr std::int64_t kMostLinkCells = 1'000'000;

// A grid with one value per cell, row by row: mines of a layout, or states of a position.
struct GridContent {
    std::int64_t rows, columns;
    std::int64_t mines;  // on the whole board
    std::vector<std::int16_t> cells;
};

// MBF, the binary files of Minesweeper Arbiter: one byte each for width and height, two bytes
// (big-endian) for the number of mines, one byte each for column and row of every mine, from 0.
GridContent read_mbf(std::string_view bytes);
std::string write_mbf(const GridContent& layout);

// PTTA, the links ?b=B&m=M: B is 1, 2 or 3 for beginner, intermediate and expert, else width and
// height with the same number of digits. M has the cells in base 32 (0-9a-v), five per character,
// the first cell in the highest bit.
GridContent read_ptta(std::string_view b, std::string_view m);
std::string write_ptta(const GridContent& layout);

// The text files of JSMinesweeper: WIDTHxHEIGHTxMINES, then a line per row. 0 to 8 are revealed
// cells, H is a hidden and F a flagged cell; I (a mine) and O (a flag that the numbers around it do
// not count) are read as flags and never written.
GridContent read_mine_file(std::string_view text);
std::string write_mine_file(const GridContent& position);

// The links of JSMinesweeper, ?analysis=DATA: run-length encoded in base 62 (a-z, A-Z, 0-9). Width
// and height have two digits each, the number of mines four. Every cell value has its own block of
// digits, and the length of a run is a number in the base of the block's size. Clues are reduced by
// the flags around them, except by a flag next to a 0, which is written as O.
GridContent read_jsminesweeper(std::string_view data);
std::string write_jsminesweeper(const GridContent& position);

}  // namespace sapper
