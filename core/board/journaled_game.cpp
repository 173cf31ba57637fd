#include "board/journaled_game.hpp"

#include <stdexcept>

namespace sapper {

JournaledGame::JournaledGame(const Graph& graph, bool full)
    : graph_(&graph), full_(full), flags_(static_cast<std::size_t>(graph.size()), 0) {
    cover();
}

void JournaledGame::cover() {
    game_.layout = {};
    game_.show(*graph_, std::vector<std::int16_t>(flags_.size(), kCovered));
    laid_ = provisional_ = false;
}

void JournaledGame::adopt(const Game& dealt, bool provisional) {
    if (laid_) throw std::invalid_argument("the game has a layout already");
    if (dealt.graph() != graph_) throw std::invalid_argument("the layout is for another board");
    game_ = dealt;
    laid_ = true;
    provisional_ = provisional;
}

void JournaledGame::check(std::int32_t cell) const {
    if (cell < 0 || cell >= graph_->size()) throw std::invalid_argument("no such cell");
}

bool JournaledGame::won() const {
    return full_ || now_.flagged_all || (laid_ && game_.safe_left() == 0 && now_.opens > 0);
}

bool JournaledGame::can_open(std::int32_t cell) const {
    return laid_ && cell >= 0 && cell < graph_->size() && game_.covered(cell) && !flagged(cell) &&
           !over();
}

void JournaledGame::begin(Kind kind, std::int32_t cell) {
    moves_.push_back({kind, cell, reveals_.size(), changes_.size(), now_});
    if (kind != Kind::kFlag) ++now_.moves;
}

std::span<const std::int32_t> JournaledGame::open(std::int32_t cell, double risk, bool guess,
                                                  Forced forced) {
    if (!can_open(cell)) throw std::invalid_argument("only a covered cell can be opened");
    begin(Kind::kOpen, cell);
    return reveal(cell, risk, guess, forced);
}

void JournaledGame::begin_chord(std::int32_t cell) {
    check(cell);
    if (!laid_ || game_.covered(cell) || over())
        throw std::invalid_argument("only a clue can be chorded");
    begin(Kind::kChord, cell);
}

std::span<const std::int32_t> JournaledGame::reveal(std::int32_t cell, double risk, bool guess,
                                                    Forced forced) {
    check(cell);
    if (moves_.empty() || !laid_ || now_.exploded >= 0 || !game_.covered(cell) || flagged(cell))
        throw std::invalid_argument("only a covered cell can be opened");
    reveals_.push_back({cell, risk, guess, forced, changes_.size()});
    now_.risk = risk;
    if (guess) ++now_.guesses;
    if (!game_.open(cell)) {
        now_.exploded = cell;
        return {};
    }
    now_.luck *= 1.0 - risk;
    if (++now_.opens == 1) now_.start = cell;
    for (const std::int32_t opened : game_.opened) {
        char& flag = flags_[static_cast<std::size_t>(opened)];
        changes_.push_back(flag != 0 ? ~opened : opened);
        flag = 0;
    }
    return game_.opened;
}

void JournaledGame::flag(std::int32_t cell) {
    check(cell);
    if (!game_.covered(cell) || over())
        throw std::invalid_argument("only a covered cell can be flagged");
    begin(Kind::kFlag, cell);
    flags_[static_cast<std::size_t>(cell)] ^= 1;
    now_.flagged_all = laid_ && flags_are_the_mines();
}

bool JournaledGame::flags_are_the_mines() const {
    bool any = false;
    for (std::size_t cell = 0; cell < flags_.size(); ++cell) {
        if ((flags_[cell] != 0) != (game_.layout.mines[cell] != 0)) return false;
        any = any || flags_[cell] != 0;
    }
    return any;
}

std::int32_t JournaledGame::pop() {
    if (moves_.size() == permanent_) return -1;
    const Move move = moves_.back();
    moves_.pop_back();
    if (move.kind == Kind::kFlag) flags_[static_cast<std::size_t>(move.cell)] ^= 1;
    for (std::size_t i = move.changes; i < changes_.size(); ++i) {
        const std::int32_t cell = changes_[i] < 0 ? ~changes_[i] : changes_[i];
        game_.cover(cell);
        flags_[static_cast<std::size_t>(cell)] = changes_[i] < 0;
    }
    changes_.resize(move.changes);
    reveals_.resize(move.reveals);
    now_ = move.before;
    if (provisional_ && now_.opens == 0) cover();
    return move.cell;
}

std::span<const JournaledGame::Reveal> JournaledGame::reveals(std::size_t move) const {
    const std::size_t begin = moves_[move].reveals;
    const std::size_t end = move + 1 < moves_.size() ? moves_[move + 1].reveals : reveals_.size();
    return std::span(reveals_).subspan(begin, end - begin);
}

std::vector<std::int16_t> JournaledGame::dealt_states() const {
    std::vector<std::int16_t> states(game_.states().begin(), game_.states().end());
    for (const std::int32_t change : changes_)
        states[static_cast<std::size_t>(change < 0 ? ~change : change)] = kCovered;
    return states;
}

}  // namespace sapper
