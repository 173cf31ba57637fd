// Modular decomposition by ordered partition refinement.
//
// The vertices stand in an array cut into classes. A level takes the first class with more than one
// vertex, which is a module, picks a center c in it and arranges it as [others | c | neighbours of
// c]. Then vertices x of the module, the pivots, split the classes that they do not lie in. To the
// left of c the neighbours of x go to the side where x is, to the right of c to the other side.
// That keeps every module M that holds c together around it: seen from c outwards the classes that
// meet M come first, and only the last of them on each side may hold other vertices too, because
// a vertex outside M sees all of M as it sees c, and a vertex in M sees all outside M as c does. A
// module without c is never split, since no pivot outside it tells its vertices apart. A level
// ends when no pivot splits anything: every class is then a largest module without c.
//
// Of the two parts of a class the smaller serves as pivots, all its vertices, so that a vertex
// serves O(log n) times. The larger one waits in a queue until no pivots are left. The first in the
// queue is then a module, because everything outside it has served since it was cut off (a part
// that has not is in the queue before it), so that one vertex stands for all. It becomes the center
// of the class later on, so that a vertex stands for a class once.
//
// When a level ends the modules that hold c and overlap no other are read off: intervals of classes
// around c, growing. Two neighbouring classes are told apart by the vertices in which one neighbour
// list differs from the other; an interval is a module if those of all its neighbouring pairs lie
// within. A parallel or series node adds exactly one class, for its children without c together
// are a module; a prime node adds the closure of the next class under that condition, at least one
// class on either side. Each class that was added becomes a level of its own, and where it is of
// the same kind, parallel or series, as the node it came to, the two are one node.
#include "theory/modular_decomposition.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace sapper {

namespace {

constexpr std::int32_t kNone = -1;

template <typename T>
T& to_index(std::vector<T>& values, std::int32_t index) {
    return values[static_cast<std::size_t>(index)];
}

template <typename T>
const T& to_index(const std::vector<T>& values, std::int32_t index) {
    return values[static_cast<std::size_t>(index)];
}

struct Class {
    std::int32_t start;
    std::int32_t length;
    std::int32_t marked = 0;     // vertices moved to the front by the pivot at work
    std::int32_t place = kNone;  // where it waits in the queue
    std::int32_t voice = kNone;  // the vertex that stands for it, once it is a module
    std::int32_t node = kNone;   // the node of the tree that it belongs to, once it is a module
    bool serving = false;        // whether its vertices are yet to serve as pivots
};

class Decomposer {
  public:
    explicit Decomposer(const Graph& graph) : graph_(graph), size_(graph.size()) {
        const auto count = static_cast<std::size_t>(size_);
        tree_.order.resize(count);
        tree_.above.assign(count, kNone);
        where_.resize(count);
        class_of_.assign(count, 0);
        seen_.assign(count, 0);
        rank_.assign(count, 0);
        for (std::int32_t v = 0; v < size_; ++v) to_index(tree_.order, v) = to_index(where_, v) = v;
        classes_.reserve(count);
        classes_.push_back({.start = 0, .length = size_});
    }

    ModularTree run() {
        for (std::int32_t at_vertex = 0; at_vertex < size_;) {
            const std::int32_t id = to_index(class_of_, to_index(tree_.order, at_vertex));
            if (to_index(classes_, id).length == 1) {
                ++at_vertex;
                continue;
            }
            const std::int32_t start = to_index(classes_, id).start;
            const std::int32_t stop = start + to_index(classes_, id).length;
            const std::int32_t above = to_index(classes_, id).node;
            arrange(id);
            refine();
            read_level(start, stop, above);
        }
        count_wins();
        return std::move(tree_);
    }

  private:
    // --- the array and its classes ---

    void put(std::int32_t vertex, std::int32_t place) {
        to_index(tree_.order, place) = vertex;
        to_index(where_, vertex) = place;
    }

    void exchange(std::int32_t one, std::int32_t two) {
        const std::int32_t first = to_index(tree_.order, one);
        put(to_index(tree_.order, two), one);
        put(first, two);
    }

