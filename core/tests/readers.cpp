// Fuzz test of the readers of text: random and mutated inputs end in a value or in the reader's own
// error, and a value that is written and read again is the same.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "board/cell_state.hpp"
#include "board/kinds.hpp"
#include "board/spec.hpp"
#include "cases.hpp"
#include "notation/grid_files.hpp"
#include "notation/mine_totals.hpp"
#include "notation/position_text.hpp"
#include "service/service.hpp"
#include "support/input_error.hpp"
#include "support/json.hpp"
#include "support/natural.hpp"
#include "support/utf8.hpp"

namespace sapper::fuzz {

namespace {

[[noreturn]] void fail(const char* what, std::string_view text) {
    std::printf("%s: %.*s\n", what, static_cast<int>(text.size()), text.data());
    std::exit(1);
}

void demand(bool holds, const char* what, std::string_view text) {
    if (!holds) fail(what, text);
}

// The letters of mutated() for binary formats.
constexpr std::string_view kBytes("\x00\x01\x02\x05\xff", 5);

// Changes, removes, repeats or inserts a few bytes.
std::string mutated(std::string text, Random& random, std::string_view words) {
    for (int i = random.within(0, 3); i > 0 && !text.empty(); --i) {
        const auto at = static_cast<std::size_t>(random.next() % text.size());
        const auto length = static_cast<std::size_t>(random.within(1, 6));
        switch (random.within(0, 4)) {
            case 0:
                text[at] = static_cast<char>(random.within(0, 255));
                break;
            case 1:
                text.erase(at, length);
                break;
            case 2:
                text.insert(at, text.substr(random.next() % text.size(), length));
                break;
            case 3:
                text.insert(at, 1, words[random.next() % words.size()]);
                break;
            default:
                text.resize(at);
        }
    }
    return text;
}

// -- JSON --------------------------------------------------------------------------------------

json::Value random_value(Random& random, int depth) {
    constexpr std::string_view kLetters[] = {"a", "\"", "\\", "\n", "\x01", "é", "🚩", " ", "/"};
    const auto text = [&random, &kLetters] {
        std::string found;
        for (int i = random.within(0, 4); i > 0; --i)
            found += kLetters[static_cast<std::size_t>(random.within(0, 8))];
        return found;
    };
    switch (random.within(0, depth > 0 ? 8 : 6)) {
        case 0:
            return {};
        case 1:
            return json::Value(random.chance(50));
        case 2:
            return json::Value(static_cast<std::int64_t>(random.next()) >> random.within(0, 63));
        case 3:
            return json::Value(json::BigInteger{"-123456789012345678901234567890"});
        case 4:
            return json::Value(std::bit_cast<double>(random.next()));
        case 5:
            return json::Value(random.within(-1000, 1000) / 64.0);
        case 6:
            return json::Value(text());
        case 7: {
            json::Array values;
            for (int i = random.within(0, 4); i > 0; --i)
                values.push_back(random_value(random, depth - 1));
            return json::Value(std::move(values));
        }
        default: {
            std::vector<json::Member> members;
            for (int i = random.within(0, 4); i > 0; --i)
                members.emplace_back(text() + std::to_string(i), random_value(random, depth - 1));
            return json::Value(json::Object(std::move(members)));
        }
    }
}

void check_json(const std::string& text) {
    std::string once;
    try {
        once = json::write(json::read(text));
    } catch (const json::Error& error) {
        demand(error.place <= text.size(), "an error outside of the text", text);
        return;
    }
    demand(json::write(json::read(once)) == once, "JSON changes when it is read again", text);
}

void fuzz_json(Random& random) {
    const std::string text = json::write(random_value(random, 4));
    demand(json::write(json::read(text)) == text, "JSON that was written reads differently", text);
    check_json(mutated(text, random, "{}[]\",:\\u0123456789eE+-.tfn \n"));
}

void check_json_refusals() {
    constexpr const char* kWrong[] = {"",
                                      " ",
                                      "{",
                                      "[1,]",
                                      "{\"a\":1,}",
                                      "{\"a\":1,\"a\":2}",
                                      "{a:1}",
                                      "01",
                                      "-",
                                      "1.",
                                      ".5",
                                      "1e",
                                      "+1",
                                      "NaN",
                                      "Infinity",
                                      "1e999",
                                      "nul",
                                      "nullx",
                                      "\"\n\"",
                                      "\"\\x\"",
                                      "\"\\u12\"",
                                      "\"\\ud800\"",
                                      "\"\\udc00\"",
                                      "\"\\ud800\\u0041\"",
                                      "\"\xff\"",
                                      "\"\xc0\x80\"",
                                      "\"\xed\xa0\x80\"",
                                      "1 2",
                                      "[1",
                                      "[1 2]",
                                      "{\"a\" 1}",
                                      "'a'",
                                      "//",
                                      "\"a"};
    for (const char* text : kWrong) {
        try {
            static_cast<void>(json::read(text));
        } catch (const json::Error&) {
            continue;
        }
        fail("accepted as JSON", text);
    }
    const std::pair<const char*, const char*> kRight[] = {
        {" [ ] ", "[]"},
        {"[1, -0, 9223372036854775807, 9223372036854775808]",
         "[1,0,9223372036854775807,9223372036854775808]"},
        {"[1.0,1e2,1E-400,0.1,-2.50,123456789.125]", "[1.0,100.0,0.0,0.1,-2.5,123456789.125]"},
        {"\"\\u0041\\ud83d\\udea9\\/\\b\"", "\"A🚩/\\u0008\""},
        {"{\"b\":null,\"a\":[true,false]}", "{\"b\":null,\"a\":[true,false]}"}};
    for (const auto& [given, wanted] : kRight)
        demand(json::write(json::read(given)) == wanted, "JSON reads differently", given);
    for (const std::size_t depth : {std::size_t{100}, std::size_t{101}}) {
        const std::string nested = std::string(depth, '[') + std::string(depth, ']');
        bool accepted = true;
        try {
            static_cast<void>(json::read(nested));
        } catch (const json::Error&) {
            accepted = false;
        }
        demand(accepted == (depth <= 100), "the limit on depth", nested);
    }
    json::Writer writer;
    writer.number(std::numeric_limits<double>::infinity());
    demand(writer.text() == "null", "an infinity", writer.text());
}

// -- UTF-8 -------------------------------------------------------------------------------------

void fuzz_utf8(Random& random) {
    std::u32string text;
    for (int i = random.within(0, 8); i > 0; --i) {
        const auto drawn = static_cast<char32_t>(random.next() % 0x110000) >> random.within(0, 16);
        if (drawn < 0xd800 || drawn > 0xdfff) text += drawn;
    }
    const std::string bytes = encode_utf8(text);
    demand(!utf8_fault(bytes) && decode_utf8(bytes) == text, "UTF-8 reads differently", bytes);
    const std::string changed = mutated(bytes, random, "\x80\xbf\xc0\xe0\xed\xf0\xf4\xff");
    if (!utf8_fault(changed))
        demand(encode_utf8(decode_utf8(changed)) == changed, "UTF-8 reads differently", changed);
}

// -- board specs -------------------------------------------------------------------------------

void fuzz_specs(Random& random) {
    const auto kinds = board_kinds();
    const BoardKind& kind = kinds[random.next() % kinds.size()];
    Shape shape;
    for (int i = kind.rule.dimensions != 0 ? 2 : random.within(1, 5); i > 0; --i)
        shape.push_back(random.within(1, 9));
    const std::string text =
        mutated(spec_text(kind.name, shape) + "/3", random, "0123456789x/:-é ");
    if (utf8_fault(text)) return;
    try {
        const Spec spec = parse_spec(text);
        demand(parse_spec(spec.text()).text() == spec.text(), "a spec reads differently", text);
        demand(spec.size() == std::max<std::int64_t>(1, claimed_cells(text)), "cells", text);
        if (spec.size() > 2000) return;
        const Graph graph = lattice_graph(*spec.kind, spec.shape);
        const NeighborLists lists = neighbor_lists(spec.kind->rule, spec.shape);
        demand(graph.size() == spec.size(), "the graph has another size", text);
        for (std::int32_t cell = 0; cell < graph.size(); ++cell) {
            const auto i = static_cast<std::size_t>(cell);
            const auto begin = lists.targets.begin() + lists.offsets[i];
            const auto end = lists.targets.begin() + lists.offsets[i + 1];
            const Neighbors around = graph.neighbors(cell);
            demand(std::equal(begin, end, around.begin(), around.end()), "neighbours", text);
        }
    } catch (const SpecError& error) {
        demand(!utf8_fault(error.what()), "a sentence that is not UTF-8", text);
    }
}

// -- texts of positions and layouts ------------------------------------------------------------

std::string random_text(Random& random) {
    constexpr std::string_view kCells[] = {"#", "F", "1", "?", ".",     "(12)", "■",   "🚩",
                                           "1️⃣", "x", "-", "*", ":one:", "0",    "(2)", "~"};
    const int rows = random.within(1, 4), columns = random.within(1, 5);
    const bool table = random.chance(40), plain = random.chance(50);
    std::string text = random.chance(20) ? "torus:3x3/2\n" : "";
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            if (table) text += "| ";
            text += kCells[static_cast<std::size_t>(random.within(0, plain ? 5 : 15))];
            if (random.chance(20)) text += ' ';
        }
        text += table ? " |\n" : "\n";
        if (table && row == 0 && random.chance(50)) text += "|---|---|\n";
    }
    return text;
}

