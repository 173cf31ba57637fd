#include "interruptible.hpp"

#include <vector>

#include "bindings.hpp"

namespace sapper::bindings {

namespace {

constexpr auto kBetweenCallbacks = std::chrono::milliseconds(50);

unsigned long main_thread = 0;  // the only one that receives signals

std::vector<std::shared_ptr<std::atomic<bool>>>& obeyed() {
    static thread_local std::vector<std::shared_ptr<std::atomic<bool>>> flags;
    return flags;
}

}  // namespace

void Stop::push() const {
    obeyed().push_back(flag_);
}

void Stop::pop() {
    if (!obeyed().empty()) obeyed().pop_back();
}

void Stop::check() {
    for (const auto& flag : obeyed())
        if (flag->load(std::memory_order_relaxed)) throw Cancelled{};
}

void PythonToken::poll() {
    Stop::check();
    const bool hears_signals = PyThread_get_thread_ident() == main_thread;
    if (!hears_signals && !progress_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kBetweenCallbacks) return;
    last_ = now;
    const nb::gil_scoped_acquire acquire;
    if (hears_signals && PyErr_CheckSignals() != 0) throw nb::python_error();
    if (progress_) (*progress_)();
}

void bind_stop(nb::module_& m) {
    main_thread = nb::cast<unsigned long>(
        nb::module_::import_("threading").attr("main_thread")().attr("ident"));
    nb::class_<Stop>(m, "Stop", "A flag that ends the work of every thread that obeys it.")
        .def(nb::init<>())
        .def("set", &Stop::set, "End the work soon.")
        .def_prop_ro("is_set", &Stop::is_set)
        .def("push", &Stop::push, "Make this thread obey the stop, as well as those before it.");
    m.def("pop_stop", &Stop::pop, "Release this thread from the stop that it pushed last.");
}

}  // namespace sapper::bindings
