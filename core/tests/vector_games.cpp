// Compares vectorized games with single games: `sapper_vector_games N` plays N random boards with
// random clicks and compares the states of every game with a separate single game.
#include "play/vector_games.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <vector>

#include "cases.hpp"

namespace {

using namespace sapper;

constexpr std::int64_t kPatience = 3;

Graph random_graph(fuzz::Random& random) {
    const int cells = random.within(1, 12);
    fuzz::Edges edges;
    for (int a = 0; a < cells; ++a)
        for (int b = 0; b < a; ++b)
            if (random.chance(25)) edges.emplace_back(a, b);
    return fuzz::make_graph(cells, edges);
}

// One game, by the simplest implementation: the reference for VectorGames.
class Slow {
  public:
    Slow(const Graph& graph, std::int64_t mines, int most, First first, std::uint64_t seed)
        : graph_(graph), mines_(mines), most_(most), first_(first), seed_(seed) {
        restart();
    }

    void click(std::int32_t cell) {
        if (over) {
            ++index_;
            return restart();
        }
        if (laid_ && !game_.covered(cell)) {
            over = ++idle_ == kPatience;
            return;
        }
        idle_ = 0;
        if (!laid_) {
            const Deal deal(graph_, mines_, most_, first_, first_ == First::kAny ? 0 : cell);
            deal.lay(seed_, index_, game_.layout);
            game_.begin(graph_);
            laid_ = true;
        }
        over = !game_.open(cell) || game_.safe_left() == 0;
    }

    [[nodiscard]] std::int16_t state(std::size_t cell) const {
        return laid_ ? game_.states()[cell] : static_cast<std::int16_t>(kCovered);
    }

    bool over = false;

  private:
    void restart() {
        laid_ = over = false;
        idle_ = 0;
    }

    const Graph& graph_;
    std::int64_t mines_;
    int most_;
    First first_;
    std::uint64_t seed_, index_ = 0;
    bool laid_ = false;
    std::int64_t idle_ = 0;
    Game game_;
};

bool same(const VectorGames& fast, const std::vector<Slow>& slow, int threads) {
    std::vector<double> probabilities(fast.games() * fast.cells());
    fast.probabilities(probabilities, threads);
    for (std::size_t game = 0; game < slow.size(); ++game) {
        if ((fast.won()[game] || fast.lost()[game] || fast.cut()[game]) != slow[game].over)
            return false;
        for (std::size_t cell = 0; cell < fast.cells(); ++cell) {
            const std::size_t i = game * fast.cells() + cell;
            const std::int16_t state = slow[game].state(cell);
            const bool openable = state == kCovered && !slow[game].over;
            if (fast.states()[i] != state || (fast.openable()[i] != 0) != openable) return false;
            if (std::isnan(probabilities[i]) != (state != kCovered)) return false;
        }
    }
    return true;
}

template <class F>
bool refuses(F call) {
    try {
        call();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

// Plays random steps on a random board; returns whether all games agree.
bool play(fuzz::Random& random) {
    const Graph graph = random_graph(random);
    const int most = random.chance(20) ? 2 : 1;
    const auto first = static_cast<First>(random.within(0, 2));
    const int mines = random.within(0, graph.size() * most);
    const auto games = static_cast<std::size_t>(random.within(1, 5));
    const Rewards rewards{1.0, -1.0, 0.1, 1.0, random.chance(50) ? -0.5 : 0.0, -0.1};
    std::optional<VectorGames> fast;
    try {
        fast.emplace(graph, mines, most, first, games, rewards, kPatience);
    } catch (const std::invalid_argument&) {
        return true;  // the board is full, or too many mines for the first-click rule
    }
    std::vector<std::uint64_t> seeds, indices(games, 0);
    std::vector<Slow> slow;
    for (std::size_t game = 0; game < games; ++game) {
        seeds.push_back(random.next());
        slow.emplace_back(graph, mines, most, first, seeds.back());
    }
    fast->begin(seeds, indices);
    std::vector<std::int64_t> clicks(games);
    for (int step = random.within(1, 60); step > 0; --step) {
        for (std::size_t game = 0; game < games; ++game) {
            const int cell = random.within(0, graph.size() - 1);
            clicks[game] = cell;
            slow[game].click(cell);
        }
        fast->step(clicks);
        if (!same(*fast, slow, random.within(1, 3))) return false;
    }
    clicks[0] = graph.size();
    const bool outside = refuses([&] { fast->step(clicks); });
    clicks.push_back(0);
    return outside && refuses([&] { fast->step(clicks); }) && same(*fast, slow, 1);
}

}  // namespace

int main(int argc, char** argv) {
    const int boards = argc > 1 ? std::atoi(argv[1]) : 100;
    for (int number = 0; number < boards; ++number) {
        fuzz::Random random(static_cast<std::uint64_t>(number) * 0x9e3779b1);
        if (!play(random)) {
            std::printf("board %d: vectorized games differ from single games\n", number);
            return 1;
        }
    }
    std::printf("%d boards of vectorized games compared\n", boards);
    return 0;
}
