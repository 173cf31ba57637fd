// Texts that are not in the standard notation: other symbols, emoji, and tables with headers.
//
// Such a text comes from another program, a chat or a spreadsheet. Its layout is recognised first:
// a table with bars (Markdown, box drawing), one with tabs, commas or semicolons, or rows of
// characters; borders, and headers that number the rows and columns, are left out. Then `symbols`
// decides what each symbol means. Nothing is guessed: a symbol that can mean two things is an
// error. Cost: linear in the text, with a logarithmic factor in the number of different symbols.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "notation/symbols.hpp"
#include "notation/text_rows.hpp"

namespace sapper {

// Reads the rows of a text. `given` are meanings that the caller has chosen. Throws NotationError,
// with line and column, for a symbol that is unknown or can mean two things.
TextRows read_lenient_rows(std::span<const TextLine> lines, const GivenSymbols& given);

}  // namespace sapper
