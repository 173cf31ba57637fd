#include "board/spec.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

#include "support/input_error.hpp"
#include "support/unicode.hpp"
#include "support/utf8.hpp"

namespace sapper {

namespace {

constexpr std::size_t kMostShown = 60, kLongestSpec = 500, kLongestNumber = 18;

std::string shown(std::string_view text) {
    return quoted_start(text, kMostShown);
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_number(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

std::int64_t to_number(std::string_view digits) {
    std::int64_t found = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), found);
    return found;
}

std::int64_t read_number(std::string_view digits, const char* what, std::string_view text) {
    if (!is_number(digits))
        throw SpecError(std::string("bad ") + what + " " + shown(digits) + " in board spec " +
                        shown(text));
    if (digits.size() > kLongestNumber)
        throw SpecError(std::string("the ") + what + " " + shown(digits) + " in board spec " +
                        shown(text) + " is over " + std::to_string(kMostCells));
    return to_number(digits);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t start = 0;;) {
        const std::size_t end = text.find(separator, start);
        parts.push_back(text.substr(start, end - start));
        if (end == std::string_view::npos) return parts;
        start = end + 1;
    }
}

// The number of characters in common blocks: the longest common substring, then the same on both
// sides of it.
std::size_t matched(std::u32string_view a, std::u32string_view b) {
    std::size_t best = 0, a_end = 0, b_end = 0;
    std::vector<std::size_t> before(b.size() + 1, 0), lengths(b.size() + 1, 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            lengths[j + 1] = a[i] == b[j] ? before[j] + 1 : 0;
            if (lengths[j + 1] > best) best = lengths[j + 1], a_end = i + 1, b_end = j + 1;
        }
        std::swap(before, lengths);
    }
    if (best == 0) return 0;
    return best + matched(a.substr(0, a_end - best), b.substr(0, b_end - best)) +
           matched(a.substr(a_end), b.substr(b_end));
}

std::vector<std::string> known_words(bool with_named, std::span<const std::string> added) {
    std::vector<std::string> known;
    if (with_named)
        for (const NamedBoard& board : named_boards()) known.emplace_back(board.name);
    for (const BoardKind& kind : board_kinds()) known.push_back(kind.name);
    known.insert(known.end(), added.begin(), added.end());
    return known;
}

std::string suggestion(std::string_view word, std::span<const std::string> known) {
    const std::vector<std::string> close = similar_words(word, known);
    if (!close.empty()) {
        const auto start = std::find_if(close.begin(), close.end(), [word](const auto& name) {
            return word.starts_with(name);
        });
        return "did you mean " + quoted(start == close.end() ? close.front() : *start) + "?";
    }
    std::string names;
    for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
    return "write ROWSxCOLUMNS/MINES, as in 16x30/99, or KIND:SIZE/MINES, as in torus:9x12/15; "
           "known names are " +
           names;
}

// The error for a text that names no kind and is no size.
SpecError unknown_board(const std::string& name, std::string_view text,
                        std::span<const std::string> added) {
    std::string hint = suggestion(name, known_words(true, added));
    const BoardKind* kind = find_kind(name);
    if (kind != nullptr || std::find(added.begin(), added.end(), name) != added.end()) {
        const std::string preset = kind != nullptr && kind->preset ? *kind->preset : "16x30";
        hint = "this kind of board needs its size, as in " + name + ":" +
               preset.substr(0, preset.find('/'));
    }
    return SpecError("unknown board " + shown(text) + ": " + hint);
}

Spec read_lattice(const std::string& board, std::string_view text,
                  std::span<const std::string> added) {
    const std::size_t colon = board.find(':');
    const bool has_kind = colon != std::string::npos;
    const std::string name = has_kind ? board.substr(0, colon) : std::string(kDefaultKind);
    const std::string dimensions = has_kind ? board.substr(colon + 1) : board;
    if (!has_kind) {
        const std::size_t start = dimensions.starts_with('-') ? 1 : 0;
        if (dimensions.size() <= start || !is_digit(dimensions[start]))
            throw unknown_board(dimensions, text, added);
    }
    if (has_kind && name == kGraphKind)
        throw SpecError("no graph " + quoted_start(board, 80) +
                        " is known here: build it with sapper.graph in this process, or use the "
                        "store that holds it; a spec cannot contain the edges of a graph");
    const BoardKind* kind = find_kind(name);
    if (kind == nullptr)
        throw SpecError("unknown kind of board " + shown(name) + " in " + shown(text) + ": " +
                        suggestion(name, known_words(false, added)));
    Shape shape = parse_dimensions(dimensions, text);
    const int wanted = kind->rule.dimensions;
    if (wanted != 0 && shape.size() != static_cast<std::size_t>(wanted)) {
        const std::string hint =
            name == kDefaultKind ? "; write box:" + dimensions.substr(0, kMostShown) + " for a box"
                                 : "";
        throw SpecError("bad board spec " + shown(text) + ": " + name + " needs ROWSxCOLUMNS" +
                        hint);
    }
    return {kind, std::move(shape), std::nullopt};
}

}  // namespace

