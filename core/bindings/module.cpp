#include <string>

#include "bindings.hpp"
#include "support/errors.hpp"

namespace nb = nanobind;

namespace {

// The failures of the core as Python's exceptions, in one place.
void bind_failures(nb::module_& m) {
    static PyObject *contradiction, *too_hard, *out_of_states, *too_many_positions, *cancelled;
    const auto make = [&m](const char* name, PyObject* base) {
        PyObject* made =
            PyErr_NewException((std::string("sapper._core.") + name).c_str(), base, nullptr);
        m.attr(name) = nb::handle(made);
        return made;
    };
    contradiction = make("Contradiction", PyExc_ValueError);
    too_hard = make("TooHard", PyExc_RuntimeError);
    out_of_states = make("OutOfStates", PyExc_RuntimeError);
    too_many_positions = make("TooManyPositions", PyExc_RuntimeError);
    cancelled = make("Cancelled", PyExc_RuntimeError);
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const sapper::Contradiction& e) {  // what is known of it, as arguments
            PyErr_SetObject(contradiction, nb::make_tuple(e.what(), e.clue).ptr());
        } catch (const sapper::TooHard& e) {
            PyErr_SetObject(too_hard, nb::make_tuple(e.width, e.log2_states).ptr());
        } catch (const sapper::OutOfStates&) {
            PyErr_SetString(out_of_states, "the search met too many states");
        } catch (const sapper::TooManyPositions&) {
            PyErr_SetString(too_many_positions, "too many positions");
        } catch (const sapper::Cancelled&) {
            PyErr_SetString(cancelled, "somebody asked for an end");
        }
    });
    const sapper::Budget usual;
    m.attr("LOG2_STATES") = usual.log2_states;
    m.attr("BYTES") = usual.bytes;
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The compiled engine of Sapper.";
    // Boards are cached for the life of the process; that is not a leak.
    nb::set_leak_warnings(false);
    bind_failures(m);
    m.attr("COVERED") = static_cast<int>(sapper::kCovered);
    m.attr("FLAGGED") = static_cast<int>(sapper::kFlagged);
    m.attr("UNLABELED") = static_cast<int>(sapper::kUnlabeled);
    sapper::bindings::bind_working(m);
    sapper::bindings::bind_graph(m);
    sapper::bindings::bind_counter(m);
    sapper::bindings::bind_question(m);
    sapper::bindings::bind_deal(m);
    sapper::bindings::bind_layout(m);
    sapper::bindings::bind_notation(m);
    sapper::bindings::bind_strategies(m);
    sapper::bindings::bind_simulation(m);
    sapper::bindings::bind_evaluation(m);
    sapper::bindings::bind_perfect_search(m);
    sapper::bindings::bind_modular(m);
    sapper::bindings::bind_ambiguity(m);
    sapper::bindings::bind_value_model(m);
    sapper::bindings::bind_thought(m);
    sapper::bindings::bind_no_guess(m);
    sapper::bindings::bind_vector_games(m);
}
