#include "notation/lenient.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "support/input_error.hpp"
#include "support/unicode.hpp"
#include "support/utf8.hpp"

namespace sapper {

namespace {

constexpr std::u32string_view kBars = U"|│┃║¦";
constexpr std::u32string_view kSeparators = U"\t,;";
constexpr std::size_t kSureLabels = 4;  // numbers in a row that are labels and not clues, next to
                                        // an empty corner

// The symbol of one cell, or the field of a table, with its place in the text.
struct Token {
    std::u32string symbol;
    std::size_t line, column;
};

using Tokens = std::vector<Token>;
using Labels = std::vector<std::u32string_view>;

// A line as characters.
struct Line {
    std::size_t number;
    std::u32string text;
};

bool is_one_of(char32_t character, std::u32string_view characters) {
    return characters.find(character) != std::u32string_view::npos;
}

bool is_ascii_digit(char32_t c) {
    return c >= U'0' && c <= U'9';
}

NotationError no_cells() {
    return NotationError("there are no cells in the text; rows look like '#1..F'");
}

// -- symbols of cells --------------------------------------------------------------------------

// Finds the cells of a line one after the other: "(12)", ":name:", or a character with its marks.
class CellFinder {
  public:
    CellFinder(std::u32string_view line, std::size_t start) : line_(line), at_(start) {}

    // Moves to the next cell; false at the end of the line.
    bool next() {
        while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
        if (at_ >= line_.size()) return false;
        start_ = at_;
        digits_ = name_ = {};
        if (!find_number() && !find_name()) find_symbol();
        return true;
    }

    [[nodiscard]] std::size_t start() const { return start_; }
    [[nodiscard]] std::u32string_view text() const { return line_.substr(start_, at_ - start_); }
    [[nodiscard]] std::u32string_view digits() const { return digits_; }
    [[nodiscard]] std::u32string_view name() const { return name_; }

  private:
    [[nodiscard]] char32_t peek(std::size_t at) const { return at < line_.size() ? line_[at] : 0; }

    bool find_number() {
        if (line_[at_] != U'(') return false;
        std::size_t at = at_ + 1;
        while (is_one_of(peek(at), U" \t")) ++at;
        const std::size_t first = at;
        while (is_ascii_digit(peek(at))) ++at;
        const std::size_t last = at;
        while (is_one_of(peek(at), U" \t")) ++at;
        if (first == last || peek(at) != U')') return false;
        digits_ = line_.substr(first, last - first);
        at_ = at + 1;
        return true;
    }

    bool find_name() {
        if (line_[at_] != U':') return false;
        std::size_t at = at_ + 1;
        while ((peek(at) >= U'a' && peek(at) <= U'z') || peek(at) == U'_') ++at;
        if (at == at_ + 1 || peek(at) != U':') return false;
        name_ = line_.substr(at_, at + 1 - at_);
        at_ = at + 1;
        return true;
    }

    void find_symbol() {
        ++at_;
        while (is_one_of(peek(at_), U"\u20e3\ufe0e\ufe0f")) ++at_;
        while (peek(at_) == U'\u200d' && at_ + 1 < line_.size() && !is_blank(line_[at_ + 1])) {
            at_ += 2;
            while (is_one_of(peek(at_), U"\ufe0e\ufe0f")) ++at_;
        }
    }

    std::u32string_view line_, digits_, name_;
    std::size_t at_, start_ = 0;
};

// The digits of a clue without leading zeros.
std::u32string clue_digits(std::u32string_view digits, std::u32string_view shown, std::size_t line,
                           std::size_t column) {
    const std::optional<std::int16_t> number =
        digits.size() <= 5 ? own_state(digits) : std::nullopt;
    if (!number)
        throw NotationError("the clue " + encode_utf8(shown.substr(0, 20)) + " is over " +
                                std::to_string(kMostClue),
                            line, column);
    return decode_utf8(std::to_string(*number));
}

// The symbols of a line in which every cell is one symbol.
Tokens symbols_of(std::u32string_view line, std::size_t number, std::size_t start = 0) {
    Tokens found;
    CellFinder cells(line, start);
    while (cells.next()) {
        const std::size_t column = cells.start() + 1;
        if (!cells.digits().empty()) {
            found.push_back(
                {clue_digits(cells.digits(), cells.text(), number, column), number, column});
            continue;
        }
        std::u32string symbol =
            cells.name().empty() ? normal_symbol(cells.text()) : std::u32string(cells.name());
        if (symbol == U"(")
            throw NotationError("a bracket without a number such as (12)", number, column);
        if (!symbol.empty()) found.push_back({std::move(symbol), number, column});
    }
    return found;
}

// -- labels ------------------------------------------------------------------------------------

bool is_decimal(std::u32string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char32_t character) {
        return decimal_digit(character).has_value();
    });
}

