#include "strategies/registry.hpp"

#include <stdexcept>

#include "strategies/families.hpp"

namespace sapper {

namespace {

const std::vector<Descriptor>& named() {
    static const std::vector<Descriptor> all = {
        random_clicks(),
        neighborhood_sum(),
        basic(),
        perimeter(),
        entropy(),
        perimeter_entropy(),
        infer_guess(),
        infer_guess_text(),
        infer_guess_published(),
        frontier(),
        pseq(),
        pseq_d256(),
        best(),
        network(),
        limited_search(),
        near_edge(),
        deep(),
    };
    return all;
}

}  // namespace

std::vector<Facts> strategies() {
    std::vector<Facts> facts;
    for (const Descriptor& descriptor : named()) facts.push_back(descriptor.facts);
    facts.push_back(heuristic_family());
    facts.push_back(report_family());
    facts.push_back(deep_family());
    return facts;
}

Descriptor find_strategy(std::string_view name) {
    if (name.starts_with(kHeuristic)) return heuristic(name.substr(kHeuristic.size()));
    if (name.starts_with(kReportAgent)) return report_agent(name.substr(kReportAgent.size()));
    if (name.starts_with(kDeep)) return deep(name.substr(kDeep.size()));
    for (const Descriptor& descriptor : named())
        if (descriptor.facts.name == name) return descriptor;
    throw std::invalid_argument("unknown strategy");
}

}  // namespace sapper
