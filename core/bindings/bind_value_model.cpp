#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include <atomic>
#include <memory>

#include "bindings.hpp"
#include "training_games.hpp"
#include "value_model.hpp"

namespace sapper::bindings {

namespace {

using Weights = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<nb::numpy, float, nb::ndim<2>>;
using Column = nb::ndarray<nb::numpy, float, nb::ndim<1>>;

// Hands a vector over to numpy.
template <class A>
A handed_over(std::vector<float>&& values, std::initializer_list<std::size_t> shape) {
    auto kept = std::make_unique<std::vector<float>>(std::move(values));
    float* const data = kept->data();
    nb::capsule owner(kept.release(),
                      [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
    return A(data, shape, owner);
}

}  // namespace

void bind_value_model(nb::module_& m) {
    m.attr("VALUE_INPUTS") = ValueModel::kInputs;
    m.attr("VALUE_FIRST") = ValueModel::kFirst;
    m.attr("VALUE_SECOND") = ValueModel::kSecond;
    m.attr("VALUE_MOST_INPUT") = ValueModel::kMostInput;
    m.attr("VALUE_NEXT_SAFETY") = kNextSafety;
    nb::class_<ValueModel>(m, "ValueModel", "The chance of winning, by features of a position.")
        .def(
            "__init__",
            [](ValueModel* self, const Weights& weights) {
                new (self) ValueModel({weights.data(), weights.size()});
            },
            nb::arg("weights"));
    m.def(
        "training_games",
        [](const Deal& deal, const ValueModel& model, double patience, std::uint64_t seed,
           std::uint64_t first, std::uint64_t games) {
            Training training;
            training.patience = patience;
            TrainingSamples samples;
            {
                nb::gil_scoped_release release;
                const std::atomic<bool> cancel{false};
                samples = training_games(deal, model, training, seed, first, games, cancel);
            }
            const std::size_t rows = samples.values.size();
            return std::pair(
                handed_over<Rows>(std::move(samples.features), {rows, std::tuple_size_v<Features>}),
                handed_over<Column>(std::move(samples.values), {rows}));
        },
        nb::arg("deal"), nb::arg("model"), nb::arg("patience"), nb::arg("seed"), nb::arg("first"),
        nb::arg("games"),
        "Play games for the training of a model; return the positions' features and their worth.");
}

}  // namespace sapper::bindings
