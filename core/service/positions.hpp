// Positions of requests: read from text and written as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "service/boards.hpp"
#include "service/request.hpp"
#include "support/json.hpp"

namespace sapper::service {

// Reads a position from text, and writes it as in requests.
void write_parsed(json::Writer& writer, const TextRequest& request, Host& host);

// Writes the text of a position, with its board on the first line.
void write_formatted(json::Writer& writer, const PositionRequest& request, Host& host);

// A position of a request, valid on its own board.
struct ServedPosition {
    ServedBoard board;
    std::vector<std::int16_t> states;
    std::string mines;  // the known number of mines as text; empty if there is none
};

// Returns the position of a request; errors about input are those of the library.
ServedPosition find_position(const PositionRequest& request, Host& host);

}  // namespace sapper::service
