#include "player.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace sapper {

namespace {

constexpr double kTie = 1e-9;              // scores this close are equal
constexpr std::size_t kMemory = 1u << 16;  // remembered decisions
constexpr std::size_t kEarly = 40;         // opened cells up to which decisions are remembered
constexpr std::uint64_t kGameBytes = 256u << 20;

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

GameRecord Player::play(std::uint64_t seed, std::uint64_t index, const std::atomic<bool>& cancel) {
    if (!dealer_.deal(seed, index, game_.layout, &cancel)) throw Cancelled{};
    Random random(seed, index, Random::kStrategy);
    return play_dealt(random, cancel);
}

GameRecord Player::play(const Layout& layout, Random& random, const std::atomic<bool>& cancel) {
    game_.layout = layout;
    return play_dealt(random, cancel);
}

GameRecord Player::play_dealt(Random& random, const std::atomic<bool>& cancel) {
    GameRecord record;
    cancel_ = &cancel;
    game_.begin(dealer_.graph());
    record.bbbv = static_cast<std::int32_t>(game_.layout.bbbv(dealer_.graph()));
    if (dealer_.full()) {  // every mine can be flagged before the first click
        record.won = true;
        return record;
    }
    begin();
    Move move{dealer_.start(), dealer_.start_is_safe()};
    for (;;) {
        if (cancel.load(std::memory_order_relaxed)) throw Cancelled{};
        ++record.moves;
        if (!move.certain) ++record.guesses;
        if (!game_.open(move.cell)) return record;
        if (game_.safe_left() == 0) break;
        learn(game_.opened);
        move = next(random);
    }
    record.won = true;
    return record;
}

Move Player::advise(std::span<const std::int16_t> states, std::uint64_t seed, std::uint64_t index) {
    Random random(seed, index, Random::kStrategy);
    return advise(states, random);
}

std::vector<std::int32_t> Player::options(std::span<const std::int16_t> states) {
    Random random(0, 0, Random::kStrategy);
    drew_lots_ = false;
    const Move move = advise(states, random);
    return drew_lots_ ? candidates_ : std::vector{move.cell};
}

Move Player::advise(std::span<const std::int16_t> states, Random& random) {
    game_.show(dealer_.graph(), states);
    begin();
    std::vector<std::int32_t> opened;
    for (std::int32_t cell = 0; cell < dealer_.graph().size(); ++cell)
        if (!game_.covered(cell)) opened.push_back(cell);
    if (static_cast<std::int32_t>(opened.size()) == dealer_.graph().size())
        throw std::invalid_argument("no cell is covered");
    learn(opened);
    return next(random);
}

void Player::begin() {
    position_ = {};
    opened_cells_ = 0;
    published_.reset();
    using Family = Strategy::Family;
    track_ = strategy_.family == Family::kBasic || strategy_.family == Family::kEntropy ||
             strategy_.family == Family::kExact;
    if (track_)
        deducer_.start(dealer_.graph(), dealer_.max_per_cell(), dealer_.mines(),
                       {36.0, kGameBytes});
}

void Player::learn(std::span<const std::int32_t> opened) {
    opened_cells_ += opened.size();
    if (remembers_ && opened_cells_ <= kEarly)
        for (const std::int32_t cell : opened) {
            const auto key = static_cast<std::uint64_t>(cell) * 40'009 +
                             static_cast<std::uint64_t>(game_.states()[at(cell)]) + 1;
            position_.first += scramble(key * 0x9e3779b97f4a7c15);
            position_.second += scramble(key * 0xd1342543de82ef95 + 0x632be59bd9b4e019);
        }
    if (track_) deducer_.opened(opened, game_.states());
}

Move Player::next(Random& random) {
    switch (strategy_.family) {
        case Strategy::Family::kRandom:
            return {any_covered(random), false};
        case Strategy::Family::kNeighborhoodSum:
            return {least_sum(), false};
        case Strategy::Family::kBasic: {
            const std::int32_t safe = deducer_.next_safe(game_.states());
            deducer_.knowledge.changed.clear();
            return safe >= 0 ? Move{safe, true} : Move{any_unknown(random), false};
        }
        case Strategy::Family::kPublished: {
            if (!published_) published_.emplace(dealer_.graph(), dealer_.mines());
            const PublishedMove move = published_->next(game_.states());
            return {move.cell, move.inferred};
        }
        case Strategy::Family::kEntropy:
            return one_by_one(random);
        case Strategy::Family::kExact:
            break;
    }
    if (strategy_.one_by_one) return one_by_one(random);
    for (;;) {
        const std::int32_t safe = deducer_.next_safe(game_.states());
        if (safe >= 0) return {safe, true};
        // A decision is remembered only where nothing could be deduced.
        if (const Remembered* known = remembered(); known != nullptr && known->cell >= 0) {
            deducer_.skip_deduction();
            return {known->cell, false};
        }
        if (deducer_.deduce()) continue;
        const std::int32_t cell = choose(random);
        if (cell >= 0) return {cell, false};
    }
}

std::int32_t Player::any_covered(Random& random) {
    candidates_.clear();
    for (std::int32_t cell = 0; cell < dealer_.graph().size(); ++cell)
        if (game_.covered(cell)) candidates_.push_back(cell);
    return pick(random);
}

std::int32_t Player::any_unknown(Random& random) {
    candidates_.clear();
    for (std::int32_t cell = 0; cell < dealer_.graph().size(); ++cell)
        if (game_.covered(cell) && deducer_.knowledge.unknown(cell)) candidates_.push_back(cell);
    return pick(random);
}

std::int32_t Player::pick(Random& random) {
    if (candidates_.empty()) throw std::invalid_argument("no cell is left to open");
    drew_lots_ = true;
    return candidates_[random.below(static_cast<std::uint32_t>(candidates_.size()))];
}

// Paper 003, agent 2: the first covered cell found with the least sum of revealed numbers around
// it, among those next to a revealed cell.
std::int32_t Player::least_sum() {
    const Graph& graph = dealer_.graph();
    std::int32_t best = -1, covered = -1;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::int32_t revealed = 0; revealed < graph.size(); ++revealed) {
        if (game_.covered(revealed)) {
            covered = revealed;
            continue;
        }
        for (const std::int32_t cell : graph.neighbors(revealed)) {
            if (!game_.covered(cell)) continue;
            std::int64_t sum = 0;
            for (const std::int32_t other : graph.neighbors(cell))
                if (!game_.covered(other)) sum += game_.states()[at(other)];
            if (sum < least) {
                least = sum;
                best = cell;
            }
        }
    }
    return best >= 0 ? best : covered;
}

