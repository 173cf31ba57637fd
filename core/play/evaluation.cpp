#include "play/evaluation.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "board/bit_layouts.hpp"
#include "support/cancellation.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"
#include "support/numbers.hpp"
#include "support/random.hpp"

namespace sapper {

namespace {

__extension__ using U128 = unsigned __int128;

}  // namespace

Evaluation::Evaluation(const Deal& deal, const Descriptor& strategy, std::size_t most_positions)
    : deal_(deal),
      player_(deal, strategy),
      facts_(strategy.facts),
      most_positions_(most_positions),
      neighbors_(neighbor_bits(deal.graph())),
      states_(to_index(deal.graph().size()), kCovered) {
    if (deal.max_per_cell() != 1)
        throw std::invalid_argument("strategies are evaluated with at most one mine per cell");
    for (const std::uint64_t around : neighbors_)
        if (std::popcount(around) > 15)
            throw std::invalid_argument("a cell may have at most 15 neighbours");
    for (std::size_t i = 0; i < kPrimes; ++i) primes_[i] = Residue::prime(static_cast<int>(i));
    inverses_.resize(to_index(deal.graph().size()) + 1);
    for (std::size_t i = 0; i < kPrimes; ++i) {
        const Residue::Field field(primes_[i]);
        for (std::size_t ways = 1; ways < inverses_.size(); ++ways)
            inverses_[ways][i] = Residue(ways).inverse().value();
    }
}

Evaluation::Value Evaluation::wins() {
    std::uint64_t banned = ~std::uint64_t{0};
    for (const std::int32_t cell : deal_.allowed().list()) banned &= ~bit(cell);
    std::vector<std::uint64_t> layouts =
        bit_layouts(deal_.graph().size(), static_cast<int>(deal_.mines()), banned);
    if (deal_.full()) return uniform(static_cast<std::int64_t>(layouts.size()));
    if (facts_.follows_game) return play_every_layout(layouts);
    return click(layouts.data(), layouts.data() + layouts.size(), deal_.start());
}

// Fallback for strategies that depend on the history of the game: plays every layout.
Evaluation::Value Evaluation::play_every_layout(const std::vector<std::uint64_t>& layouts) {
    std::int64_t won = 0;
    Layout layout;
    for (const std::uint64_t bits : layouts) {
        layout.mines.clear();
        layout.numbers.clear();
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell) {
            layout.mines.push_back(static_cast<std::int16_t>(bits >> cell & 1));
            layout.numbers.push_back(
                static_cast<std::int16_t>(std::popcount(bits & neighbors_[to_index(cell)])));
        }
        Random random = deal_.random(0, 0, Random::kStrategy);
        const GameRecord record = player_.play(layout, random);
        won += record.won;
        positions_ += static_cast<std::size_t>(record.moves);
    }
    return uniform(won);
}

// Decision node: all cells of the last click's opening are revealed.
Evaluation::Value Evaluation::decide(std::uint64_t* begin, std::uint64_t* end) {
    const std::int64_t covered = deal_.graph().size() - std::popcount(opened_);
    if (covered == deal_.mines()) return uniform(end - begin);
    if (facts_.opens_certain) {
        if (end - begin == 1) return uniform(1);
        std::uint64_t mines = 0;
        for (const std::uint64_t* layout = begin; layout != end; ++layout) mines |= *layout;
        for (std::int32_t cell = 0; cell < deal_.graph().size(); ++cell)
            if (((mines | opened_) >> cell & 1) == 0) return click(begin, end, cell);
    }
    return ask_strategy(begin, end);
}

Evaluation::Value Evaluation::ask_strategy(std::uint64_t* begin, std::uint64_t* end) {
    poll_cancellation();
    // Without random tie-breaking no position is reached twice.
    if (branched_)
        if (const auto found = table_.find(key()); found != table_.end()) return found->second;
    ++positions_;
    const std::vector<std::int32_t> options = player_.options(states_);
    const bool before = branched_;
    branched_ |= options.size() > 1;
    Value sum{};
    for (const std::int32_t cell : options) add(sum, click(begin, end, cell));
    branched_ = before;
    sum = divide(sum, options.size());
    if (branched_) {
        if (table_.size() >= most_positions_) throw PositionLimitExceeded{};
        table_.emplace(key(), sum);
    }
    return sum;
}

Evaluation::Value Evaluation::click(std::uint64_t* begin, std::uint64_t* end, std::int32_t cell) {
    std::uint64_t* safe =
        std::partition(begin, end, [&](std::uint64_t layout) { return (layout >> cell & 1) != 0; });
    if (safe == end) return {};
    const std::size_t mark = queue_.size();
    queue_.push_back(cell);
    const Value value = reveal(safe, end, mark);
    queue_.resize(mark);
    return value;
}

// Chance nodes: reveals the cells of the queue from `head` on and the openings of zeros among them.
Evaluation::Value Evaluation::reveal(std::uint64_t* begin, std::uint64_t* end, std::size_t head) {
    while (head < queue_.size() && (opened_ >> queue_[head] & 1) != 0) ++head;
    if (head == queue_.size()) return decide(begin, end);
    const std::int32_t cell = queue_[head];
    const std::uint64_t around = neighbors_[to_index(cell)];
    const std::size_t mark = queue_.size();
    opened_ |= bit(cell);
    Value sum{};
    for (std::uint64_t* part = begin; part != end;) {
        const int number = std::popcount(*part & around);
        std::uint64_t* next = std::partition(part, end, [&](std::uint64_t layout) {
            return std::popcount(layout & around) == number;
        });
        states_[to_index(cell)] = static_cast<std::int16_t>(number);
        if (number == 0)
            for (const std::int32_t other : deal_.graph().neighbors(cell)) queue_.push_back(other);
        add(sum, reveal(part, next, head + 1));
        queue_.resize(mark);
        part = next;
    }
    states_[to_index(cell)] = kCovered;
    opened_ &= ~bit(cell);
    return sum;
}

Evaluation::Value Evaluation::uniform(std::int64_t wins) const {
    Value value;
    value.fill(static_cast<std::uint64_t>(wins));
    return value;
}

void Evaluation::add(Value& sum, const Value& term) const {
    for (std::size_t i = 0; i < kPrimes; ++i) {
        sum[i] += term[i];
        if (sum[i] >= primes_[i]) sum[i] -= primes_[i];
    }
}

Evaluation::Value Evaluation::divide(const Value& value, std::size_t ways) const {
    if (ways == 1) return value;
    Value part;
    for (std::size_t i = 0; i < kPrimes; ++i)
        part[i] = static_cast<std::uint64_t>(static_cast<U128>(value[i]) * inverses_[ways][i] %
                                             primes_[i]);
    return part;
}

Evaluation::Key Evaluation::key() const {
    Key key;
    key.opened = opened_;
    for (std::uint64_t rest = opened_; rest != 0; rest &= rest - 1) {
        const auto cell = static_cast<std::size_t>(std::countr_zero(rest));
        key.numbers[cell / 16] |= static_cast<std::uint64_t>(states_[cell]) << (cell % 16 * 4);
    }
    return key;
}

std::size_t Evaluation::Hash::operator()(const Key& key) const {
    std::uint64_t h = scramble(key.opened);
    for (const std::uint64_t word : key.numbers) h = scramble(h ^ word) + 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>(h);
}

}  // namespace sapper