// Whether labels are 0, 1, 2, ..., or 1, 2, 3, ..., or a, b, c, ...
bool counts(const Labels& labels) {
    std::vector<std::string> names;
    for (std::u32string_view label : labels) {
        while (!label.empty() && is_one_of(label.front(), U"*` ")) label.remove_prefix(1);
        while (!label.empty() && is_one_of(label.back(), U"*` ")) label.remove_suffix(1);
        names.push_back(lower_ascii(encode_utf8(label)));
    }
    if (names.empty()) return false;
    if (names[0] == "0" || names[0] == "1") {
        std::size_t number = names[0] == "0" ? 0 : 1;
        return std::all_of(names.begin(), names.end(), [&number](const std::string& name) {
            return name == std::to_string(number++);
        });
    }
    if (names.size() < 2 || names.size() > 26) return false;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] != std::string(1, static_cast<char>('a' + i))) return false;
    return true;
}

bool can_be_clues(const Labels& labels) {
    return std::all_of(labels.begin(), labels.end(), [](std::u32string_view label) {
        if (!is_decimal(label)) return false;
        int number = 0;
        for (const char32_t digit : label)
            number = std::min(100, 10 * number + decimal_digit(digit).value_or(0));
        return number <= 8;
    });
}

bool are_blank(const Labels& fields) {
    return std::all_of(fields.begin(), fields.end(),
                       [](std::u32string_view field) { return field == kBlankSymbol; });
}

// -- tables ------------------------------------------------------------------------------------

bool is_border(std::u32string_view line) {
    const bool only_lines = std::all_of(line.begin(), line.end(), [](char32_t c) {
        return is_blank(c) || is_one_of(c, U"|│┃║¦+:=-") || (c >= 0x2500 && c <= 0x257f);
    });
    if (!only_lines || line.empty()) return false;
    const bool drawn = std::any_of(line.begin(), line.end(), [](char32_t c) {
        return c == U'+' || (c >= 0x2500 && c <= 0x257f && !is_one_of(c, kBars));
    });
    const auto holds = [line](std::u32string_view part) {
        return line.find(part) != std::u32string_view::npos;
    };
    return drawn || holds(U"---") || holds(U"===") || holds(U":-") || holds(U"-:");
}

// Splits a line into fields; bars at its ends do not enclose a field.
Tokens fields_of(const Line& line, std::u32string_view separators) {
    Tokens fields;
    const std::u32string_view text = line.text;
    for (std::size_t start = 0;;) {
        const std::size_t end = std::min(text.find_first_of(separators, start), text.size());
        std::u32string_view field = text.substr(start, end - start);
        std::size_t blanks = 0;
        while (blanks < field.size() && is_blank(field[blanks])) ++blanks;
        field = stripped(field);
        while (!field.empty() && field.front() == U'"') field.remove_prefix(1);
        while (!field.empty() && field.back() == U'"') field.remove_suffix(1);
        field = stripped(field);
        fields.push_back({std::u32string(field.empty() ? kBlankSymbol : field), line.number,
                          start + blanks + 1});
        if (end == text.size()) break;
        start = end + 1;
    }
    const std::u32string_view bare = stripped(text);
    if (separators != kBars || bare.empty()) return fields;
    if (is_one_of(bare.front(), kBars)) fields.erase(fields.begin());
    if (!fields.empty() && is_one_of(bare.back(), kBars)) fields.pop_back();
    return fields;
}

// The one symbol in a field of a table.
Token as_symbol(const Token& field) {
    if (field.symbol == kBlankSymbol) return field;
    if (std::all_of(field.symbol.begin(), field.symbol.end(), is_ascii_digit))
        return {clue_digits(field.symbol, field.symbol, field.line, field.column), field.line,
                field.column};
    const Tokens found = symbols_of(field.symbol, field.line);
    if (found.size() != 1)
        throw NotationError("the field " + quoted(std::u32string_view(field.symbol).substr(0, 40)) +
                                " holds " + std::to_string(found.size()) +
                                " symbols instead of one",
                            field.line, field.column);
    return {found[0].symbol, field.line, field.column};
}