    // Moves the first `count` vertices of an interval to its end, in O(count).
    void move_to_end(std::int32_t start, std::int32_t length, std::int32_t count) {
        const std::int32_t moves = std::min(count, length - count);
        for (std::int32_t i = 0; i < moves; ++i) exchange(start + i, start + length - 1 - i);
    }

    // Cuts `count` vertices off a class, from its end or its start, as a new class.
    std::int32_t cut(std::int32_t id, std::int32_t count, bool from_end) {
        const auto made = static_cast<std::int32_t>(classes_.size());
        Class& old = to_index(classes_, id);
        const std::int32_t start = from_end ? old.start + old.length - count : old.start;
        if (!from_end) old.start += count;
        old.length -= count;
        for (std::int32_t i = start; i < start + count; ++i)
            to_index(class_of_, to_index(tree_.order, i)) = made;
        classes_.push_back({.start = start, .length = count});
        return made;
    }

    // --- a level ---

    // Splits a class into [others | center | neighbours] and lets the smaller side serve.
    void arrange(std::int32_t id) {
        const std::int32_t start = to_index(classes_, id).start;
        const std::int32_t length = to_index(classes_, id).length;
        center_ = to_index(classes_, id).voice;
        if (center_ == kNone) center_ = to_index(tree_.order, start);
        std::int32_t near = 0;
        for (const std::int32_t other : graph_.neighbors(center_))
            if (to_index(class_of_, other) == id) exchange(to_index(where_, other), start + near++);
        move_to_end(start, length, near);
        exchange(to_index(where_, center_), start + length - near - 1);
        to_index(classes_, id).voice = kNone;
        const std::int32_t neighbors = near > 0 ? cut(id, near, true) : kNone;
        if (length - near == 1) {  // the center alone is left of the old class
            wait(neighbors);
            return;
        }
        cut(id, 1, true);
        if (neighbors == kNone)
            wait(id);
        else
            enlist(neighbors, id);
    }

    void refine() {
        while (!serving_.empty() || first_waiting_ < waiting_.size()) {
            if (!serving_.empty()) {
                const std::int32_t id = serving_.back();
                serving_.pop_back();
                to_index(classes_, id).serving = false;
                // A class is not split by its own vertices, so the interval stands still.
                const std::int32_t start = to_index(classes_, id).start;
                const std::int32_t stop = start + to_index(classes_, id).length;
                for (std::int32_t i = start; i < stop; ++i) split_by(to_index(tree_.order, i));
            } else {
                const std::int32_t id = waiting_[first_waiting_++];
                Class& chosen = to_index(classes_, id);
                chosen.place = kNone;
                chosen.voice = to_index(tree_.order, chosen.start);
                split_by(chosen.voice);
            }
        }
        waiting_.clear();
        first_waiting_ = 0;
    }

    void split_by(std::int32_t pivot) {
        const std::int32_t own = to_index(class_of_, pivot);
        for (const std::int32_t other : graph_.neighbors(pivot)) {
            const std::int32_t id = to_index(class_of_, other);
            Class& met = to_index(classes_, id);
            if (id == own || met.length == 1) continue;
            if (met.marked == 0) touched_.push_back(id);
            exchange(to_index(where_, other), met.start + met.marked++);
        }
        for (const std::int32_t id : touched_) {
            const std::int32_t start = to_index(classes_, id).start;
            const std::int32_t length = to_index(classes_, id).length;
            const std::int32_t marked = to_index(classes_, id).marked;
            to_index(classes_, id).marked = 0;
            if (marked == length) continue;
            const bool left_of_center = start < to_index(where_, center_);
            const bool left_of_pivot = start < to_index(where_, pivot);
            const bool to_end = left_of_center == left_of_pivot;
            if (to_end) move_to_end(start, length, marked);
            enlist(cut(id, marked, to_end), id);
        }
        touched_.clear();
    }

