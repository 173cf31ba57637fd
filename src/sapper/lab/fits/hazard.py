"""The win rate as a survival curve: games are lost to troubles whose number grows with the density.

Were the fatal troubles of a game rare and independent, a game with H(ρ) of them to expect would be
won with the chance W = e^(-H). Whatever their nature, H = -log W, the cumulative hazard of survival
analysis, is 0 on an empty board and grows with the density, and its logarithm is smooth:

    log H = a + κ log t + c_1 t + c_2 t² + c_3 t³,   t = ρ / (the last density used)

The first two terms alone are Weibull's curve; the others bend it. The wins are binomial, so this is
a linear model of complementary log-log form: its likelihood is concave and has one summit, finite
as soon as as many points as parameters have both wins and losses.

The drop is steepest where W'' = 0, that is where H = 1 + r' / r² with r = (log H)'. That fixes a by
the other parameters, so the best curve that is steepest at a given density is found by the same
climb: Fisher scoring with Levenberg's damping. All rows of an array, the resamples of a bootstrap
or the densities of a profile, climb together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial, perm

import numpy as np
import numpy.typing as npt

from sapper.lab.fits.curve import Floats

Rows = npt.NDArray[np.intp]

Model = Callable[[Floats], tuple[Floats, Floats]]
"""From rows of parameters to log H at every point, and its derivatives by the parameters."""

MOST_PARAMETERS = 5

_STEPS = 400
_ROUNDS = 200


@dataclass(frozen=True, slots=True, eq=False)
class Summit:
    """The summits of the climbs, one row each."""

    parameters: Floats
    """The parameters."""

    log_likelihood: Floats
    """The logarithm of the likelihood there, without the binomial coefficients."""

    information: Floats
    """Fisher's information there, one matrix a row."""


def basis(t: Floats, count: int, order: int = 0) -> Floats:
    """Return 1, log t, t, t², ... up to ``count`` terms, as columns, or their derivatives.

    >>> basis(np.array([1.0, 2.0]), 4, order=1)
    array([[0. , 1. , 1. , 2. ],
           [0. , 0.5, 1. , 4. ]])
    """
    logarithm = np.log(t) if order == 0 else (-1) ** (order - 1) * factorial(order - 1) / t**order
    powers = [
        perm(power, order) * t ** (power - order) if power >= order else np.zeros_like(t)
        for power in range(1, count - 1)
    ]
    return np.stack([np.full_like(t, order == 0), logarithm, *powers], axis=-1)


def free_model(t: Floats, count: int) -> Model:
    """Return the model in which all parameters are free."""
    columns = basis(t, count)

    def model(parameters: Floats) -> tuple[Floats, Floats]:
        return parameters @ columns.T, np.broadcast_to(columns, (len(parameters), *columns.shape))

    return model


