// The strategies that each family's file provides to the registry.
#pragma once

#include <string_view>

#include "strategies/strategy.hpp"

namespace sapper {

Descriptor random_clicks();
Descriptor neighborhood_sum();
Descriptor basic();

// one_by_one.cpp
Descriptor entropy();
Descriptor perimeter_entropy();

Descriptor infer_guess_published();

// limited_search.cpp
Descriptor limited_search();

// report_agents.cpp
inline constexpr std::string_view kReportAgent = "agent003:";
Facts report_family();
// Throws std::invalid_argument unless the text is a number from 1 to 5, optionally followed by
// +EXTRA, the number of mines that the agent assumes in excess.
Descriptor report_agent(std::string_view number);

// ordered_criteria.cpp
Descriptor perimeter();
Descriptor infer_guess();
Descriptor infer_guess_text();
Descriptor frontier();
Descriptor near_edge();
Descriptor pseq();
Descriptor pseq_d256();
inline constexpr std::string_view kHeuristic = "heuristic:";
Facts heuristic_family();
// Throws std::invalid_argument unless the order consists of letters of PSEQU, each at most once.
Descriptor heuristic(std::string_view order);

// best.cpp
Descriptor best();
// Largest board, in cells, on which the value network is used; its features sum over the whole
// board.
inline constexpr std::int32_t kMaxNetworkCells = 10'000;

Descriptor network();

// deep.cpp
inline constexpr std::string_view kDeep = "deep:";
Descriptor deep();
Facts deep_family();
// Throws std::invalid_argument unless the text is a number of seconds, or n= and a number of
// layouts.
Descriptor deep(std::string_view effort);

}  // namespace sapper