void fuzz_texts(Random& random) {
    const std::string text = mutated(random_text(random), random, "#F1?.()|-,;\t\n\"*x/:+");
    if (utf8_fault(text)) return;
    for (const Alphabet alphabet : {Alphabet::kPositions, Alphabet::kLayouts}) {
        TextOptions options;
        options.alphabet = alphabet;
        try {
            const TextReading found = read_text(text, options);
            demand(static_cast<std::int64_t>(found.states.size()) ==
                       cell_count(found.board.shape, kMostCells),
                   "another number of cells", text);
            const std::string written =
                found.board.title + "\n" + format_rows(found.board.shape, found.states, alphabet);
            const TextReading again = read_text(written, options);
            demand(again.states == found.states && again.symbols.empty() &&
                       again.board.title == found.board.title,
                   "a text that was written reads differently", text);
        } catch (const NotationError& error) {
            demand(!utf8_fault(error.what()), "a sentence that is not UTF-8", text);
        }
    }
    const auto plain = read_plain_rows(text);
    if (plain) demand(read_text(text, {}).states == plain->states, "plain rows differ", text);
}

// -- numbers of mines --------------------------------------------------------------------------

void fuzz_fractions(Random& random) {
    const auto number = [&random] { return random.next() >> random.within(0, 62); };
    const std::uint64_t a = number(), b = number() | 1, c = number(), d = number() | 1;
    const Natural product = Natural(a) * Natural(b) * Natural(c) + Natural(d);
    const std::string text = product.text();
    demand(Natural::read(text) == product, "a number reads differently", text);
    const Natural divisor = Natural(b) * Natural(d);
    const auto [quotient, rest] = product.divided(divisor);
    demand(rest < divisor && quotient * divisor + rest == product, "division", text);
    const Fraction fraction = Fraction::make(Natural(a), Natural(b));
    demand(gcd(fraction.numerator, fraction.denominator) == Natural(1), "lowest terms", text);
    if (a < 1ull << 53 && b < 1ull << 53) {
        const double wanted = static_cast<double>(a) / static_cast<double>(b);
        demand(fraction.value() == wanted, "the nearest double", fraction.text());
    }
}

