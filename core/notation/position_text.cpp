#include "notation/position_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "board/cell_state.hpp"
#include "notation/lenient.hpp"
#include "support/input_error.hpp"
#include "support/unicode.hpp"
#include "support/utf8.hpp"

namespace sapper {

namespace {

// A line that numbers 11 columns; it has as many characters as the numbered rows below it.
constexpr std::string_view kLongHeader = "0 1 2 3 4 5 6 7 8 9 10";
constexpr std::size_t kLongestHeader = 100;
constexpr std::int16_t kUnknownSymbol = kOutside - 1;

using SymbolTable = std::array<std::int16_t, 128>;

// The state of every ASCII character.
constexpr SymbolTable make_table(Alphabet alphabet) {
    SymbolTable table{};
    for (std::int16_t& state : table) state = kUnknownSymbol;
    if (alphabet == Alphabet::kLayouts) {
        table['*'] = 1;
        table['-'] = 0;
        return table;
    }
    table['#'] = kCovered;
    table['F'] = kFlagged;
    table['?'] = kUnread;
    table['~'] = kOutside;
    table['.'] = 0;
    for (std::int16_t digit = 0; digit < 10; ++digit)
        table[static_cast<std::size_t>('0' + digit)] = digit;
    return table;
}

constexpr SymbolTable kPositionTable = make_table(Alphabet::kPositions);
constexpr SymbolTable kLayoutTable = make_table(Alphabet::kLayouts);

std::int16_t state_of(char32_t character, Alphabet alphabet) {
    if (character >= kPositionTable.size()) return kUnknownSymbol;
    return (alphabet == Alphabet::kPositions ? kPositionTable : kLayoutTable)[character];
}

const char* listed(Alphabet alphabet) {
    return alphabet == Alphabet::kPositions ? "# F ? ~ . 0-9" : "* -";
}

bool is_digit(char32_t c) {
    return c >= U'0' && c <= U'9';
}
bool is_space(char32_t c) {
    return c == U' ' || c == U'\t';
}

std::string_view trimmed(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(" \t") - first + 1);
}

// The text without a byte order mark, with "\n" as the end of every line.
std::string with_line_feeds(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        plain += text[i] == '\r' ? '\n' : text[i];
    }
    return plain;
}

std::vector<TextLine> lines_of(std::string_view text) {
    std::vector<TextLine> lines;
    std::size_t number = 0;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view line = text.substr(start, end - start);
        ++number;
        if (!trimmed(line).empty()) lines.push_back({number, line});
        start = end + 1;
    }
    return lines;
}

// -- rows in standard notation -----------------------------------------------------------------

// Reads a line with numbers in brackets, or reports what is wrong with it.
class RowReader {
  public:
    RowReader(const TextLine& line, Alphabet alphabet)
        : line_(decode_utf8(line.text)), number_(line.number), alphabet_(alphabet) {}

    void read(std::vector<std::int16_t>& states) {
        for (at_ = 0; at_ < line_.size();) {
            if (is_space(line_[at_]))
                ++at_;
            else
                states.push_back(read_cell());
        }
    }

  private:
    std::int16_t read_cell() {
        const std::size_t column = at_ + 1;
        if (line_[at_] == U'(') return read_number();
        const char32_t symbol = line_[at_++];
        const std::int16_t state = state_of(symbol, alphabet_);
        if (state != kUnknownSymbol) return state;
        throw NotationError("unknown character " + quoted(std::u32string_view(&symbol, 1)) +
                                ", not one of " + listed(alphabet_),
                            number_, column);
    }

    std::int16_t read_number() {
        const std::size_t start = at_++;
        skip(is_space);
        const std::size_t first = at_;
        skip(is_digit);
        const std::size_t last = at_;
        skip(is_space);
        if (first == last || at_ >= line_.size() || line_[at_] != U')')
            throw NotationError("a bracket without a number such as (12)", number_, start + 1);
        ++at_;
        int number = 0;
        for (std::size_t i = first; i < last; ++i)
            number = std::min(kMostClue + 1, 10 * number + static_cast<int>(line_[i] - U'0'));
        if (last - first > 5 || number > kMostClue) {
            const std::u32string shown =
                line_.substr(start, std::min<std::size_t>(20, at_ - start));
            throw NotationError(
                "the clue " + encode_utf8(shown) + " is over " + std::to_string(kMostClue), number_,
                start + 1);
        }
        return static_cast<std::int16_t>(number);
    }

    template <class Property>
    void skip(Property property) {
        while (at_ < line_.size() && property(line_[at_])) ++at_;
    }

    std::u32string line_;
    std::size_t number_;
    Alphabet alphabet_;
    std::size_t at_ = 0;
};

// Appends the states of a line of plain characters; false, without appending, if it has others.
bool read_plain_line(const TextLine& line, Alphabet alphabet, std::vector<std::int16_t>& states) {
    const std::size_t before = states.size();
    for (const char c : line.text) {
        if (c == ' ' || c == '\t') continue;
        const std::int16_t state = state_of(static_cast<unsigned char>(c), alphabet);
        if (state == kUnknownSymbol) {
            states.resize(before);
            return false;
        }
        states.push_back(state);
    }
    return true;
}