    // Sees to it that both parts of a class serve, where `old` carries on what the class was.
    void enlist(std::int32_t made, std::int32_t old) {
        if (to_index(classes_, old).serving) {
            serve(made);
            return;
        }
        const bool made_is_smaller =
            to_index(classes_, made).length <= to_index(classes_, old).length;
        const std::int32_t larger = made_is_smaller ? old : made;
        const std::int32_t place = to_index(classes_, old).place;
        serve(made_is_smaller ? made : old);
        if (place == kNone) {
            wait(larger);
        } else if (larger == made) {
            to_index(classes_, old).place = kNone;
            to_index(classes_, made).place = place;
            to_index(waiting_, place) = made;
        }
    }

    void serve(std::int32_t id) {
        to_index(classes_, id).serving = true;
        serving_.push_back(id);
    }

    void wait(std::int32_t id) {
        to_index(classes_, id).place = static_cast<std::int32_t>(waiting_.size());
        waiting_.push_back(id);
    }

    // --- the tree ---

    struct Step {
        std::int32_t low;  // the first and the last class of the level that the node holds
        std::int32_t high;
        Joint joint;
    };

    // Adds the nodes that hold the center of the finished level on [start, stop).
    void read_level(std::int32_t start, std::int32_t stop, std::int32_t above) {
        level_.clear();
        for (std::int32_t i = start; i < stop; i += to_index(classes_, level_.back()).length)
            level_.push_back(to_index(class_of_, to_index(tree_.order, i)));
        const auto last = static_cast<std::int32_t>(level_.size()) - 1;
        std::int32_t center = 0;
        for (std::int32_t i = 0; i <= last; ++i) {
            Class& found = to_index(classes_, to_index(level_, i));
            to_index(rank_, to_index(level_, i)) = i;
            if (found.start == to_index(where_, center_)) center = i;
            if (found.voice == kNone) found.voice = to_index(tree_.order, found.start);
        }
        span_neighbors(last);
        grow(center, last);
        attach(center, above);
    }

    // For each class of the level and the next, finds the classes that tell them apart.
    void span_neighbors(std::int32_t last) {
        lowest_.clear();
        highest_.clear();
        for (std::int32_t i = 0; i < last; ++i) {
            std::int32_t low = i;
            std::int32_t high = i + 1;
            const auto tells = [&](std::int32_t vertex) {
                const std::int32_t found = to_index(rank_, to_index(class_of_, vertex));
                low = std::min(low, found);
                high = std::max(high, found);
            };
            const auto one = graph_.neighbors(to_index(classes_, to_index(level_, i)).voice);
            const auto two = graph_.neighbors(to_index(classes_, to_index(level_, i + 1)).voice);
            stamp_ += 2;
            for (const std::int32_t vertex : one) to_index(seen_, vertex) = stamp_;
            for (const std::int32_t vertex : two) {
                if (to_index(seen_, vertex) == stamp_)
                    to_index(seen_, vertex) = stamp_ + 1;
                else
                    tells(vertex);
            }
            for (const std::int32_t vertex : one)
                if (to_index(seen_, vertex) == stamp_) tells(vertex);
            lowest_.push_back(low);
            highest_.push_back(high);
        }
    }

    // Lists the nodes that hold the center, the smallest first.
    void grow(std::int32_t center, std::int32_t last) {
        steps_.clear();
        std::int32_t low = center;
        std::int32_t high = center;
        while (low > 0 || high < last) {
            if (low > 0 && to_index(lowest_, low - 1) >= low - 1 &&
                to_index(highest_, low - 1) <= high) {
                --low;
                steps_.push_back({low, high, Joint::parallel});
                continue;
            }
            if (high < last && to_index(lowest_, high) >= low &&
                to_index(highest_, high) <= high + 1) {
                ++high;
                steps_.push_back({low, high, Joint::series});
                continue;
            }
            assert(low > 0 && high < last);
            std::int32_t to_low = low - 1;
            std::int32_t to_high = high;
            while (low > to_low || high < to_high) {
                const std::int32_t pair = low > to_low ? --low : high++;
                to_low = std::min(to_low, to_index(lowest_, pair));
                to_high = std::max(to_high, to_index(highest_, pair));
            }
            steps_.push_back({low, high, Joint::prime});
        }
    }