Labels labels_of(const Tokens& row) {
    Labels labels;
    for (const Token& token : row) labels.push_back(token.symbol);
    return labels;
}

void drop_first_column(std::vector<Tokens>& rows) {
    for (Tokens& row : rows) row.erase(row.begin());
}

// Leaves out headers: a first row and a first column that number the columns and the rows. Numbers
// that may as well be clues are headers only if the rest of the table says so: a rule below the
// first row (`titled`), a missing corner, or an empty one before long numberings.
void drop_headers(std::vector<Tokens>& rows, bool titled) {
    if (rows.size() < 2) return;
    const Labels top = labels_of(rows[0]);
    Labels side;
    for (std::size_t i = 1; i < rows.size(); ++i) side.push_back(rows[i][0].symbol);
    const std::size_t line = rows[0][0].line;
    const auto drop_both = [&rows] {
        rows.erase(rows.begin());
        drop_first_column(rows);
    };
    if (top.size() == rows[1].size() - 1 && counts(top) && counts(side)) return drop_both();
    const Labels inner(top.begin() + 1, top.end());
    if (counts(side) && top[0].size() == 1 && is_one_of(top[0][0], U" \\/+")) {
        if (titled && (counts(inner) || are_blank(top))) return drop_both();
        if (counts(inner)) {
            if (can_be_clues(inner) && can_be_clues(side) &&
                std::min(side.size(), top.size() - 1) < kSureLabels)
                throw NotationError(
                    "the first row and column of the table can be numbers of columns and rows, or "
                    "clues: leave them out, or write a covered corner as '#'",
                    line);
            return drop_both();
        }
    }
    if (titled && are_blank(top)) {
        rows.erase(rows.begin());
        return;
    }
    if (counts(top) && (titled || !can_be_clues(top))) {
        if (can_be_clues(top) && top.size() < kSureLabels)
            throw NotationError(
                "the first row of the table can be numbers of columns, or clues: leave it or the "
                "rule below it out",
                line);
        rows.erase(rows.begin());
        return;
    }
    Labels column = side;
    column.insert(column.begin(), top[0]);
    const bool wide =
        std::all_of(rows.begin(), rows.end(), [](const Tokens& row) { return row.size() > 1; });
    if (counts(column) && !can_be_clues(column) && wide) drop_first_column(rows);
}

std::vector<Tokens> table_of(const std::vector<Line>& lines, std::u32string_view separators) {
    std::vector<Tokens> rows;
    std::set<std::size_t> rules;  // the numbers of rows above a rule
    for (const Line& line : lines) {
        if (is_border(line.text)) {
            rules.insert(rows.size());
            continue;
        }
        rows.push_back(fields_of(line, separators));
    }
    const auto is_empty = [](const Tokens& row) { return row.empty(); };
    std::erase_if(rows, is_empty);
    const auto starts_blank = [](const Tokens& row) { return row[0].symbol == kBlankSymbol; };
    if (separators == kBars && std::all_of(rows.begin(), rows.end(), starts_blank))
        drop_first_column(rows);
    const auto later = rules.lower_bound(2);
    const bool inside = later != rules.end() && *later < rows.size();
    const bool titled = rules.contains(1) && !inside && (!rules.contains(0) || rows.size() > 2);
    std::erase_if(rows, is_empty);
    drop_headers(rows, titled);
    for (Tokens& row : rows)
        for (Token& token : row) token = as_symbol(token);
    return rows;
}

// -- rows of characters with labels ------------------------------------------------------------

std::vector<std::u32string_view> words_of(std::u32string_view line) {
    std::vector<std::u32string_view> words;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t start = at;
        while (at < line.size() && !is_blank(line[at])) ++at;
        if (at > start) words.push_back(line.substr(start, at - start));
        ++at;
    }
    return words;
}

// Whether a first line numbers `width` columns, perhaps by their last digits alone.
bool numbers_columns(std::u32string_view line, std::size_t width) {
    const std::vector<std::u32string_view> words = words_of(line);
    if (words.size() == width && counts(words)) return true;
    std::u32string digits;
    for (const std::u32string_view word : words) digits += word;
    if (digits.size() != width) return false;
    for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
        bool same = true;
        for (std::size_t i = 0; i < width; ++i)
            same = same && digits[i] == U'0' + static_cast<char32_t>((first + i) % 10);
        if (same) return true;
    }
    return false;
}

