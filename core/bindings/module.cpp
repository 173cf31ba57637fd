#include "bindings.hpp"

namespace nb = nanobind;

NB_MODULE(_core, m) {
    m.doc() = "The compiled engine of Sapper.";
    nb::exception<sapper::Contradiction>(m, "Contradiction", PyExc_ValueError);

    // TooHard carries its two numbers as arguments.
    static PyObject* too_hard =
        PyErr_NewException("sapper._core.TooHard", PyExc_RuntimeError, nullptr);
    m.attr("TooHard") = nb::handle(too_hard);
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
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
}
