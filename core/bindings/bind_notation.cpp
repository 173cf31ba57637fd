// Positions given as nested lists, or as text. The fast parsers accept plain input only and return
// None otherwise; the caller then uses the slow one, which handles special cases and reports
// errors.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "notation/mine_totals.hpp"
#include "notation/position_text.hpp"
#include "support/input_error.hpp"
#include "support/utf8.hpp"

namespace sapper::bindings {

namespace {

constexpr std::int16_t kNoClue = std::numeric_limits<std::int16_t>::min();

nb::bytes as_bytes(const std::vector<std::int16_t>& states) {
    return nb::bytes(states.data(), states.size() * sizeof(std::int16_t));
}

// Converts a clue to a state; kNoClue if it is none in the range of clues, kUnread or kOutside.
std::int16_t encode_number(PyObject* clue) {
    if (!PyLong_CheckExact(clue)) return kNoClue;
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(clue, &overflow);
    const bool known = value >= 0 || value == kUnread || value == kOutside;
    if (overflow != 0 || !known || value > kMostClue) return kNoClue;
    return static_cast<std::int16_t>(value);
}

PyObject* list_item(PyObject* list, Py_ssize_t i) {
#ifdef Py_LIMITED_API
    return PyList_GetItem(list, i);
#else
    return PyList_GET_ITEM(list, i);  // a macro, without a function call
#endif
}

// Reads clues one by one. Nearly all clues are small integers, which Python represents by one
// object per value, so most clues are recognised by comparing pointers.
class ClueReader {
  public:
    // Reserves memory for at most kReserved cells: the lists may turn out to be far smaller than
    // the board.
    explicit ClueReader(Py_ssize_t cells) {
        if (cells > 0) states_.reserve(static_cast<std::size_t>(std::min(cells, kReserved)));
    }

    // Appends the clues of a list or tuple, nested according to the shape. Returns false if they
    // are not plain.
    bool read(PyObject* clues, std::span<const Py_ssize_t> shape) {
        const bool is_list = PyList_CheckExact(clues);
        if (!is_list && !PyTuple_CheckExact(clues)) return false;
        const Py_ssize_t size = is_list ? PyList_Size(clues) : PyTuple_Size(clues);
        if (size != shape.front()) return false;
        for (Py_ssize_t i = 0; i < size; ++i) {
            PyObject* entry = is_list ? list_item(clues, i) : PyTuple_GetItem(clues, i);
            if (!(shape.size() > 1 ? read(entry, shape.subspan(1)) : take(entry))) return false;
        }
        return true;
    }

    void clear() { states_.clear(); }
    [[nodiscard]] nb::bytes bytes() const { return as_bytes(states_); }

  private:
    static constexpr Py_ssize_t kReserved = 1 << 16;
    static constexpr std::size_t kKnown = 9;

    bool take(PyObject* clue) {
        states_.push_back(clue == Py_None ? std::int16_t{kCovered} : number(clue));
        return states_.back() != kNoClue;
    }

    std::int16_t number(PyObject* clue) {
        for (std::size_t value = 0; value < kKnown; ++value)
            if (known_[value] == clue) return static_cast<std::int16_t>(value);
        const std::int16_t value = encode_number(clue);
        if (value >= 0 && value < static_cast<std::int16_t>(kKnown))
            known_[static_cast<std::size_t>(value)] = clue;
        return value;
    }

