// Modular decomposition by ordered partition refinement (Habib, Paul and Viennot 1999).
//
// The vertices are stored in an array divided into classes (intervals). A level takes the first
// class with more than one vertex, which is a module, chooses a center c in it and arranges it as
// [others | c | neighbours of c]. Then pivots, vertices x of the module, split the classes they are
// not in: to the left of c the neighbours of x are moved to the side where x is, to the right of c
// to the other side. Invariants:
// - Every module M that contains c stays contiguous around c: going outwards from c, the classes
//   that meet M come first, and only the last one on each side may contain other vertices. The
//   reason is that a vertex outside M is adjacent to all of M or none, and a vertex in M has the
//   same neighbours outside M as c.
// - A module without c is never split, because a pivot outside it is adjacent to all of it or none.
// A level ends when no pivot splits a class. Every class is then a maximal module without c.
//
// If a class is split, all vertices of the smaller part become pivots, so a vertex is a pivot
// O(log n) times. The larger part is queued until no pivots are left. The first class in the queue
// is then a module: everything outside it has been a pivot since it was split off (a part that has
// not is earlier in the queue). One representative vertex therefore serves as pivot for all of it.
// The representative later becomes the center of the class, so each class needs only one.
//
// At the end of a level the strong modules (those that overlap no other module) that contain c are
// read off as growing intervals of classes around c. The splitters of two adjacent classes are the
// vertices adjacent to exactly one of them; an interval is a module if it contains the splitters of
// all its adjacent pairs. A parallel or series node adds exactly one class, because its children
// without c together form a module. A prime node adds the closure of the next class under that
// condition, at least one class on either side. Each added class becomes a level of its own. If its
// root is of the same kind (parallel or series) as its parent node, the two are merged.
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
T& element(std::vector<T>& values, std::int32_t index) {
    return values[static_cast<std::size_t>(index)];
}

template <typename T>
const T& element(const std::vector<T>& values, std::int32_t index) {
    return values[static_cast<std::size_t>(index)];
}

struct Class {
    std::int32_t start;
    std::int32_t length;
    std::int32_t marked = 0;              // vertices moved to the front by the current pivot
    std::int32_t queue_index = kNone;     // its index in module_queue_
    std::int32_t representative = kNone;  // its pivot vertex, once it is a module
    std::int32_t node = kNone;            // its parent in the tree, once it is a module
    bool is_pivot = false;                // whether it is in pivot_classes_
};

class Decomposer {
  public:
    explicit Decomposer(const Graph& graph) : graph_(graph), size_(graph.size()) {
        const auto count = static_cast<std::size_t>(size_);
        tree_.order.resize(count);
        tree_.above.assign(count, kNone);
        place_of_.resize(count);
        class_of_.assign(count, 0);
        seen_.assign(count, 0);
        rank_.assign(count, 0);
        for (std::int32_t v = 0; v < size_; ++v)
            element(tree_.order, v) = element(place_of_, v) = v;
        classes_.reserve(count);
        classes_.push_back({.start = 0, .length = size_});
    }

