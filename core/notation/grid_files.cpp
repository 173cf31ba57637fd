#include "notation/grid_files.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "board/cell_state.hpp"
#include "board/spec.hpp"
#include "support/input_error.hpp"
#include "support/unicode.hpp"
#include "support/utf8.hpp"

namespace sapper {

namespace {

bool is_digit(char32_t c) {
    return c >= U'0' && c <= U'9';
}

std::int64_t to_number(std::u32string_view digits) {
    std::int64_t number = 0;
    for (const char32_t digit : digits)
        number = 10 * number + static_cast<std::int64_t>(digit - U'0');
    return number;
}

std::string by(std::int64_t columns, std::int64_t rows) {
    return std::to_string(columns) + " by " + std::to_string(rows);
}

std::string grid_text(const GridContent& grid) {
    return std::to_string(grid.rows) + "x" + std::to_string(grid.columns) + "/" +
           std::to_string(grid.mines);
}

// Throws NotationError unless there is a grid of this size with these mines.
void check_grid(const GridContent& grid) {
    try {
        static_cast<void>(parse_spec(grid_text(grid)));
    } catch (const SpecError& error) {
        throw NotationError(error.what());
    }
}

// -- MBF ---------------------------------------------------------------------------------------

constexpr std::size_t kMbfHeader = 4;

// -- PTTA --------------------------------------------------------------------------------------

constexpr std::string_view kPttaDigits = "0123456789abcdefghijklmnopqrstuv";
constexpr std::int64_t kPttaBits = 5;

struct UsualBoard {
    std::string_view name;
    std::int64_t rows, columns, mines;
};
constexpr UsualBoard kUsual[] = {{"1", 9, 9, 10}, {"2", 16, 16, 40}, {"3", 16, 30, 99}};

void read_ptta_size(std::string_view text, GridContent& grid) {
    for (const UsualBoard& usual : kUsual) {
        if (usual.name != text) continue;
        grid.rows = usual.rows;
        grid.columns = usual.columns;
        return;
    }
    const std::u32string characters = decode_utf8(text);
    const std::u32string_view all = characters;
    const std::size_t half = all.size() / 2;
    const bool known = !all.empty() && all.size() % 2 == 0 && all.size() <= 12 &&
                       std::all_of(all.begin(), all.end(), is_digit);
    grid.columns = known ? to_number(all.substr(0, half)) : 0;
    grid.rows = known ? to_number(all.substr(half)) : 0;
    if (grid.columns == 0 || grid.rows == 0)
        throw NotationError("b is 1, 2, 3, or a width and a height of equally many digits, not " +
                            quoted(all.substr(0, 40)));
}

// -- JSMinesweeper -----------------------------------------------------------------------------

constexpr std::u32string_view kDigits =
    U"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
constexpr std::size_t kLinkHeader = 8;

struct Block {
    char value;
    std::size_t start, size;
};
constexpr std::array<Block, 13> kBlocks = [] {
    std::array<Block, 13> blocks{{{'0', 0, 10},
                                  {'1', 0, 7},
                                  {'2', 0, 5},
                                  {'3', 0, 5},
                                  {'4', 0, 4},
                                  {'5', 0, 3},
                                  {'6', 0, 3},
                                  {'7', 0, 1},
                                  {'8', 0, 1},
                                  {'I', 0, 4},
                                  {'H', 0, 10},
                                  {'F', 0, 8},
                                  {'O', 0, 1}}};
    std::size_t used = 0;
    for (Block& block : blocks) {
        block.start = used;
        used += block.size;
    }
    return blocks;
}();

const Block& block_of_digit(char32_t digit) {
    const std::size_t at = kDigits.find(digit);
    return *std::find_if(kBlocks.begin(), kBlocks.end(), [at](const Block& block) {
        return at >= block.start && at < block.start + block.size;
    });
}

const Block& block_of_value(char value) {
    return *std::find_if(kBlocks.begin(), kBlocks.end(),
                         [value](const Block& block) { return block.value == value; });
}

std::int64_t read_digits(std::u32string_view text, std::u32string_view block) {
    std::int64_t number = 0;
    for (const char32_t digit : text)
        number = number * static_cast<std::int64_t>(block.size()) +
                 static_cast<std::int64_t>(block.find(digit));
    return number;
}

// A number in the digits of a block, padded to a length.
std::string digits_of(std::int64_t number, std::u32string_view block, std::size_t length) {
    std::string found;
    const auto base = static_cast<std::int64_t>(block.size());
    for (; number != 0 || found.size() < length; number /= base)
        found += static_cast<char>(block[static_cast<std::size_t>(number % base)]);
    return {found.rbegin(), found.rend()};
}

std::int16_t state_of(char value) {
    if (value == 'I' || value == 'F' || value == 'O') return kFlagged;
    return value == 'H' ? std::int16_t{kCovered} : static_cast<std::int16_t>(value - '0');
}

// Calls a function with the index of every neighbour of a cell of a grid.
template <class Call>
void around(const GridContent& grid, std::int64_t cell, Call call) {
    const std::int64_t row = cell / grid.columns, column = cell % grid.columns;
    for (std::int64_t r = std::max<std::int64_t>(row - 1, 0); r <= std::min(row + 1, grid.rows - 1);
         ++r)
        for (std::int64_t c = std::max<std::int64_t>(column - 1, 0);
             c <= std::min(column + 1, grid.columns - 1); ++c)
            if (r != row || c != column) call(static_cast<std::size_t>(r * grid.columns + c));
}

// The values of all cells from runs; stops as soon as they exceed the cells of the board.
std::string read_runs(std::u32string_view data, std::int64_t cells) {
    const std::size_t longest = 4 * std::to_string(cells).size();
    std::string values;
    for (std::size_t start = 0; start < data.size();) {
        const Block& block = block_of_digit(data[start]);
        std::size_t end = start;
        while (end < data.size() && &block_of_digit(data[end]) == &block) ++end;
        const std::u32string_view run = data.substr(start, end - start);
        std::int64_t count = static_cast<std::int64_t>(run.size());
        if (block.size > 1 && run.size() > longest) {
            count = cells + 1;
        } else if (block.size > 1) {
            count = 0;
            for (const char32_t digit : run)
                count = std::min(cells + 1,
                                 count * static_cast<std::int64_t>(block.size) +
                                     static_cast<std::int64_t>(kDigits.find(digit) - block.start));
        }
        if (static_cast<std::int64_t>(values.size()) + count > cells)
            throw NotationError("the run at digit " + std::to_string(kLinkHeader + start + 1) +
                                " of analysis exceeds the " + std::to_string(cells) + " cells");
        values.append(static_cast<std::size_t>(count), block.value);
        start = end;
    }
    return values;
}

// Raises the numbers by the flags around them.
void inflate(GridContent& grid, const std::string& values) {
    for (const char value : values) grid.cells.push_back(state_of(value));
    for (std::size_t cell = 0; cell < values.size(); ++cell)
        if (values[cell] == 'F' || values[cell] == 'I')
            around(grid, static_cast<std::int64_t>(cell), [&grid](std::size_t other) {
                if (grid.cells[other] >= 0) ++grid.cells[other];
            });
    const auto most = std::max_element(grid.cells.begin(), grid.cells.end());
    if (most != grid.cells.end() && *most > 8)
        throw NotationError("the number at " +
                            cell_name({grid.rows, grid.columns}, most - grid.cells.begin()) +
                            " is " + std::to_string(*most) + ", over 8");
}

// The value of each cell, with the numbers lowered by the flags around them.
std::string deflate(const GridContent& grid) {
    std::vector<std::int16_t> states = grid.cells;
    std::string values(states.size(), 'H');
    for (std::size_t cell = 0; cell < states.size(); ++cell) {
        if (states[cell] != kFlagged) continue;
        bool at_zero = false;
        around(grid, static_cast<std::int64_t>(cell),
               [&](std::size_t other) { at_zero = at_zero || states[other] == 0; });
        values[cell] = at_zero ? 'O' : 'F';
        if (at_zero) continue;
        around(grid, static_cast<std::int64_t>(cell), [&](std::size_t other) {
            if (states[other] >= 0) --states[other];
        });
    }
    for (std::size_t cell = 0; cell < states.size(); ++cell)
        if (states[cell] >= 0) values[cell] = static_cast<char>('0' + states[cell]);
    return values;
}

}  // namespace

GridContent read_mbf(std::string_view bytes) {
    const auto at = [bytes](std::size_t i) {
        return static_cast<std::int64_t>(static_cast<unsigned char>(bytes[i]));
    };
    if (bytes.size() < kMbfHeader)
        throw NotationError(std::to_string(bytes.size()) + " bytes, but a header has " +
                            std::to_string(kMbfHeader));
    GridContent grid{at(1), at(0), at(2) << 8 | at(3), {}};
    if (grid.columns == 0 || grid.rows == 0)
        throw NotationError("a width of " + std::to_string(grid.columns) + " and a height of " +
                            std::to_string(grid.rows) + ", expected 1 to 255");
    const std::int64_t cells = grid.rows * grid.columns;
    if (grid.mines > cells)
        throw NotationError("byte 3: " + std::to_string(grid.mines) + " mines on " +
                            std::to_string(cells) + " cells");
    const std::size_t expected = kMbfHeader + 2 * static_cast<std::size_t>(grid.mines);
    if (bytes.size() != expected)
        throw NotationError(std::to_string(bytes.size()) + " bytes, but " +
                            std::to_string(grid.mines) + " mines take " + std::to_string(expected));
    grid.cells.assign(static_cast<std::size_t>(cells), 0);
    for (std::size_t place = kMbfHeader; place < expected; place += 2) {
        const std::int64_t column = at(place), row = at(place + 1);
        const std::string start = "byte " + std::to_string(place + 1) + ": ";
        if (column >= grid.columns || row >= grid.rows)
            throw NotationError(start + "a mine at column " + std::to_string(column) + ", row " +
                                std::to_string(row) + " of a board of " +
                                by(grid.columns, grid.rows));
        std::int16_t& mine = grid.cells[static_cast<std::size_t>(row * grid.columns + column)];
        if (mine != 0)
            throw NotationError(start + "column " + std::to_string(column) + ", row " +
                                std::to_string(row) + " is given twice");
        mine = 1;
    }
    return grid;
}

std::string write_mbf(const GridContent& layout) {
    std::string bytes;
    const auto append = [&bytes](std::int64_t byte) { bytes += static_cast<char>(byte); };
    append(layout.columns);
    append(layout.rows);
    append(layout.mines >> 8);
    append(layout.mines & 255);
    for (std::size_t cell = 0; cell < layout.cells.size(); ++cell) {
        if (layout.cells[cell] == 0) continue;
        append(static_cast<std::int64_t>(cell) % layout.columns);
        append(static_cast<std::int64_t>(cell) / layout.columns);
    }
    return bytes;
}

GridContent read_ptta(std::string_view b, std::string_view m) {
    GridContent grid{0, 0, 0, {}};
    read_ptta_size(b, grid);
    const std::int64_t cells = grid.rows * grid.columns;
    const std::u32string data = decode_utf8(lower_ascii(m));
    const std::int64_t wanted = (cells + kPttaBits - 1) / kPttaBits;
    if (static_cast<std::int64_t>(data.size()) != wanted)
        throw NotationError("m has " + std::to_string(data.size()) + " characters, but " +
                            by(grid.columns, grid.rows) + " cells take " + std::to_string(wanted));
    std::vector<std::size_t> values;
    for (std::size_t place = 0; place < data.size(); ++place) {
        const std::size_t value = data[place] < 0x80
                                      ? kPttaDigits.find(static_cast<char>(data[place]))
                                      : std::string_view::npos;
        if (value == std::string_view::npos)
            throw NotationError("character " + std::to_string(place + 1) + " of m is " +
                                quoted(std::u32string_view(data).substr(place, 1)) +
                                ", not one of 0-9 a-v");
        values.push_back(value);
    }
    for (std::int64_t cell = 0; cell < wanted * kPttaBits; ++cell) {
        const std::size_t value = values[static_cast<std::size_t>(cell / kPttaBits)];
        const bool mined = (value >> (kPttaBits - 1 - cell % kPttaBits) & 1) != 0;
        if (cell >= cells && mined)
            throw NotationError("m has a mine after the last of " + by(grid.columns, grid.rows) +
                                " cells");
        if (cell < cells) grid.cells.push_back(mined ? 1 : 0);
        grid.mines += mined;
    }
    check_grid(grid);
    return grid;
}

std::string write_ptta(const GridContent& layout) {
    std::string rows = std::to_string(layout.rows), columns = std::to_string(layout.columns);
    const std::size_t width = std::max(rows.size(), columns.size());
    rows.insert(0, width - rows.size(), '0');
    columns.insert(0, width - columns.size(), '0');
    std::string name = columns + rows;
    for (const UsualBoard& usual : kUsual)
        if (usual.rows == layout.rows && usual.columns == layout.columns &&
            usual.mines == layout.mines)
            name = usual.name;
    std::string text = "b=" + name + "&m=";
    for (std::size_t start = 0; start < layout.cells.size(); start += kPttaBits) {
        std::size_t value = 0;
        for (std::size_t cell = start; cell < start + kPttaBits; ++cell)
            value = value << 1 | (cell < layout.cells.size() && layout.cells[cell] != 0 ? 1u : 0u);
        text += kPttaDigits[value];
    }
    return text;
}

GridContent read_mine_file(std::string_view text) {
    const std::u32string all = decode_utf8(text);
    std::u32string_view rest = all;
    while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
    std::vector<std::u32string_view> lines;
    for (std::size_t start = 0; start <= rest.size();) {
        const std::size_t end = std::min(rest.find(U'\n', start), rest.size());
        lines.push_back(rest.substr(start, end - start));
        start = end + 1;
    }
    std::int64_t numbers[3] = {0, 0, 0};
    std::u32string_view header = lines[0];
    const auto trim = [&header](std::size_t from) {
        while (from < header.size() && (header[from] == U' ' || header[from] == U'\t')) ++from;
        return from;
    };
    std::size_t at = trim(0);
    bool fits = true;
    for (int i = 0; i < 3; ++i) {
        const std::size_t first = at;
        while (at < header.size() && is_digit(header[at])) ++at;
        fits = fits && at > first && at - first <= 9;
        if (fits) numbers[i] = to_number(header.substr(first, at - first));
        if (i < 2) fits = fits && at < header.size() && (header[at] == U'x' || header[at] == U'X');
        if (i < 2) ++at;
        at = std::min(at, header.size());
    }
    if (!fits || trim(at) != header.size())
        throw NotationError(quoted(header.substr(0, 40)) + " is not WIDTHxHEIGHTxMINES", 1);
    GridContent grid{numbers[1], numbers[0], numbers[2], {}};
    const auto rows = static_cast<std::int64_t>(lines.size()) - 1;
    if (rows != grid.rows)
        throw NotationError(std::to_string(rows) + " rows, but the first line says " +
                            std::to_string(grid.rows));
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::size_t size = stripped(lines[i]).size();
        if (static_cast<std::int64_t>(size) != grid.columns)
            throw NotationError(std::to_string(size) + " cells, but the first line says " +
                                    std::to_string(grid.columns),
                                i + 1);
    }
    check_grid(grid);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        for (const char32_t character : stripped(lines[i])) {
            const char32_t upper =
                character >= U'a' && character <= U'z' ? character - 32 : character;
            if (std::u32string_view(U"012345678HFIO").find(upper) == std::u32string_view::npos)
                throw NotationError(
                    quoted(std::u32string_view(&character, 1)) + " is not one of 0-8 H F I O",
                    i + 1, lines[i].find(character) + 1);
            grid.cells.push_back(state_of(static_cast<char>(upper)));
        }
    }
    return grid;
}

