#include "counting/exact_counter.hpp"

#include <stdexcept>

namespace sapper {

namespace {

std::vector<std::uint64_t> integers(std::span<const Residue> residues) {
    std::vector<std::uint64_t> out;
    out.reserve(residues.size());
    for (const Residue r : residues) out.push_back(r.value());
    return out;
}

}  // namespace

std::vector<std::vector<ExactCounter::Count>> ExactCounter::counts(int prime_index) const {
    const Residue::Field field(Residue::prime(prime_index));
    std::vector<std::vector<Count>> out;
    Counting<Residue> counting;
    for (const Component& component : problem_.components) {
        counting.clear();
        counting.add(problem_, component, budget_);
        std::vector<Count>& found = out.emplace_back();
        for (std::size_t which = 0; which < counting.counts(0); ++which) {
            const auto count = counting.count(0, which);
            found.push_back({count.shown, count.low, integers(count.weights)});
        }
    }
    return out;
}

std::vector<std::vector<ExactCounter::Marginal>> ExactCounter::marginals(
    int prime_index, int component, const std::vector<int>& above) const {
    if (component < 0 || static_cast<std::size_t>(component) >= problem_.components.size())
        throw std::invalid_argument("no such component");
    const Component& chosen = problem_.components[static_cast<std::size_t>(component)];
    if (component == problem_.probed_component())
        throw std::invalid_argument("a component with the probe has no marginals");
    const Residue::Field field(Residue::prime(prime_index));
    Counting<Residue> counting;
    counting.add(problem_, chosen, budget_);
    std::vector<Residue> outside(counting.count(0).weights.size());
    std::vector<Residue> weights;
    std::vector<std::vector<Marginal>> out;
    for (const int mines : above) {
        if (mines < 0 || static_cast<std::size_t>(mines) >= outside.size())
            throw std::invalid_argument("the component cannot hold that number of mines");
        outside.assign(outside.size(), Residue());
        outside[static_cast<std::size_t>(mines)] = Residue(1);
        counting.backward_pass(0, outside);
        std::vector<Marginal>& found = out.emplace_back();
        for (std::int32_t g = 0; g < chosen.group_end - chosen.group_begin; ++g) {
            const std::int32_t low = counting.marginal(0, g, weights);
            found.push_back({low, integers(weights)});
        }
    }
    return out;
}

}  // namespace sapper