    // Makes the listed nodes, the largest first, and hangs the classes of the level on them.
    void attach(std::int32_t center, std::int32_t above) {
        for (std::size_t i = steps_.size(); i-- > 0;) {
            const Step& step = steps_[i];
            const bool merges = above != kNone && i + 1 == steps_.size() &&
                                step.joint != Joint::prime &&
                                to_index(tree_.nodes, above).joint == step.joint;
            if (!merges) {
                const Class& first = to_index(classes_, to_index(level_, step.low));
                const Class& end = to_index(classes_, to_index(level_, step.high));
                tree_.nodes.push_back({.parent = above,
                                       .start = first.start,
                                       .stop = end.start + end.length,
                                       .joint = step.joint});
                above = static_cast<std::int32_t>(tree_.nodes.size()) - 1;
            }
            const std::int32_t inner_low = i > 0 ? steps_[i - 1].low : center;
            const std::int32_t inner_high = i > 0 ? steps_[i - 1].high : center;
            for (std::int32_t k = step.low; k < inner_low; ++k) hang(to_index(level_, k), above);
            for (std::int32_t k = inner_high + 1; k <= step.high; ++k)
                hang(to_index(level_, k), above);
        }
        hang(to_index(level_, center), above);
    }

    void hang(std::int32_t id, std::int32_t node) {
        Class& hung = to_index(classes_, id);
        hung.node = node;
        if (hung.length == 1) to_index(tree_.above, to_index(tree_.order, hung.start)) = node;
    }

    void count_wins() {
        std::vector<ModularNode>& nodes = tree_.nodes;
        for (const std::int32_t node : tree_.above)
            if (node != kNone) ++to_index(nodes, node).singles;
        for (std::size_t i = nodes.size(); i-- > 0;) {
            ModularNode& node = nodes[i];
            if (node.joint == Joint::prime)
                node.wins += node.inner > 0 ? node.singles : node.singles - 1;
            else if (node.singles > 0)
                ++node.wins;
            if (node.parent == kNone) continue;
            ++to_index(nodes, node.parent).inner;
            to_index(nodes, node.parent).wins += node.wins;
        }
        tree_.wins = nodes.empty() ? 1 : nodes.front().wins;
        for (std::int32_t v = 0; v < size_; ++v) {
            if (to_index(tree_.above, v) == kNone) continue;
            const ModularNode& node = to_index(nodes, to_index(tree_.above, v));
            if (node.joint == Joint::prime ? node.inner == 0 : node.singles > 1)
                tree_.guesses.push_back(v);
        }
    }

    const Graph& graph_;
    const std::int32_t size_;
    ModularTree tree_;
    std::vector<std::int32_t> where_;     // the place of each vertex in the array
    std::vector<std::int32_t> class_of_;  // the class of each vertex
    std::vector<Class> classes_;
    std::int32_t center_ = kNone;
    std::vector<std::int32_t> serving_;  // classes whose vertices are to serve as pivots
    std::vector<std::int32_t> waiting_;  // modules to be, of which one vertex will serve
    std::size_t first_waiting_ = 0;
    std::vector<std::int32_t> touched_;
    std::vector<std::int32_t> level_;   // the classes of a finished level
    std::vector<std::int32_t> rank_;    // the number of a class in its level
    std::vector<std::int32_t> lowest_;  // by class of the level: what tells it from the next
    std::vector<std::int32_t> highest_;
    std::vector<Step> steps_;
    std::vector<std::int64_t> seen_;
    std::int64_t stamp_ = 0;
};

}  // namespace

ModularTree modular_tree(const Graph& graph) {
    if (graph.size() == 0) throw std::invalid_argument("a graph needs at least one node");
    return Decomposer(graph).run();
}

}  // namespace sapper