// Paper 003's agents 4 and 5: the criteria choose among certain cells, too, one click at a time. By
// entropy alone the cell may be anything but a known mine.
Move Player::one_by_one(Random& random) {
    try {
        while (deducer_.deduce() || deducer_.analyze()) {
        }
    } catch (const TooHard&) {
        return {any_unknown(random), false};
    }
    renew();
    const bool any = strategy_.family == Strategy::Family::kEntropy;
    candidates_.clear();
    for (std::int32_t cell = 0; cell < dealer_.graph().size(); ++cell)
        if (game_.covered(cell) &&
            (deducer_.knowledge.value(cell) == 0 || (any && deducer_.may_be_safe(cell))))
            candidates_.push_back(cell);
    if (candidates_.empty()) keep_least_likely();
    keep_best('Q');
    const std::int32_t cell = break_tie(random);
    return {cell, deducer_.knowledge.value(cell) == 0};
}

// The click when nothing is certain; -1 where the mine count has settled something after all.
std::int32_t Player::choose(Random& random) {
    try {
        if (deducer_.analyze()) return -1;
    } catch (const TooHard&) {
        return any_unknown(random);
    }
    std::int32_t cell = -1;
    if (strategy_.perfect_below > 0) cell = ending_.best(deducer_, strategy_.perfect_below);
    if (cell < 0) cell = by_criteria(random);
    if (Remembered* place = memory_place()) *place = {fingerprint(), cell};
    return cell;
}

