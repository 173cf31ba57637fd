// Minimum hitting sets: the fewest elements of which every given set contains one.
//
// Branch and bound by iterative deepening on the size: a branch takes each element of an unhit set
// with the fewest elements in turn and excludes the elements tried before it. It is pruned if more
// disjoint unhit sets are left than elements may be added. The size never decreases when sets are
// added, so each search starts from the size of the last one. Cost: exponential in the size at
// worst, therefore bounded by a number of nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sapper {

class HittingSets {
  public:
    // Elements are 0 .. elements - 1.
    explicit HittingSets(std::size_t elements) : excluded_(elements, 0), chosen_(elements, 0) {}

    // Adds a set, which is not empty, its elements ascending.
    void add(std::vector<std::size_t> set);

    // Returns a minimum hitting set, ascending, and subtracts the nodes of the search from
    // `nodes`; nullopt if they do not suffice.
    std::optional<std::vector<std::size_t>> minimum(std::int64_t& nodes);

  private:
    using Set = std::vector<std::size_t>;

    bool extend(std::size_t most, std::int64_t& nodes);
    [[nodiscard]] bool hit(const Set& set) const;
    [[nodiscard]] std::size_t disjoint_unhit(const Set*& smallest);

    std::vector<Set> sets_;
    std::vector<char> excluded_, chosen_;  // by element
    std::vector<std::size_t> path_;
    std::vector<std::uint32_t> stamps_;  // by element, for disjoint_unhit()
    std::uint32_t stamp_ = 0;
    std::size_t size_ = 0;
};

}  // namespace sapper