// The rows of lines of characters. Labels are left out only if both the rows and the columns have
// them.
std::vector<Tokens> character_rows(const std::vector<Line>& lines) {
    const auto plain = [&lines] {
        std::vector<Tokens> rows;
        for (const Line& line : lines) rows.push_back(symbols_of(line.text, line.number));
        return rows;
    };
    if (lines.size() < 2) return plain();
    Labels labels;
    std::vector<std::size_t> starts;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::u32string_view text = lines[i].text;
        std::size_t first = 0;
        while (first < text.size() && is_blank(text[first])) ++first;
        std::size_t last = first;
        while (last < text.size() && !is_blank(text[last])) ++last;
        if (last == text.size()) return plain();
        labels.push_back(text.substr(first, last - first));
        starts.push_back(last + 1);
    }
    if (!counts(labels)) return plain();
    std::vector<Tokens> rows;
    for (std::size_t i = 1; i < lines.size(); ++i)
        rows.push_back(symbols_of(lines[i].text, lines[i].number, starts[i - 1]));
    const std::size_t width = rows[0].size();
    for (const Tokens& row : rows)
        if (row.size() != width) return plain();
    return numbers_columns(lines[0].text, width) ? rows : plain();
}

// The tokens of each row, without borders and headers.
std::vector<Tokens> tokens_of(const std::vector<Line>& lines, const GivenSymbols& given) {
    const auto has_any = [](const Line& line, std::u32string_view characters) {
        return line.text.find_first_of(characters) != std::u32string::npos;
    };
    if (std::any_of(lines.begin(), lines.end(),
                    [&has_any](const Line& line) { return has_any(line, kBars); }))
        return table_of(lines, kBars);
    for (std::size_t i = 0; i < kSeparators.size(); ++i) {
        const std::u32string_view separator = kSeparators.substr(i, 1);
        if (!given.contains(std::u32string(separator)) &&
            std::all_of(lines.begin(), lines.end(), [&has_any, separator](const Line& line) {
                return has_any(line, separator);
            }))
            return table_of(lines, separator);
    }
    return character_rows(lines);
}

// The different symbols of a text, in the order of their first use, each with its first token.
struct UsedSymbols {
    std::vector<std::u32string> symbols;
    std::vector<const Token*> first;
    std::unordered_map<std::u32string, std::size_t> numbers;

    explicit UsedSymbols(const std::vector<Tokens>& rows) {
        for (const Tokens& row : rows) {
            for (const Token& token : row) {
                if (!numbers.emplace(token.symbol, symbols.size()).second) continue;
                symbols.push_back(token.symbol);
                first.push_back(&token);
            }
        }
    }
};

}  // namespace

TextRows read_lenient_rows(std::span<const TextLine> lines, const GivenSymbols& given) {
    std::vector<Line> decoded;
    for (const TextLine& line : lines) decoded.push_back({line.number, decode_utf8(line.text)});
    std::vector<Tokens> rows = tokens_of(decoded, given);
    std::erase_if(rows, [](const Tokens& row) { return row.empty(); });
    if (rows.empty()) throw no_cells();
    const UsedSymbols used(rows);
    for (const Token* token : used.first)
        if (!given.contains(token->symbol) && !is_known_symbol(token->symbol))
            throw NotationError("unknown character " +
                                    quoted(std::u32string_view(token->symbol).substr(0, 40)) +
                                    ", not one of " + std::string(kAcceptedSymbols) +
                                    "; symbols can give it a meaning",
                                token->line, token->column);
    std::vector<std::int16_t> states;
    try {
        states = resolve_symbols(used.symbols, given);
    } catch (const AmbiguousSymbol& error) {
        const Token& place = *used.first[error.index];
        throw NotationError(error.what(), place.line, place.column);
    }
    TextRows found;
    for (const Tokens& row : rows) {
        found.rows.push_back({row[0].line, row.size()});
        for (const Token& token : row)
            found.states.push_back(states[used.numbers.at(token.symbol)]);
    }
    for (std::size_t i = 0; i < states.size(); ++i)
        found.symbols.emplace_back(encode_utf8(used.symbols[i]), meaning_of(states[i]));
    return found;
}

}  // namespace sapper