// Opened cells with their numbers, and cells known to be mines.
Player::Fingerprint Player::fingerprint() const {
    const std::uint64_t mines = deducer_.knowledge.fingerprint();
    return {position_.first + mines, position_.second ^ mines};
}

// Where a decision in the present position belongs, or none where none is remembered.
Player::Remembered* Player::memory_place() {
    if (!remembers_ || opened_cells_ > kEarly) return nullptr;
    if (memory_.empty()) memory_.resize(kMemory);
    return &memory_[fingerprint().first % kMemory];
}

const Player::Remembered* Player::remembered() {
    const Remembered* place = memory_place();
    return place != nullptr && place->position == fingerprint() ? place : nullptr;
}

std::int32_t Player::by_criteria(Random& random) {
    renew();
    if (strategy_.order.front() == 'P') {
        keep_least_likely();
    } else {
        candidates_.clear();
        for (std::int32_t cell = 0; cell < dealer_.graph().size(); ++cell)
            if (game_.covered(cell) && deducer_.may_be_safe(cell)) candidates_.push_back(cell);
        keep_best(strategy_.order.front());
    }
    for (std::size_t i = 1; i < strategy_.order.size() && candidates_.size() > 1; ++i)
        keep_best(strategy_.order[i]);
    return break_tie(random);
}

// All unknown cells with the least mine probability.
void Player::keep_least_likely() {
    const Problem& problem = deducer_.problem();
    double least = problem.floating > 0 ? deducer_.floating_mine() : 2.0;
    for (const double p : deducer_.group_mine()) least = std::min(least, p);
    candidates_.clear();
    for (std::size_t g = 0; g < problem.groups.size(); ++g) {
        if (deducer_.group_mine()[g] > least + kTie) continue;
        const Group& group = problem.groups[g];
        candidates_.insert(candidates_.end(), problem.group_cells.begin() + group.cell_begin,
                           problem.group_cells.begin() + group.cell_end);
    }
    if (problem.floating > 0 && deducer_.floating_mine() <= least + kTie) {
        deducer_.floating_cells(floating_);
        candidates_.insert(candidates_.end(), floating_.begin(), floating_.end());
    }
    std::sort(candidates_.begin(), candidates_.end());
}

void Player::renew() {
    prober_.renew();
    signatures_.clear();
    signature_begin_.assign(1, 0);
    promises_.clear();
}

void Player::keep_best(char criterion) {
    if (promises_.empty() && alike()) return;
    scores_.clear();
    double best = -HUGE_VAL;
    for (const std::int32_t cell : candidates_) {
        scores_.push_back(promise(cell).score(criterion));
        best = std::max(best, scores_.back());
    }
    kept_.clear();
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        if (scores_[i] >= best - kTie) kept_.push_back(candidates_[i]);
    candidates_.swap(kept_);
}

// All that a promise depends on: the cell's own group, the groups of its unknown neighbours, and
// how many of those float (-1).
void Player::sign(std::int32_t cell) {
    signature_.clear();
    for (const std::int32_t other : dealer_.graph().neighbors(cell))
        if (deducer_.knowledge.unknown(other)) signature_.push_back(deducer_.group_of(other));
    std::sort(signature_.begin(), signature_.end());
    signature_.push_back(deducer_.knowledge.unknown(cell) ? deducer_.group_of(cell) : -2);
}

// Whether nothing tells the candidates apart.
bool Player::alike() {
    sign(candidates_.front());
    const std::vector<std::int32_t> first = signature_;
    return std::all_of(candidates_.begin() + 1, candidates_.end(), [&](std::int32_t cell) {
        sign(cell);
        return signature_ == first;
    });
}

