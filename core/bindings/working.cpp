#include "working.hpp"

#include "bindings.hpp"

namespace sapper::bindings {

namespace {

constexpr auto kBetweenSignals = std::chrono::milliseconds(50);

unsigned long main_thread = 0;  // the only one that hears signals

std::shared_ptr<std::atomic<bool>>& obeyed() {
    static thread_local std::shared_ptr<std::atomic<bool>> flag;
    return flag;
}

}  // namespace

void Stop::obey(const Stop* stop) {
    obeyed() = stop == nullptr ? nullptr : stop->flag_;
}

void Stop::check() {
    const auto& flag = obeyed();
    if (flag != nullptr && flag->load(std::memory_order_relaxed)) throw Cancelled{};
}

void PythonWatch::check() {
    Stop::check();
    if (PyThread_get_thread_ident() != main_thread) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kBetweenSignals) return;
    last_ = now;
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void bind_working(nb::module_& m) {
    main_thread = nb::cast<unsigned long>(
        nb::module_::import_("threading").attr("main_thread")().attr("ident"));
    nb::class_<Stop>(m, "Stop", "Ends the work of a thread that obeys it.")
        .def(nb::init<>())
        .def("set", &Stop::set, "End it soon.")
        .def_prop_ro("is_set", &Stop::is_set);
    m.def("obey", &Stop::obey, nb::arg("stop").none(),
          "From now on work of this thread ends with Cancelled when the stop is set.");
}

}  // namespace sapper::bindings