void fuzz_mines(Random& random) {
    constexpr std::string_view kTexts[] = {
        "10",         "8-12",        "8 .. 12", "8,10,12", "8:0.2,9:1/2,10:0.3",
        "1:.5,2:0.5", "1:1/3,2:2/3", "-4"};
    const std::string text = mutated(std::string(kTexts[random.next() % std::size(kTexts)]), random,
                                     "0123456789:,./- e");
    if (utf8_fault(text)) return;
    try {
        const MineTotals totals = read_mine_totals(text);
        demand(totals.first <= totals.last, "an empty range", text);
        Fraction sum;
        for (const Fraction& p : totals.probabilities) sum = sum + p;
        demand(totals.probabilities.empty() || sum == Fraction{Natural(1), Natural(1)}, "sum",
               text);
    } catch (const PositionError& error) {
        demand(!utf8_fault(error.what()), "a sentence that is not UTF-8", text);
    }
}

// -- files and links of grids ------------------------------------------------------------------

GridContent random_grid(Random& random, bool layout) {
    GridContent grid{random.within(1, 6), random.within(1, 6), 0, {}};
    for (std::int64_t i = grid.rows * grid.columns; i > 0; --i) {
        const int value = random.within(0, 3);
        const bool mined = layout ? value == 0 : value < 2;
        grid.mines += mined;
        const int state = value == 0 ? kFlagged : value == 1 ? kCovered : random.within(0, 8);
        grid.cells.push_back(static_cast<std::int16_t>(layout ? mined : state));
    }
    return grid;
}