TextRows read_strict_rows(std::span<const TextLine> lines, Alphabet alphabet) {
    TextRows found;
    for (const TextLine& line : lines) {
        const std::size_t before = found.states.size();
        if (!read_plain_line(line, alphabet, found.states))
            RowReader(line, alphabet).read(found.states);
        found.rows.push_back({line.number, found.states.size() - before});
    }
    return found;
}

bool have_one_length(const TextRows& rows) {
    return std::all_of(rows.rows.begin(), rows.rows.end(), [&rows](const TextRows::Row& row) {
        return row.cells == rows.rows[0].cells;
    });
}

// Throws NotationError if a line has more characters than a board has cells.
void check_lengths(std::span<const TextLine> lines) {
    for (const TextLine& line : lines) {
        if (line.text.size() <= static_cast<std::size_t>(kMostCells)) continue;
        const auto count = std::count_if(line.text.begin(), line.text.end(), [](char c) {
            return c != ' ' && c != '\t' && (c & 0xc0) != 0x80;
        });
        if (count > kMostCells)
            throw NotationError(
                std::to_string(count) + " cells, over " + std::to_string(kMostCells), line.number);
    }
}

TextRows read_rows(std::span<const TextLine> lines, std::string_view text,
                   const TextOptions& options) {
    check_lengths(lines);
    if (options.alphabet == Alphabet::kLayouts && options.symbols.empty())
        return read_strict_rows(lines, options.alphabet);
    if (options.symbols.empty()) {
        try {
            TextRows rows = read_strict_rows(lines, options.alphabet);
            if (have_one_length(rows) && text.find(kLongHeader) == std::string_view::npos)
                return rows;
        } catch (const NotationError&) {  // not in standard notation
        }
    }
    return read_lenient_rows(lines, options.symbols);
}

// -- boards ------------------------------------------------------------------------------------

std::string cells(std::size_t count) {
    return count == 1 ? "1 cell" : std::to_string(count) + " cells";
}

// A header: its board, unless it is a graph that is not known, and its mines.
struct Header {
    std::optional<TextBoard> board;
    std::optional<std::int64_t> mines;
};

Header read_header(const TextLine& line, const SpecReader& read_spec) {
    const std::string text(trimmed(line.text));
    try {
        TextBoard board = read_spec(text);
        const std::optional<std::int64_t> mines = board.mines;
        return {std::move(board), mines};
    } catch (const SpecError& error) {
        if (!lower_ascii(text).starts_with("graph:"))
            throw NotationError(error.what(), line.number);
    }
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) return {};
    const std::string mines = text.substr(slash + 1);
    const bool whole =
        !mines.empty() && mines.size() <= 18 &&
        std::all_of(mines.begin(), mines.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!whole)
        throw NotationError("bad number of mines " + quoted(mines) + " in " + quoted(text),
                            line.number);
    std::int64_t number = 0;
    std::from_chars(mines.data(), mines.data() + mines.size(), number);
    return {std::nullopt, number};
}

// The flat board of a kind with the shape of the rows.
TextBoard board_of_rows(const std::string& kind, const TextRows& rows) {
    const TextRows::Row& first = rows.rows[0];
    for (const TextRows::Row& row : rows.rows)
        if (row.cells != first.cells)
            throw NotationError(cells(row.cells) + ", but line " + std::to_string(first.line) +
                                    " has " + std::to_string(first.cells),
                                row.line);
    try {
        return read_built_in_spec(kind + ":" + std::to_string(rows.rows.size()) + "x" +
                                  std::to_string(first.cells));
    } catch (const SpecError& error) {
        throw NotationError(error.what());
    }
}

// Throws NotationError unless the rows of the text are those of the board.
void check_rows(const TextRows& rows, const TextBoard& board) {
    const auto columns = static_cast<std::size_t>(board.shape.back());
    for (const TextRows::Row& row : rows.rows)
        if (row.cells != columns)
            throw NotationError(cells(row.cells) + ", but a row of " + board.title + " has " +
                                    std::to_string(columns),
                                row.line);
    const auto wanted = static_cast<std::size_t>(cell_count(board.shape, kMostCells)) / columns;
    if (rows.rows.size() != wanted)
        throw NotationError(std::to_string(rows.rows.size()) + " rows, but " + board.title +
                            " has " + std::to_string(wanted));
}