std::string Spec::text() const {
    return mines ? board_text() + "/" + std::to_string(*mines) : board_text();
}

SpecParts split_spec(std::string_view text) {
    const std::u32string characters = decode_utf8(text);
    if (characters.size() > kLongestSpec)
        throw SpecError("a board spec has at most " + std::to_string(kLongestSpec) +
                        " characters, not " + std::to_string(characters.size()) +
                        ": it starts with " +
                        quoted(std::u32string_view(characters).substr(0, 40)));
    const std::string plain = lower_ascii(stripped(text));
    const std::size_t slash = plain.find('/');
    SpecParts parts{plain.substr(0, slash), std::nullopt};
    if (slash != std::string::npos) parts.mines = plain.substr(slash + 1);
    if (const NamedBoard* named = find_named(parts.board)) {
        const std::size_t own = named->spec.find('/');
        parts.board = named->spec.substr(0, own);
        if (!parts.mines) parts.mines = named->spec.substr(own + 1);
    }
    return parts;
}

Spec parse_spec(std::string_view text, int max_per_cell, std::span<const std::string> added) {
    const SpecParts parts = split_spec(text);
    Spec spec{};
    try {
        spec = read_lattice(parts.board, text, added);
        check_shape(*spec.kind, spec.shape);
    } catch (const BoardError& error) {
        throw SpecError("bad board spec " + shown(text) + ": " + error.what());
    }
    if (parts.mines) spec.mines = parse_spec_mines(*parts.mines, spec.size() * max_per_cell, text);
    return spec;
}

Shape parse_dimensions(std::string_view dimensions, std::string_view text) {
    Shape shape;
    for (const std::string_view number : split(dimensions, 'x'))
        shape.push_back(read_number(number, "dimension", text));
    return shape;
}

std::int64_t parse_spec_mines(std::string_view mines, std::int64_t room, std::string_view text) {
    const std::int64_t number = read_number(mines, "number of mines", text);
    check_spec_mines(number, room, text);
    return number;
}

void check_spec_mines(std::int64_t mines, std::int64_t room, std::string_view text) {
    if (mines < 0 || mines > room)
        throw SpecError(std::to_string(mines) + " mines in board spec " + shown(text) +
                        ", but this board can have 0 to " + std::to_string(room));
}

std::int64_t claimed_cells(std::string_view text) {
    constexpr std::int64_t kMost = std::int64_t{1} << 62;
    const std::string plain = lower_ascii(stripped(text));
    std::string_view board = std::string_view(plain).substr(0, plain.find('/'));
    if (const NamedBoard* named = find_named(board))
        board = named->spec.substr(0, named->spec.find('/'));
    const std::size_t colon = board.rfind(':');
    Shape shape;
    for (const std::string_view number :
         split(colon == std::string_view::npos ? board : board.substr(colon + 1), 'x')) {
        if (!is_number(number) || number.size() > kLongestNumber) return 0;
        shape.push_back(to_number(number));
    }
    std::int64_t cells = 1;
    for (const std::int64_t length : shape) {
        if (length <= 0) return 0;
        cells = length > kMost / cells ? kMost : cells * length;
    }
    return cells;
}

std::vector<std::string> similar_words(std::string_view word, std::span<const std::string> known) {
    constexpr double kCutoff = 0.45;
    constexpr std::size_t kMostWords = 3;
    const std::u32string wanted = decode_utf8(word);
    std::vector<std::pair<double, std::string>> found;
    for (const std::string& name : known) {
        const std::u32string other = decode_utf8(name);
        const std::size_t length = wanted.size() + other.size();
        const double ratio = length == 0 ? 1.0
                                         : 2.0 * static_cast<double>(matched(other, wanted)) /
                                               static_cast<double>(length);
        if (ratio >= kCutoff) found.emplace_back(ratio, name);
    }
    std::sort(found.rbegin(), found.rend());
    std::vector<std::string> close;
    for (const auto& [ratio, name] : found)
        if (close.size() < kMostWords) close.push_back(name);
    return close;
}

}  // namespace sapper
