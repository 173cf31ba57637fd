#include "counting/certain_groups.hpp"

#include "support/errors.hpp"

namespace sapper {

namespace {

constexpr int kMostSearchSteps = 600;

}  // namespace

CertainGroups::Answer CertainGroups::search(const Problem& problem, const Component& component) {
    steps_ = 0;
    any_ = false;
    mined_ = free_ = 0;
    Answer answer = Answer::kUnfit;
    if (packed64_.pack(problem, component))
        answer = search(packed64_);
    else if (packed128_.pack(problem, component))
        answer = search(packed128_);
    if (answer == Answer::kFound && !any_)
        throw Contradiction("the clues of a component cannot hold together",
                            problem.clues[static_cast<std::size_t>(component.clue_begin)].cell);
    return answer;
}

template <class Word>
CertainGroups::Answer CertainGroups::search(const PackedClues<Word>& clues) {
    all_ = (Groups{1} << clues.groups) - 1;
    if (place(clues, 0, clues.need, clues.spare, 0, 0)) return Answer::kFound;
    return steps_ > kMostSearchSteps ? Answer::kLong : Answer::kNone;
}

// Returns false to stop the search: no group is certain, or the step limit is exceeded.
template <class Word>
bool CertainGroups::place(const PackedClues<Word>& clues, std::int32_t group, Word need, Word spare,
                          Groups mined, Groups free) {
    if (++steps_ > kMostSearchSteps) return false;
    if (group == clues.groups) {
        any_ = true;
        mined_ |= mined;
        free_ |= free;
        return (mined_ & free_) != all_;
    }
    const Word key = clues.keys[group];
    const std::int32_t size = clues.sizes[group];
    const Groups own = Groups{1} << group;
    spare -= key * static_cast<Word>(size);
    for (std::int32_t mines = 0; mines <= size; ++mines, need -= key, spare += key)
        if (clues.fits(need, spare) &&
            !place(clues, group + 1, need, spare, mines > 0 ? mined | own : mined,
                   mines < size ? free | own : free))
            return false;
    return true;
}

}  // namespace sapper
