// The page's requests answered in the core: JSON text in, JSON text out.
//
// A route is the path of the web API without "/api/". Answers, errors included, are those of the
// published schema, so that a server and a WebAssembly worker over this function say the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "service/boards.hpp"

namespace sapper::service {

struct Answer {
    int status;        // that of HTTP: 200, 404 or 422
    std::string body;  // of an error: {"error": sentence, "kind": class, ...}
};

// Answers a request. Routes without a body take an object of their parameters: `boards` takes
// {"spec": ..., "analysed": ...} and `presets` takes {}.
Answer answer(std::string_view route, std::string_view request, Host& host);

// The routes that it answers.
std::vector<std::string_view> routes();

}  // namespace sapper::service