const Player::Promise& Player::promise(std::int32_t cell) {
    sign(cell);
    for (std::size_t i = 0; i < promises_.size(); ++i)
        if (signature_begin_[i + 1] - signature_begin_[i] == signature_.size() &&
            std::equal(signature_.begin(), signature_.end(),
                       signatures_.begin() + static_cast<std::ptrdiff_t>(signature_begin_[i])))
            return promises_[i];
    signatures_.insert(signatures_.end(), signature_.begin(), signature_.end());
    signature_begin_.push_back(signatures_.size());
    promises_.push_back(evaluate(cell));
    return promises_.back();
}

double Player::Promise::score(char criterion) const {
    switch (criterion) {
        case 'P':
            return p;
        case 'S':
            return s;
        case 'E':
            return e;
        case 'Q':
            return q;
        default:
            return u;
    }
}

Player::Promise Player::evaluate(std::int32_t cell) {
    Promise promise;
    promise.p = 1.0;
    if (deducer_.knowledge.unknown(cell)) {
        const std::int32_t group = deducer_.group_of(cell);
        promise.p -= group >= 0 ? deducer_.group_mine()[at(group)] : deducer_.floating_mine();
    }
    if (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed)) throw Cancelled{};
    if (!deducer_.in_doubles()) return promise;
    try {
        weigh(cell, promise);
    } catch (const TooHard&) {  // then safety alone has to do
    }
    return promise;
}

void Player::weigh(std::int32_t cell, Promise& promise) {
    for (const Outcome& outcome : prober_.probe(deducer_, cell, depth_)) {
        const double joint = promise.p * outcome.probability;
        if (joint <= 0.0) continue;
        if (outcome.safe > 0) promise.s += joint;
        promise.e += joint * static_cast<double>(outcome.safe);
        promise.q -= joint * std::log2(joint);
        promise.u += joint * outcome.next_safety;
    }
}

std::int32_t Player::break_tie(Random& random) {
    if (candidates_.empty()) throw std::invalid_argument("no cell is left to open");
    const Graph& graph = dealer_.graph();
    const auto opened_around = [&](std::int32_t cell) {
        const auto around = graph.neighbors(cell);
        return std::count_if(around.begin(), around.end(),
                             [&](std::int32_t other) { return !game_.covered(other); });
    };
    const auto keep_if_largest = [&](auto measure) {
        std::int64_t best = std::numeric_limits<std::int64_t>::min();
        for (const std::int32_t cell : candidates_)
            best = std::max<std::int64_t>(best, measure(cell));
        std::erase_if(candidates_, [&](std::int32_t cell) { return measure(cell) < best; });
    };
    switch (strategy_.tie) {
        case Strategy::Tie::kFirst:
            return candidates_.front();
        case Strategy::Tie::kCorner:
            keep_if_largest([&](std::int32_t cell) {
                return -static_cast<std::int64_t>(graph.neighbors(cell).size());
            });
            keep_if_largest(opened_around);
            return candidates_.front();
        case Strategy::Tie::kNearest: {
            // Rings around the opened region, until one holds a candidate.
            std::vector<std::int32_t> distance(at(graph.size()), -1), queue;
            for (std::int32_t cell = 0; cell < graph.size(); ++cell)
                if (!game_.covered(cell)) {
                    distance[at(cell)] = 0;
                    queue.push_back(cell);
                }
            for (std::size_t head = 0; head < queue.size(); ++head)
                for (const std::int32_t other : graph.neighbors(queue[head]))
                    if (distance[at(other)] < 0) {
                        distance[at(other)] = distance[at(queue[head])] + 1;
                        queue.push_back(other);
                    }
            keep_if_largest([&](std::int32_t cell) {
                const std::int32_t d = distance[at(cell)];
                return d < 0 ? std::numeric_limits<std::int64_t>::min()
                             : -static_cast<std::int64_t>(d);
            });
            break;
        }
        case Strategy::Tie::kRandom:
            break;
    }
    return pick(random);
}

}  // namespace sapper
