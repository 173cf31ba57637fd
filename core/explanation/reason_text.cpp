#include "explanation/reason_text.hpp"

#include <algorithm>
#include <vector>

#include "support/index.hpp"

namespace sapper {

namespace {

// The most clues that a reason and a contradiction name.
constexpr std::size_t kMostInReason = 1'000, kMostInContradiction = 12;

}  // namespace

std::string mines_in_words(std::int64_t mines) {
    return mines == 1 ? "1 mine" : std::to_string(mines) + " mines";
}

const char* name_of(ReasonKind kind) {
    switch (kind) {
        case ReasonKind::kOneClue:
            return "one clue";
        case ReasonKind::kSubset:
            return "subset";
        case ReasonKind::kOverlap:
            return "overlap";
        case ReasonKind::kSeveralClues:
            return "several clues";
        case ReasonKind::kMineCount:
            return "mine count";
        case ReasonKind::kFlag:
            break;
    }
    return "flag";
}

std::string listed(std::span<const std::string> items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
        text += items[i];
    }
    return text;
}

std::string clues_in_words(std::span<const std::int32_t> clues, const Position& position,
                           const CellNames& names, std::size_t most) {
    std::vector<std::string> items;
    for (const std::int32_t clue : clues.first(std::min(most, clues.size())))
        items.push_back("the " + std::to_string(position.states[to_index(clue)]) + " at " +
                        names(clue));
    if (clues.size() > most) items.push_back(std::to_string(clues.size() - most) + " more clues");
    return listed(items);
}

std::string reason_text(const Reason& reason, const Position& position,
                        const PositionWords& words) {
    const std::string claim =
        words.names(reason.cell) + (reason.mined ? " is a mine: " : " is safe: ");
    if (reason.kind == ReasonKind::kFlag) return claim + "it is flagged";
    const std::string shown = clues_in_words(reason.clues, position, words.names, kMostInReason);
    if (reason.kind == ReasonKind::kMineCount) {
        const std::string count =
            "the mine count of " + words.mines.substr(0, words.mines.find(" mine"));
        return claim + (shown.empty() ? "" : shown + " together with ") + count + " proves it";
    }
    const char* verb = reason.clues.size() == 1 ? " leaves" : " together leave";
    return claim + shown + verb + " no other choice";
}

std::string contradiction_text(const ConflictingClues& conflict, const Position& position,
                               const PositionWords& words) {
    const std::string shown =
        clues_in_words(conflict.clues, position, words.names, kMostInContradiction);
    const std::string claim = "no layout fits: ";
    if (!conflict.needs_mine_count)
        return claim + shown +
               (conflict.clues.size() == 1 ? " cannot be met" : " cannot hold together");
    if (conflict.clues.empty()) return claim + "there cannot be " + words.mines;
    return claim + shown + " cannot hold with " + words.mines + " in all";
}

}  // namespace sapper