void choose_board(const std::optional<TextLine>& header, const TextRows& rows,
                  const TextOptions& options, TextReading& reading) {
    Header found;
    if (header) found = read_header(*header, options.read_spec);
    reading.mines = found.mines;
    if (options.board || !options.spec.empty()) {
        reading.source = TextReading::Source::kCaller;
        reading.board = options.board ? *options.board : options.read_spec(options.spec);
        if (reading.board.mines) reading.mines = reading.board.mines;
    } else if (!options.kind.empty() || !header) {
        reading.source = TextReading::Source::kRows;
        reading.kind = options.kind.empty() ? std::string(kDefaultKind) : options.kind;
        reading.board = board_of_rows(reading.kind, rows);
    } else if (found.board) {
        reading.source = TextReading::Source::kHeader;
        reading.board = *found.board;
    } else {
        throw NotationError(
            "the edges of a graph are not in the text, and it is not known here: pass its board",
            header->number);
    }
}

std::string bracketed(std::int16_t number) {
    std::string text = "(";
    text += std::to_string(number);
    return text += ')';
}

std::string row_text(std::span<const std::int16_t> values, Alphabet alphabet) {
    std::string text;
    for (const std::int16_t value : values)
        text += alphabet == Alphabet::kPositions ? state_symbol(value) : mines_symbol(value);
    return text;
}

}  // namespace

TextBoard read_built_in_spec(const std::string& spec) {
    Spec found = parse_spec(spec, kMostPerCell);
    return {found.board_text(), found.shape, found.mines};
}

TextReading read_text(std::string_view text, const TextOptions& options) {
    const std::size_t length = static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
    if (length > kLongestText)
        throw NotationError("the text has " + std::to_string(length) + " characters, over " +
                            std::to_string(kLongestText));
    const std::string plain = with_line_feeds(text);
    if (static_cast<std::size_t>(std::count(plain.begin(), plain.end(), '\n')) > kMostLines)
        throw NotationError("the text has more than " + std::to_string(kMostLines) + " lines");
    const std::vector<TextLine> all = lines_of(plain);
    std::span<const TextLine> lines = all;
    std::optional<TextLine> header;
    if (!lines.empty() && is_header(lines.front().text)) {
        header = lines.front();
        lines = lines.subspan(1);
    }
    if (lines.empty())
        throw NotationError("there are no cells in the text; rows look like '#1..F'");
    TextRows rows = read_rows(lines, plain, options);
    TextReading reading{};
    choose_board(header, rows, options, reading);
    check_rows(rows, reading.board);
    reading.states = std::move(rows.states);
    reading.symbols = std::move(rows.symbols);
    return reading;
}

bool is_header(std::string_view line) {
    const std::string word = lower_ascii(trimmed(line));
    const std::u32string characters = decode_utf8(word);
    if (characters.size() > kLongestHeader) return false;
    if (find_named(std::string_view(word).substr(0, word.find('/'))) != nullptr) return true;
    std::size_t at = 0;
    const auto skip_digits = [&word, &at] {
        const std::size_t start = at;
        while (at < word.size() && word[at] >= '0' && word[at] <= '9') ++at;
        return at > start;
    };
    if (skip_digits()) {
        int dimensions = 1;
        while (at < word.size() && word[at] == 'x') {
            ++at;
            if (!skip_digits()) return false;
            ++dimensions;
        }
        return dimensions > 1 && (at == word.size() || word[at] == '/');
    }
    if (word.empty() || word[0] < 'a' || word[0] > 'z') return false;
    return word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == word.find(':') &&
           word.find(':') != std::string::npos;
}

std::optional<PlainRows> read_plain_rows(std::string_view text) {
    PlainRows found{{}, 0, 0};
    found.states.reserve(text.size());
    std::size_t row_begin = 0;
    const auto end_row = [&] {
        const std::size_t size = found.states.size() - row_begin;
        row_begin = found.states.size();
        if (size == 0) return true;
        if (found.rows++ == 0) found.columns = size;
        return size == found.columns;
    };
    for (const char c : text) {
        const std::int16_t state = state_of(static_cast<unsigned char>(c), Alphabet::kPositions);
        if (state != kUnknownSymbol)
            found.states.push_back(state);
        else if (c == '\n' ? !end_row() : c != ' ' && c != '\t')
            return std::nullopt;
    }
    if (!end_row() || found.rows == 0) return std::nullopt;
    return found;
}

std::string state_symbol(std::int16_t state) {
    constexpr std::string_view kSymbols = "~?F#.123456789";
    if (state < 10) return {kSymbols[static_cast<std::size_t>(state - kOutside)]};
    return bracketed(state);
}

std::string mines_symbol(std::int16_t mines) {
    if (mines < 2) return mines == 0 ? "-" : "*";
    return bracketed(mines);
}

std::string format_rows(const Shape& shape, std::span<const std::int16_t> values,
                        Alphabet alphabet) {
    const auto columns = static_cast<std::size_t>(shape.back());
    const auto rows = shape.size() > 1 ? static_cast<std::size_t>(shape[shape.size() - 2]) : 1;
    std::string text;
    for (std::size_t row = 0; row * columns < values.size(); ++row) {
        if (row > 0) text += row % rows == 0 ? "\n\n" : "\n";
        text += row_text(values.subspan(row * columns, columns), alphabet);
    }
    return text;
}

}  // namespace sapper