    std::vector<std::int16_t> states_;
    std::array<PyObject*, kKnown> known_{};  // by value: its object, kept alive by the lists
};

std::optional<nb::bytes> encode(nb::handle clues, const std::vector<Py_ssize_t>& shape,
                                Py_ssize_t cells) {
    if (shape.empty()) return std::nullopt;
    ClueReader reader(cells);
    if (!reader.read(clues.ptr(), shape)) {
        reader.clear();
        if (shape.size() == 1 || !reader.read(clues.ptr(), {&cells, 1})) return std::nullopt;
    }
    return reader.bytes();
}

std::optional<std::tuple<nb::bytes, std::size_t, std::size_t>> read_rows(nb::str text) {
    Py_ssize_t length = 0;
    const char* characters = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
    if (characters == nullptr) {
        PyErr_Clear();
        return std::nullopt;
    }
    const auto found = read_plain_rows({characters, static_cast<std::size_t>(length)});
    if (!found) return std::nullopt;
    return std::tuple(as_bytes(found->states), found->rows, found->columns);
}

using FoundTotals = std::tuple<std::string, std::string, std::vector<std::string>,
                               std::vector<std::pair<std::string, std::string>>>;

FoundTotals read_totals(const std::string& text) {
    const MineTotals totals = read_mine_totals(text);
    FoundTotals found{totals.first.text(), totals.last.text(), {}, {}};
    for (const Natural& number : totals.numbers) std::get<2>(found).push_back(number.text());
    for (const Fraction& p : totals.probabilities)
        std::get<3>(found).emplace_back(p.numerator.text(), p.denominator.text());
    return found;
}

using GivenBoard = std::tuple<std::string, Shape, std::optional<std::int64_t>>;
using ReadSpec = nb::typed<nb::callable, GivenBoard(std::string)>;

// A reader of specs that calls Python, whose SpecError becomes that of the core.
SpecReader spec_reader(const ReadSpec& read_spec) {
    return [&read_spec](const std::string& spec) -> TextBoard {
        try {
            auto [title, shape, mines] = nb::cast<GivenBoard>(read_spec(spec));
            return {std::move(title), std::move(shape), mines};
        } catch (nb::python_error& error) {
            if (!error.matches(nb::module_::import_("sapper.errors").attr("SpecError"))) throw;
            throw SpecError(nb::str(error.value()).c_str());
        }
    };
}

using FoundText = std::tuple<std::string, std::string, std::optional<std::int64_t>, nb::bytes,
                             std::vector<std::pair<std::string, std::string>>>;

FoundText read_text_of(const std::string& text, bool layouts,
                       const std::map<std::string, std::int16_t>& symbols,
                       std::optional<GivenBoard> board, const std::string& spec,
                       const std::string& kind, const ReadSpec& read_spec) {
    TextOptions options;
    if (layouts) options.alphabet = Alphabet::kLayouts;
    for (const auto& [symbol, state] : symbols) options.symbols.emplace(decode_utf8(symbol), state);
    if (board) {
        auto& [title, shape, mines] = *board;
        options.board = TextBoard{std::move(title), std::move(shape), mines};
    }
    options.spec = spec;
    options.kind = kind;
    options.read_spec = spec_reader(read_spec);
    TextReading reading = read_text(text, options);
    constexpr const char* kSources[] = {"caller", "header", "rows"};
    return {kSources[static_cast<int>(reading.source)], reading.board.title, reading.mines,
            as_bytes(reading.states), std::move(reading.symbols)};
}

}  // namespace

void bind_notation(nb::module_& m) {
    m.def(
        "encode", &encode, nb::arg("clues").none(), nb::arg("shape"), nb::arg("cells"),
        "Convert lists of clues, flat or nested, to the bytes of an int16 array of states; None if "
        "they are not plain.");
    m.def("read_rows", &read_rows, nb::arg("text"),
          "Convert rows of one character per cell to the bytes of an int16 array of states, the "
          "number of rows and the number of columns; None if they are not plain.");
    m.def("read_mine_totals", &read_totals, nb::arg("text"),
          "Read a number of mines as text: the first and last possible number, all of them unless "
          "they are a range, and their probabilities as pairs of numerator and denominator unless "
          "all layouts are equally likely; numbers as decimal digits.");
    m.attr("MAX_TEXT") = kLongestText;
    m.attr("MAX_LINES") = kMostLines;
    m.def(
        "read_text", &read_text_of, nb::arg("text"), nb::arg("layouts"), nb::arg("symbols"),
        nb::arg("board").none(), nb::arg("spec"), nb::arg("kind"), nb::arg("read_spec"),
        "Read a position or a layout. The board is a title, a shape and a number of mines, `kind` "
        "a kind whose board has the shape of the rows, or empty. Return the source of the board "
        "(caller, header or rows), its title, the number of mines, the bytes of an int16 array "
        "of states, and the meanings of symbols outside of the standard notation.");
    m.def(
        "format_rows",
        [](const Shape& shape, const States& states, bool layout) {
            return format_rows(shape, {states.data(), states.shape(0)},
                               layout ? Alphabet::kLayouts : Alphabet::kPositions);
        },
        nb::arg("shape"), nb::arg("states"), nb::arg("layout"),
        "Write the states of a position, or the mines of a layout, in rows and layers.");
    m.def(
        "symbol_meanings",
        [] {
            std::vector<std::pair<std::string, std::int16_t>> found;
            for (const auto& [word, state] : symbol_meanings()) found.emplace_back(word, state);
            return found;
        },
        "Return the words for the meaning of a symbol, with their states.");
    m.def(
        "check_symbol",
        [](const std::string& symbol) { return encode_utf8(check_symbol(decode_utf8(symbol))); },
        nb::arg("symbol"),
        "Return the normal form of a symbol; raise NotationError if it is none.");
    m.def(
        "is_known_symbol",
        [](const std::string& symbol) {
            return is_known_symbol(normal_symbol(decode_utf8(symbol)));
        },
        nb::arg("symbol"), "Return whether a symbol has a meaning without the caller's help.");
}

}  // namespace sapper::bindings