    ModularTree run() {
        for (std::int32_t place = 0; place < size_;) {
            const std::int32_t id = element(class_of_, element(tree_.order, place));
            if (element(classes_, id).length == 1) {
                ++place;
                continue;
            }
            const std::int32_t start = element(classes_, id).start;
            const std::int32_t stop = start + element(classes_, id).length;
            const std::int32_t above = element(classes_, id).node;
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
        element(tree_.order, place) = vertex;
        element(place_of_, vertex) = place;
    }

    void exchange(std::int32_t one, std::int32_t two) {
        const std::int32_t first = element(tree_.order, one);
        put(element(tree_.order, two), one);
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
        Class& old = element(classes_, id);
        const std::int32_t start = from_end ? old.start + old.length - count : old.start;
        if (!from_end) old.start += count;
        old.length -= count;
        for (std::int32_t i = start; i < start + count; ++i)
            element(class_of_, element(tree_.order, i)) = made;
        classes_.push_back({.start = start, .length = count});
        return made;
    }

    // --- a level ---

    // Splits a class into [others | center | neighbours] and makes the smaller side pivots.
    void arrange(std::int32_t id) {
        const std::int32_t start = element(classes_, id).start;
        const std::int32_t length = element(classes_, id).length;
        center_ = element(classes_, id).representative;
        if (center_ == kNone) center_ = element(tree_.order, start);
        std::int32_t near = 0;
        for (const std::int32_t other : graph_.neighbors(center_))
            if (element(class_of_, other) == id)
                exchange(element(place_of_, other), start + near++);
        move_to_end(start, length, near);
        exchange(element(place_of_, center_), start + length - near - 1);
        element(classes_, id).representative = kNone;
        const std::int32_t neighbors = near > 0 ? cut(id, near, true) : kNone;
        if (length - near == 1) {  // only the center remains in the old class
            enqueue_module(neighbors);
            return;
        }
        cut(id, 1, true);
        if (neighbors == kNone)
            enqueue_module(id);
        else
            schedule(neighbors, id);
    }

    void refine() {
        while (!pivot_classes_.empty() || next_module_ < module_queue_.size()) {
            if (!pivot_classes_.empty()) {
                const std::int32_t id = pivot_classes_.back();
                pivot_classes_.pop_back();
                element(classes_, id).is_pivot = false;
                // A class is not split by its own vertices, so its interval does not change.
                const std::int32_t start = element(classes_, id).start;
                const std::int32_t stop = start + element(classes_, id).length;
                for (std::int32_t i = start; i < stop; ++i) split_by(element(tree_.order, i));
            } else {
                const std::int32_t id = module_queue_[next_module_++];
                Class& chosen = element(classes_, id);
                chosen.queue_index = kNone;
                chosen.representative = element(tree_.order, chosen.start);
                split_by(chosen.representative);
            }
        }
        module_queue_.clear();
        next_module_ = 0;
    }

    void split_by(std::int32_t pivot) {
        const std::int32_t own = element(class_of_, pivot);
        for (const std::int32_t other : graph_.neighbors(pivot)) {
            const std::int32_t id = element(class_of_, other);
            Class& met = element(classes_, id);
            if (id == own || met.length == 1) continue;
            if (met.marked == 0) touched_.push_back(id);
            exchange(element(place_of_, other), met.start + met.marked++);
        }
        for (const std::int32_t id : touched_) {
            const std::int32_t start = element(classes_, id).start;
            const std::int32_t length = element(classes_, id).length;
            const std::int32_t marked = element(classes_, id).marked;
            element(classes_, id).marked = 0;
            if (marked == length) continue;
            const bool left_of_center = start < element(place_of_, center_);
            const bool left_of_pivot = start < element(place_of_, pivot);
            const bool to_end = left_of_center == left_of_pivot;
            if (to_end) move_to_end(start, length, marked);
            schedule(cut(id, marked, to_end), id);
        }
        touched_.clear();
    }

    // Schedules both parts of a split class as pivots; `old` keeps the identity of the class.
    void schedule(std::int32_t made, std::int32_t old) {
        if (element(classes_, old).is_pivot) {
            add_pivot_class(made);
            return;
        }
        const bool made_is_smaller =
            element(classes_, made).length <= element(classes_, old).length;
        const std::int32_t larger = made_is_smaller ? old : made;
        const std::int32_t queue_index = element(classes_, old).queue_index;
        add_pivot_class(made_is_smaller ? made : old);
        if (queue_index == kNone) {
            enqueue_module(larger);
        } else if (larger == made) {
            element(classes_, old).queue_index = kNone;
            element(classes_, made).queue_index = queue_index;
            element(module_queue_, queue_index) = made;
        }
    }

    void add_pivot_class(std::int32_t id) {
        element(classes_, id).is_pivot = true;
        pivot_classes_.push_back(id);
    }

    void enqueue_module(std::int32_t id) {
        element(classes_, id).queue_index = static_cast<std::int32_t>(module_queue_.size());
        module_queue_.push_back(id);
    }

    // --- the tree ---

    struct Step {
        std::int32_t low;  // first and last class (index in the level) of the node
        std::int32_t high;
        Joint joint;
    };

    // Adds the tree nodes that contain the center of the finished level on [start, stop).
    void read_level(std::int32_t start, std::int32_t stop, std::int32_t above) {
        level_.clear();
        for (std::int32_t i = start; i < stop; i += element(classes_, level_.back()).length)
            level_.push_back(element(class_of_, element(tree_.order, i)));
        const auto last = static_cast<std::int32_t>(level_.size()) - 1;
        std::int32_t center = 0;
        for (std::int32_t i = 0; i <= last; ++i) {
            Class& found = element(classes_, element(level_, i));
            element(rank_, element(level_, i)) = i;
            if (found.start == element(place_of_, center_)) center = i;
            if (found.representative == kNone)
                found.representative = element(tree_.order, found.start);
        }
        span_neighbors(last);
        grow(center, last);
        attach(center, above);
    }

    // For each pair of adjacent classes of the level, finds the range of classes of its splitters.
    void span_neighbors(std::int32_t last) {
        lowest_.clear();
        highest_.clear();
        for (std::int32_t i = 0; i < last; ++i) {
            std::int32_t low = i;
            std::int32_t high = i + 1;
            const auto include = [&](std::int32_t vertex) {
                const std::int32_t found = element(rank_, element(class_of_, vertex));
                low = std::min(low, found);
                high = std::max(high, found);
            };
            const auto one = graph_.neighbors(element(classes_, element(level_, i)).representative);
            const auto two =
                graph_.neighbors(element(classes_, element(level_, i + 1)).representative);
            stamp_ += 2;
            for (const std::int32_t vertex : one) element(seen_, vertex) = stamp_;
            for (const std::int32_t vertex : two) {
                if (element(seen_, vertex) == stamp_)
                    element(seen_, vertex) = stamp_ + 1;
                else
                    include(vertex);
            }
            for (const std::int32_t vertex : one)
                if (element(seen_, vertex) == stamp_) include(vertex);
            lowest_.push_back(low);
            highest_.push_back(high);
        }
    }

    // Lists the nodes that contain the center, the smallest first.
    void grow(std::int32_t center, std::int32_t last) {
        steps_.clear();
        std::int32_t low = center;
        std::int32_t high = center;
        while (low > 0 || high < last) {
            if (low > 0 && element(lowest_, low - 1) >= low - 1 &&
                element(highest_, low - 1) <= high) {
                --low;
                steps_.push_back({low, high, Joint::parallel});
                continue;
            }
            if (high < last && element(lowest_, high) >= low &&
                element(highest_, high) <= high + 1) {
                ++high;
                steps_.push_back({low, high, Joint::series});
                continue;
            }
            assert(low > 0 && high < last);
            std::int32_t to_low = low - 1;
            std::int32_t to_high = high;
            while (low > to_low || high < to_high) {
                const std::int32_t pair = low > to_low ? --low : high++;
                to_low = std::min(to_low, element(lowest_, pair));
                to_high = std::max(to_high, element(highest_, pair));
            }
            steps_.push_back({low, high, Joint::prime});
        }
    }

    // Creates the listed nodes, the largest first, with the classes of the level as children.
    void attach(std::int32_t center, std::int32_t above) {
        for (std::size_t i = steps_.size(); i-- > 0;) {
            const Step& step = steps_[i];
            const bool merges = above != kNone && i + 1 == steps_.size() &&
                                step.joint != Joint::prime &&
                                element(tree_.nodes, above).joint == step.joint;
            if (!merges) {
                const Class& first = element(classes_, element(level_, step.low));
                const Class& end = element(classes_, element(level_, step.high));
                tree_.nodes.push_back({.parent = above,
                                       .start = first.start,
                                       .stop = end.start + end.length,
                                       .joint = step.joint});
                above = static_cast<std::int32_t>(tree_.nodes.size()) - 1;
            }
            const std::int32_t inner_low = i > 0 ? steps_[i - 1].low : center;
            const std::int32_t inner_high = i > 0 ? steps_[i - 1].high : center;
            for (std::int32_t k = step.low; k < inner_low; ++k)
                append_child(element(level_, k), above);
            for (std::int32_t k = inner_high + 1; k <= step.high; ++k)
                append_child(element(level_, k), above);
        }
        append_child(element(level_, center), above);
    }

    void append_child(std::int32_t id, std::int32_t node) {
        Class& child = element(classes_, id);
        child.node = node;
        if (child.length == 1) element(tree_.above, element(tree_.order, child.start)) = node;
    }

    void count_wins() {
        std::vector<ModularNode>& nodes = tree_.nodes;
        for (const std::int32_t node : tree_.above)
            if (node != kNone) ++element(nodes, node).singles;
        for (std::size_t i = nodes.size(); i-- > 0;) {
            ModularNode& node = nodes[i];
            if (node.joint == Joint::prime)
                node.wins += node.inner > 0 ? node.singles : node.singles - 1;
            else if (node.singles > 0)
                ++node.wins;
            if (node.parent == kNone) continue;
            ++element(nodes, node.parent).inner;
            element(nodes, node.parent).wins += node.wins;
        }
        tree_.wins = nodes.empty() ? 1 : nodes.front().wins;
        for (std::int32_t v = 0; v < size_; ++v) {
            if (element(tree_.above, v) == kNone) continue;
            const ModularNode& node = element(nodes, element(tree_.above, v));
            if (node.joint == Joint::prime ? node.inner == 0 : node.singles > 1)
                tree_.guesses.push_back(v);
        }
    }

    const Graph& graph_;
    const std::int32_t size_;
    ModularTree tree_;
    std::vector<std::int32_t> place_of_;  // per vertex: its index in tree_.order
    std::vector<std::int32_t> class_of_;  // per vertex: its class
    std::vector<Class> classes_;
    std::int32_t center_ = kNone;
    std::vector<std::int32_t> pivot_classes_;  // classes whose vertices become pivots
    std::vector<std::int32_t> module_queue_;   // classes of which one vertex becomes a pivot
    std::size_t next_module_ = 0;
    std::vector<std::int32_t> touched_;
    std::vector<std::int32_t> level_;  // classes of the finished level, in order
    std::vector<std::int32_t> rank_;   // per class: its index in level_
    // Per class of the level: range of classes that the pair with its successor must include.
    std::vector<std::int32_t> lowest_, highest_;
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