std::string write_mine_file(const GridContent& position) {
    std::string text = std::to_string(position.columns) + "x" + std::to_string(position.rows) +
                       "x" + std::to_string(position.mines);
    for (std::size_t cell = 0; cell < position.cells.size(); ++cell) {
        if (static_cast<std::int64_t>(cell) % position.columns == 0) text += '\n';
        const std::int16_t state = position.cells[cell];
        text += state == kCovered ? 'H' : state == kFlagged ? 'F' : static_cast<char>('0' + state);
    }
    return text + "\n";
}

GridContent read_jsminesweeper(std::string_view data) {
    const std::u32string all = decode_utf8(data);
    const std::u32string_view digits = all;
    for (std::size_t place = 0; place < digits.size(); ++place)
        if (kDigits.find(digits[place]) == std::u32string_view::npos)
            throw NotationError("digit " + std::to_string(place + 1) + " of analysis is " +
                                quoted(digits.substr(place, 1)) + ", not one of a-z A-Z 0-9");
    if (digits.size() < kLinkHeader)
        throw NotationError("analysis has " + std::to_string(digits.size()) +
                            " digits, but its header has " + std::to_string(kLinkHeader));
    GridContent grid{read_digits(digits.substr(2, 2), kDigits),
                     read_digits(digits.substr(0, 2), kDigits),
                     read_digits(digits.substr(4, 4), kDigits),
                     {}};
    const std::int64_t cells = grid.rows * grid.columns;
    if (cells > kMostLinkCells)
        throw NotationError("a link has at most " + std::to_string(kMostLinkCells) +
                            " cells, but this one has " + std::to_string(grid.rows) + "x" +
                            std::to_string(grid.columns));
    check_grid(grid);
    const std::string values = read_runs(digits.substr(kLinkHeader), cells);
    if (static_cast<std::int64_t>(values.size()) != cells)
        throw NotationError("the runs of analysis have " + std::to_string(values.size()) +
                            " cells, but " + grid_text(grid) + " has " + std::to_string(cells));
    inflate(grid, values);
    return grid;
}

std::string write_jsminesweeper(const GridContent& position) {
    std::string text = "analysis=" + digits_of(position.columns, kDigits, 2) +
                       digits_of(position.rows, kDigits, 2) + digits_of(position.mines, kDigits, 4);
    const std::string values = deflate(position);
    for (std::size_t start = 0; start < values.size();) {
        const std::size_t end =
            std::min(values.find_first_not_of(values[start], start), values.size());
        const Block& block = block_of_value(values[start]);
        const std::u32string_view own = kDigits.substr(block.start, block.size);
        if (block.size == 1)
            text.append(end - start, static_cast<char>(own[0]));
        else
            text += digits_of(static_cast<std::int64_t>(end - start), own, 1);
        start = end;
    }
    return text;
}

}  // namespace sapper