def steepest_at(t: Floats, count: int, places: Floats) -> Model:
    """Return the model in which row i is steepest at ``places[i]``; all but a are parameters.

    Where the parameters allow no such curve log H is nan.
    """
    columns = basis(t, count)[:, 1:]
    there = basis(places, count)[:, 1:]
    first, second = (basis(places, count, order)[:, 1:] for order in (1, 2))

    def model(parameters: Floats) -> tuple[Floats, Floats]:
        r = np.sum(first * parameters, axis=1, keepdims=True)
        bent = np.sum(second * parameters, axis=1, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            height = np.where(r > 0, 1 + bent / r**2, np.nan)
            height = np.where(height > 0, height, np.nan)
            by_height = (second / r**2 - 2 * bent * first / r**3) / height
        derivative = columns - there[:, None, :] + by_height[:, None, :]
        level = np.log(height) - np.sum(there * parameters, axis=1, keepdims=True)
        return level + parameters @ columns.T, derivative

    return model


def log_likelihood(
    log_hazard: Floats, derivative: Floats, wins: Floats, games: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return the logarithm of the likelihood, its gradient and Fisher's information, by row."""
    hazard = np.exp(np.clip(log_hazard, -300.0, 6.5))
    grown = np.expm1(hazard)
    losses = games - wins
    with np.errstate(invalid="ignore"):
        value = np.sum(losses * (np.log(grown) - hazard) - wins * hazard, axis=1)
    score = hazard * (losses / grown - wins)
    weight = games * hazard**2 / grown
    gradient = np.einsum("rp,rpi->ri", score, derivative)
    weighted = derivative * np.sqrt(weight)[..., None]
    return (
        np.where(np.isfinite(value), value, -np.inf),
        gradient,
        np.swapaxes(weighted, 1, 2) @ weighted,
    )


def climb(model_of: Callable[[Rows], Model], start: Floats, wins: Floats, games: Floats) -> Summit:
    """Climb the likelihood from every row of ``start``; ``wins`` are one row for all or one each.

    ``model_of`` gives the model of some of the rows, named by their numbers: rows that have arrived
    are left out of later steps. A row that starts where no curve is stays there, at -inf.
    """
    here = start.copy()
    rows = np.arange(len(here))
    value, gradient, information = log_likelihood(*model_of(rows)(here), wins, games)
    damping = np.full(len(here), 1e-4)
    running = rows[np.isfinite(value)]
    for _ in range(_ROUNDS):
        if not len(running):
            break
        step = _step(gradient[running], information[running], damping[running])
        tried = here[running] + step
        seen = wins[running] if wins.ndim == 2 else wins
        new = log_likelihood(*model_of(running)(tried), seen, games)
        gain = new[0] - value[running]
        better = gain > 0
        moved = running[better]
        here[moved], value[moved] = tried[better], new[0][better]
        gradient[moved], information[moved] = new[1][better], new[2][better]
        damping[running] *= np.where(better, 0.1, 10.0)
        arrived = np.abs(gain) <= 1e-9 + 1e-13 * np.abs(value[running])
        running = running[~(arrived | (damping[running] > 1e12))]
    return Summit(here, value, information)


def _step(gradient: Floats, information: Floats, damping: Floats) -> Floats:
    """Return Fisher's step, damped in proportion to what each parameter is known to."""
    spread = np.sqrt(np.maximum(np.diagonal(information, axis1=1, axis2=2), 1e-12))
    scaled = information / (spread[:, :, None] * spread[:, None, :])
    diagonal = np.arange(scaled.shape[1])
    scaled[:, diagonal, diagonal] += damping[:, None] + 1e-13
    step = np.linalg.solve(scaled, (gradient / spread)[..., None])[..., 0] / spread
    return np.asarray(step)


def steepest(parameters: Floats, lowest: float) -> Floats:
    """Return where from ``lowest`` to 1 the curves drop the most, one number a row, in units of t.

    The ends are answers as good as any other: the drop may be over before the first point, or not
    yet at its height at the last.
    """
    count = parameters.shape[1]
    t = np.linspace(lowest, 1.0, _STEPS)
    log_hazard = parameters @ basis(t, count).T
    rate = parameters @ basis(t, count, order=1).T
    hazard = np.exp(np.clip(log_hazard, -300.0, 6.5))
    drop = np.where(rate > 0, log_hazard - hazard + np.log(np.maximum(rate, 1e-300)), -np.inf)
    top = np.argmax(drop, axis=1)
    inner = np.clip(top, 1, _STEPS - 2)
    row = np.arange(len(parameters))
    before, at, after = (drop[row, inner + shift] for shift in (-1, 0, 1))
    with np.errstate(invalid="ignore", divide="ignore"):
        shift = 0.5 * (before - after) / (before - 2 * at + after)
    shift = np.where((inner == top) & np.isfinite(shift), np.clip(shift, -1, 1), 0.0)
    return np.asarray(t[top] + shift * (t[1] - t[0]))


def drift(parameters: Floats, place: float) -> Floats:
    """Return how fast the place of the steepest drop moves with each parameter of a curve."""
    at = np.array(place)
    zeroth, first, second, third = (basis(at, len(parameters), order) for order in range(4))
    r, bent, twice_bent = first @ parameters, second @ parameters, third @ parameters
    height = 1 + bent / r**2
    by_parameters = zeroth - (second / r**2 - 2 * bent * first / r**3) / height
    by_place = r - (twice_bent / r**2 - 2 * bent**2 / r**3) / height
    return np.asarray(-by_parameters / by_place)


def falls(parameters: Floats, lowest: float) -> bool:
    """Return whether a curve, one row, falls from ``lowest`` to 1 wherever it is not near 0 or 1.

    Where no more than one game in twenty goes the other way a ripple is noise, and harmless.
    """
    t = np.linspace(lowest, 1.0, _STEPS)
    win = np.exp(-np.exp(np.minimum(basis(t, len(parameters)) @ parameters, 6.5)))
    falling = basis(t, len(parameters), order=1) @ parameters > 0
    return bool(np.all(falling | (win < 0.05) | (win > 0.95)))
