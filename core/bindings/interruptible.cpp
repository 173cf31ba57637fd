#include "interruptible.hpp"

#include <algorithm>

#include "bindings.hpp"

namespace sapper::bindings {

namespace {

constexpr auto kCallbackInterval = std::chrono::milliseconds(50);

unsigned long main_thread = 0;  // the only one that receives signals

constexpr double kLongestSeconds = 1e8;  // three years; longer limits are infinite

}  // namespace

Stop::Stop(double seconds) : state_(std::make_shared<State>()) {
    if (seconds < kLongestSeconds)
        state_->deadline =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(std::max(seconds, 0.0)));
}

std::vector<std::shared_ptr<Stop::State>>& Stop::active() {
    static thread_local std::vector<std::shared_ptr<State>> stops;
    return stops;
}

void Stop::push() const {
    active().push_back(state_);
}

void Stop::pop() {
    if (!active().empty()) active().pop_back();
}

void Stop::check() {
    for (const auto& state : active())
        if (state->ends_work()) throw Cancelled{};
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
    nb::class_<Stop>(m, "Stop", "Cancels the work of every thread that obeys it.")
        .def(nb::init<double>(), nb::arg("seconds"), "`seconds` until the deadline, or infinity.")
        .def("set", &Stop::set, "Cancel the work.")
        .def_prop_ro("is_set", &Stop::is_set)
        .def("push", &Stop::push, "Make this thread obey the stop, in addition to earlier ones.");
    m.def("pop_stop", &Stop::pop, "Release this thread from the last stop that it pushed.");
}

}  // namespace sapper::bindings
