#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <memory>

#include "bindings.hpp"
#include "interruptible.hpp"
#include "play/training_choices.hpp"
#include "play/training_games.hpp"
#include "search/value_model.hpp"

namespace sapper::bindings {

namespace {

using Weights = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using FeatureRows = nb::ndarray<nb::numpy, float, nb::ndim<2>>;
using Column = nb::ndarray<nb::numpy, float, nb::ndim<1>>;
using Indices = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;

// Moves a vector into a numpy array, without a copy.
template <class A, class T>
A as_array(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto kept = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = kept->data();
    nb::capsule owner(kept.release(),
                      [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return A(data, shape, owner);
}

template <class A, class T>
A as_array(std::vector<T>& values) {
    const std::size_t size = values.size();
    return as_array<A>(std::move(values), {size});
}

}  // namespace

void bind_value_model(nb::module_& m) {
    m.attr("VALUE_INPUTS") = ValueModel::kInputs;
    m.attr("VALUE_FIRST") = ValueModel::kFirst;
    m.attr("VALUE_SECOND") = ValueModel::kSecond;
    m.attr("VALUE_MOST_INPUT") = ValueModel::kMostInput;
    m.attr("VALUE_NEXT_SAFETY") = kNextSafety;
    nb::class_<ValueModel>(m, "ValueModel",
                           "The value network: win probability by features of a position.")
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
            training.lambda = patience;
            TrainingSamples samples;
            {
                const Interruptible interruptible;
                samples = training_games(deal, model, training, seed, first, games);
            }
            const std::size_t rows = samples.values.size();
            return std::pair(as_array<FeatureRows>(std::move(samples.features),
                                                   {rows, std::tuple_size_v<Features>}),
                             as_array<Column>(std::move(samples.values), {rows}));
        },
        nb::arg("deal"), nb::arg("model"), nb::arg("patience"), nb::arg("seed"), nb::arg("first"),
        nb::arg("games"),
        "Play training games of the value network; return the features of positions and their "
        "TD(lambda) targets. `patience` is lambda, from 0 to 1.");
    m.def(
        "training_choices",
        [](const Deal& deal, const ValueModel& model, std::uint64_t seed, std::uint64_t first,
           std::uint64_t games) {
            ChoiceSamples samples;
            {
                const Interruptible interruptible;
                samples = training_choices(deal, model, {}, seed, first, games);
            }
            const std::size_t rows = samples.clicks.size();
            return std::tuple(
                as_array<Indices>(samples.decisions), as_array<Column>(samples.safeties),
                as_array<Column>(samples.values), as_array<Indices>(samples.clicks),
                as_array<Column>(samples.probabilities), as_array<Column>(samples.won),
                as_array<FeatureRows>(std::move(samples.features),
                                      {rows, std::tuple_size_v<Features>}));
        },
        nb::arg("deal"), nb::arg("model"), nb::arg("seed"), nb::arg("first"), nb::arg("games"),
        "Play games and evaluate decisions by rollouts, to train the value network. Return three "
        "arrays by click (decision, safety, value) and four by outcome (click, probability, "
        "whether "
        "it wins, features).");
}

}  // namespace sapper::bindings
