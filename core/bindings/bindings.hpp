// Declarations shared by the binding files.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string>

#include "board/deal.hpp"
#include "counting/knowledge.hpp"

namespace sapper::bindings {

namespace nb = nanobind;

using States = nb::ndarray<const std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline Position position(const Graph& graph, const States& states, int max_per_cell) {
    return {graph, {states.data(), states.shape(0)}, max_per_cell};
}

// Returns the first-click rule of that name; throws std::invalid_argument if there is none.
First first_rule(const std::string& name);

void bind_stop(nb::module_& m);
void bind_graph(nb::module_& m);
void bind_boards(nb::module_& m);
void bind_deal(nb::module_& m);
void bind_game(nb::module_& m);
void bind_layout(nb::module_& m);
void bind_notation(nb::module_& m);
void bind_grid_files(nb::module_& m);
void bind_service(nb::module_& m);
void bind_mine_count(nb::module_& m);
void bind_question(nb::module_& m);
void bind_explanation(nb::module_& m);
void bind_commentary(nb::module_& m);
void bind_counter(nb::module_& m);
void bind_simulation(nb::module_& m);
void bind_strategies(nb::module_& m);
void bind_perfect_search(nb::module_& m);
void bind_evaluation(nb::module_& m);
void bind_modular(nb::module_& m);
void bind_ambiguity(nb::module_& m);
void bind_layout_classes(nb::module_& m);
void bind_value_model(nb::module_& m);
void bind_rollout_search(nb::module_& m);
void bind_no_guess(nb::module_& m);
void bind_vector_games(nb::module_& m);

}  // namespace sapper::bindings