// Writes, mutates and reads; an accepted content is written and read again.
template <class Read, class Write>
void fuzz_grid(Random& random, const GridContent& grid, Read read, Write write,
               std::string_view letters) {
    const std::string text = write(grid);
    demand(read(text).cells == grid.cells, "a grid reads differently", text);
    const std::string changed = mutated(text, random, letters);
    if (utf8_fault(changed) && letters != kBytes) return;
    try {
        const GridContent found = read(changed);
        demand(read(write(found)).cells == found.cells, "a grid changes", changed);
    } catch (const NotationError& error) {
        demand(!utf8_fault(error.what()), "a sentence that is not UTF-8", changed);
    }
}

void fuzz_grids(Random& random) {
    const GridContent layout = random_grid(random, true), position = random_grid(random, false);
    fuzz_grid(random, layout, read_mbf, write_mbf, kBytes);
    const auto read_link = [](std::string_view text) {
        const std::size_t end = text.find("&m=");
        if (!text.starts_with("b=") || end == std::string_view::npos)
            throw NotationError("no link");
        return read_ptta(text.substr(2, end - 2), text.substr(end + 3));
    };
    fuzz_grid(random, layout, read_link, write_ptta, "0123456789abcdefuvwV");
    fuzz_grid(random, position, read_mine_file, write_mine_file, "0123456789HFIOx \n");
    const auto read_analysis = [](std::string_view text) {
        if (!text.starts_with("analysis=")) throw NotationError("no link");
        return read_jsminesweeper(text.substr(9));
    };
    fuzz_grid(random, position, read_analysis, write_jsminesweeper, "abcklmuzABCXYZ0189=");
}

// -- the service -------------------------------------------------------------------------------

void fuzz_service(Random& random) {
    constexpr std::pair<const char*, const char*> kRequests[] = {
        {"parse", R"({"text":"1#\n##","mines":1,"board":{"spec":"2x2"},"max_per_cell":1})"},
        {"parse", R"({"text":"| ■ | 1 |","board":{"edges":[[0,1]],"nodes":2}})"},
        {"format", R"({"board":{"spec":"2x2"},"clues":[1,null,-3,-4],"flags":[1],"mines":"1-2"})"},
        {"format", R"({"board":{"spec":"1x3/1"},"clues":[null,1,null],"density":0.25})"},
        {"graph", R"({"edges":[[0,1],[1,2]],"nodes":3})"},
        {"boards", R"({"spec":"hex:3x4/2","analysed":true})"},
        {"presets", "{}"}};
    const auto& [route, request] = kRequests[random.next() % std::size(kRequests)];
    const std::string text = mutated(request, random, "{}[]\",:0123456789.-x#■");
    service::Host host;
    const service::Answer found = service::answer(route, text, host);
    demand(found.status == 200 || found.status == 422, "the status", text);
    const json::Value body = json::read(found.body);
    demand(json::write(body) == found.body, "an answer reads differently", text);
    const auto* object = body.as<json::Object>();
    const bool is_error =
        object != nullptr && object->find("kind") != nullptr && object->find("error") != nullptr;
    demand(is_error == (found.status == 422), "an error without a sentence", text);
}

}  // namespace

}  // namespace sapper::fuzz

int main(int argc, char** argv) {
    const long rounds = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 1000;
    sapper::fuzz::check_json_refusals();
    for (long i = 0; i < rounds; ++i) {
        sapper::fuzz::Random random(static_cast<std::uint64_t>(i));
        sapper::fuzz::fuzz_json(random);
        sapper::fuzz::fuzz_utf8(random);
        sapper::fuzz::fuzz_specs(random);
        sapper::fuzz::fuzz_texts(random);
        sapper::fuzz::fuzz_fractions(random);
        sapper::fuzz::fuzz_mines(random);
        sapper::fuzz::fuzz_grids(random);
        sapper::fuzz::fuzz_service(random);
    }
    std::printf("%ld rounds of readers\n", rounds);
    return 0;
}
