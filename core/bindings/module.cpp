#include "bindings.hpp"

namespace nb = nanobind;

NB_MODULE(_core, m) {
    m.doc() = "The compiled engine of Sapper.";
    // Boards are cached for the life of the process; that is not a leak.
    nb::set_leak_warnings(false);

    // Both carry what is known about the failure as arguments.
    static PyObject* contradiction =
        PyErr_NewException("sapper._core.Contradiction", PyExc_ValueError, nullptr);
    static PyObject* too_hard =
        PyErr_NewException("sapper._core.TooHard", PyExc_RuntimeError, nullptr);
    m.attr("Contradiction") = nb::handle(contradiction);
    m.attr("TooHard") = nb::handle(too_hard);
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const sapper::Contradiction& e) {
            PyErr_SetObject(contradiction, nb::make_tuple(e.what(), e.clue).ptr());
        } catch (const sapper::TooHard& e) {
            PyErr_SetObject(too_hard, nb::make_tuple(e.width, e.log2_states).ptr());
        }
    });

    m.attr("COVERED") = static_cast<int>(sapper::kCovered);
    m.attr("FLAGGED") = static_cast<int>(sapper::kFlagged);
    m.attr("UNLABELED") = static_cast<int>(sapper::kUnlabeled);
    sapper::bindings::bind_graph(m);
    sapper::bindings::bind_solver(m);
    sapper::bindings::bind_counter(m);
    sapper::bindings::bind_game(m);
    sapper::bindings::bind_optimal(m);
    sapper::bindings::bind_evaluation(m);
    sapper::bindings::bind_modular(m);
}
