// The limits of a request to the service.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sapper::service {

inline constexpr std::size_t kMostBytes = 1'000'000;  // of a request
inline constexpr std::int64_t kMostAnalysedCells = 20'000;
inline constexpr std::int64_t kMostAnalysedEntries = 1'000'000;  // of the neighbour lists
inline constexpr std::int64_t kMostPlayedCells = 1'000'000;
inline constexpr std::int64_t kMostPlayedEntries = 10'000'000;
inline constexpr std::int64_t kMostEdges = 100'000;  // of a graph
inline constexpr std::int64_t kMostDrawnNodes = 400;
inline constexpr std::int64_t kLongestSpec = 500;        // in characters
inline constexpr std::int64_t kLongestText = 400'000;    // of a position, in characters
inline constexpr std::int64_t kLongestMines = 4'000;     // of mines as text, in characters
inline constexpr std::int64_t kMostTextSymbols = 1'000;  // of a position that was read

}  // namespace sapper::service
