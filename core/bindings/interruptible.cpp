#include "interruptible.hpp"

#include <vector>

#include "bindings.hpp"

namespace sapper::bindings {

namespace {

constexpr auto kCallbackInterval = std::chrono::milliseconds(50);

unsigned long main_thread = 0;  // the only one that receives signals

std::vector<std::shared_ptr<std::atomic<bool>>>& active_stops() {
    static thread_local std::vector<std::shared_ptr<std::atomic<bool>>> flags;
    return flags;
}

}  // namespace

void Stop::push() const {
    active_stops().push_back(flag_);
}

void Stop::pop() {
    if (!active_stops().empty()) active_stops().pop_back();
}

void Stop::check() {
    for (const auto& flag : active_stops())
        if (flag->load(std::memory_order_relaxed)) throw Cancelled{};
}

void PythonToken::poll() {
    Stop::check();
    const bool on_main_thread = PyThread_get_thread_ident() == main_thread;
    if (!on_main_thread && !progress_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kCallbackInterval) return;
    last_ = now;
    const nb::gil_scoped_acquire acquire;
    if (on_main_thread && PyErr_CheckSignals() != 0) throw nb::python_error();
    if (progress_) (*progress_)();
}

void bind_stop(nb::module_& m) {
    main_thread = nb::cast<unsigned long>(
        nb::module_::import_("threading").attr("main_thread")().attr("ident"));
    nb::class_<Stop>(m, "Stop", "A flag that cancels the work of every thread that obeys it.")
        .def(nb::init<>())
        .def("set", &Stop::set, "Cancel the work.")
        .def_prop_ro("is_set", &Stop::is_set)
        .def("push", &Stop::push, "Make this thread obey the stop, in addition to earlier ones.");
    m.def("pop_stop", &Stop::pop, "Release this thread from the last stop that it pushed.");
}

}  // namespace sapper::bindings
