// Fast parsers of positions given as nested lists or as text. They accept plain input only and
// return None otherwise; the caller then uses the slow parser, which handles special cases and
// reports errors.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "bindings.hpp"

namespace sapper::bindings {

namespace {

constexpr long kMostClue = 32000;
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

constexpr std::int8_t kBlank = -5, kEndOfLine = -6, kOther = -7;

// By character: its state, or one of the above.
constexpr std::array<std::int8_t, 256> kMeanings = [] {
    std::array<std::int8_t, 256> meanings{};
    for (std::int8_t& meaning : meanings) meaning = kOther;
    for (std::int8_t digit = 0; digit < 10; ++digit)
        meanings[static_cast<std::size_t>('0' + digit)] = digit;
    meanings['.'] = 0;
    meanings['#'] = kCovered;
    meanings['F'] = kFlagged;
    meanings['?'] = kUnread;
    meanings['~'] = kOutside;
    meanings[' '] = meanings['\t'] = kBlank;
    meanings['\n'] = kEndOfLine;
    return meanings;
}();

std::optional<std::tuple<nb::bytes, std::size_t, std::size_t>> read_rows(nb::str text) {
    Py_ssize_t length = 0;
    const char* characters = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
    if (characters == nullptr) {
        PyErr_Clear();
        return std::nullopt;
    }
    std::vector<std::int16_t> states;
    states.reserve(static_cast<std::size_t>(length));
    std::size_t rows = 0, columns = 0, row_begin = 0;
    const auto end_row = [&] {
        const std::size_t size = states.size() - row_begin;
        row_begin = states.size();
        if (size == 0) return true;
        if (rows++ == 0) columns = size;
        return size == columns;
    };
    for (Py_ssize_t i = 0; i < length; ++i) {
        const std::int8_t meaning = kMeanings[static_cast<unsigned char>(characters[i])];
        if (meaning >= kOutside)
            states.push_back(meaning);
        else if (meaning == kOther || (meaning == kEndOfLine && !end_row()))
            return std::nullopt;
    }
    if (!end_row() || rows == 0) return std::nullopt;
    return std::tuple(as_bytes(states), rows, columns);
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
}

}  // namespace sapper::bindings
