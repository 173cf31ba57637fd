#include <nanobind/stl/optional.h>

#include <string>

#include "bindings.hpp"
#include "support/errors.hpp"
#include "support/input_error.hpp"

namespace nb = nanobind;

namespace {

// Raises the error of sapper.errors that corresponds to an error about input.
void raise_input_error(const sapper::InputError& error) {
    constexpr const char* kNames[] = {"BoardError",  "SpecError",     "PositionError",
                                      "LayoutError", "NotationError", "GameError"};
    const nb::module_ errors = nb::module_::import_("sapper.errors");
    const nb::object type = errors.attr(kNames[static_cast<int>(error.kind)]);
    const auto* placed = dynamic_cast<const sapper::NotationError*>(&error);
    const nb::object made = placed != nullptr ? type(placed->message, placed->line, placed->column)
                                              : type(error.what());
    PyErr_SetObject(type.ptr(), made.ptr());
}

// Translates the exceptions of the core to Python, in one place.
void bind_failures(nb::module_& m) {
    static PyObject *contradiction, *budget_exceeded, *state_table_full, *position_limit_exceeded,
        *cancelled;
    const auto make = [&m](const char* name, PyObject* base) {
        PyObject* made =
            PyErr_NewException((std::string("sapper._core.") + name).c_str(), base, nullptr);
        m.attr(name) = nb::handle(made);
        return made;
    };
    contradiction = make("Contradiction", PyExc_ValueError);
    budget_exceeded = make("BudgetExceeded", PyExc_RuntimeError);
    state_table_full = make("StateTableFull", PyExc_RuntimeError);
    position_limit_exceeded = make("PositionLimitExceeded", PyExc_RuntimeError);
    cancelled = make("Cancelled", PyExc_RuntimeError);
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const sapper::Contradiction& e) {  // details are passed as arguments
            PyErr_SetObject(contradiction, nb::make_tuple(e.what(), e.clue).ptr());
        } catch (const sapper::InputError& e) {
            raise_input_error(e);
        } catch (const sapper::BudgetExceeded& e) {
            PyErr_SetObject(budget_exceeded, nb::make_tuple(e.width, e.log2_states).ptr());
        } catch (const sapper::StateTableFull&) {
            PyErr_SetString(state_table_full, "the search needs more states than its table holds");
        } catch (const sapper::PositionLimitExceeded&) {
            PyErr_SetString(position_limit_exceeded,
                            "the evaluation needs more positions than its table holds");
        } catch (const sapper::Cancelled&) {
            PyErr_SetString(cancelled, "the work was cancelled");
        }
    });
    const sapper::Budget usual;
    m.attr("LOG2_STATES") = usual.log2_states;
    m.attr("BYTES") = usual.bytes;
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The compiled engine of Sapper.";
    // Boards are cached for the lifetime of the process, which nanobind would report as leaks.
    nb::set_leak_warnings(false);
    bind_failures(m);
    m.attr("COVERED") = static_cast<int>(sapper::kCovered);
    m.attr("FLAGGED") = static_cast<int>(sapper::kFlagged);
    m.attr("UNREAD") = static_cast<int>(sapper::kUnread);
    m.attr("OUTSIDE") = static_cast<int>(sapper::kOutside);
    sapper::bindings::bind_stop(m);
    sapper::bindings::bind_graph(m);
    sapper::bindings::bind_boards(m);
    sapper::bindings::bind_counter(m);
    sapper::bindings::bind_mine_count(m);
    sapper::bindings::bind_question(m);
    sapper::bindings::bind_explanation(m);
    sapper::bindings::bind_commentary(m);
    sapper::bindings::bind_deal(m);
    sapper::bindings::bind_game(m);
    sapper::bindings::bind_layout(m);
    sapper::bindings::bind_notation(m);
    sapper::bindings::bind_grid_files(m);
    sapper::bindings::bind_service(m);
    sapper::bindings::bind_strategies(m);
    sapper::bindings::bind_simulation(m);
    sapper::bindings::bind_evaluation(m);
    sapper::bindings::bind_perfect_search(m);
    sapper::bindings::bind_modular(m);
    sapper::bindings::bind_ambiguity(m);
    sapper::bindings::bind_layout_classes(m);
    sapper::bindings::bind_value_model(m);
    sapper::bindings::bind_rollout_search(m);
    sapper::bindings::bind_no_guess(m);
    sapper::bindings::bind_vector_games(m);
}
