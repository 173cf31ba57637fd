"""The win rate as a survival curve: a binomial regression with complementary log-log link.

If the events that lose a game were rare and independent with mean H(ρ), the win rate would be
W = e^(-H). In general H = -log W is the cumulative hazard of survival analysis: it is 0 on an empty
board, grows with the density ρ, and its logarithm is modelled as

    log H = a + κ log t + c_1 t + c_2 t² + c_3 t³,   t = ρ / (the last density used)

The first two terms are a Weibull curve. The model is linear in its parameters and the wins are
binomial, so the log likelihood is concave with one maximum, which is finite if at least as many
points as parameters have both wins and losses.

The drop of W is steepest at W'' = 0, equivalently H = 1 + r' / r² with r = (log H)'. For a given
place of the steepest drop this determines a from the other parameters, so the constrained maximum
(for profile likelihoods) is found by the same optimizer: Fisher scoring with Levenberg-Marquardt
damping. All rows of an array, such as bootstrap resamples or the densities of a profile, are
optimized together.
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
"""Maps rows of parameters to log H at every point and its derivatives by the parameters."""

MOST_PARAMETERS = 5
"""Largest number of parameters of a curve."""

_STEPS = 400
_ROUNDS = 200


@dataclass(frozen=True, slots=True, eq=False)
class Summit:
    """The maxima of the likelihood, one per row."""

    parameters: Floats
    """The parameters."""

    log_likelihood: Floats
    """The log likelihood at the maximum, without the binomial coefficients."""

    information: Floats
    """The Fisher information at the maximum, one matrix per row."""


def basis(t: Floats, count: int, order: int = 0) -> Floats:
    """Return the columns 1, log t, t, t², ... up to ``count`` terms, or their derivatives.

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
    """Return the model whose row i is steepest at ``places[i]``, with all parameters except a.

    If no curve with these parameters is steepest there, log H is nan.
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
    """Return the binomial log likelihood, its gradient and the Fisher information, by row."""
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
    """Maximize the likelihood from each row of ``start`` by damped Fisher scoring.

    ``wins`` is one row for all starts, or one row per start. ``model_of`` returns the model of the
    given row numbers; rows that have converged are left out of later steps. A row whose start has
    no valid curve keeps its start, with log likelihood -inf.
    """
    current = start.copy()
    rows = np.arange(len(current))
    value, gradient, information = log_likelihood(*model_of(rows)(current), wins, games)
    damping = np.full(len(current), 1e-4)
    running = rows[np.isfinite(value)]
    for _ in range(_ROUNDS):
        if not len(running):
            break
        step = _step(gradient[running], information[running], damping[running])
        tried = current[running] + step
        row_wins = wins[running] if wins.ndim == 2 else wins
        new = log_likelihood(*model_of(running)(tried), row_wins, games)
        gain = new[0] - value[running]
        better = gain > 0
        moved = running[better]
        current[moved], value[moved] = tried[better], new[0][better]
        gradient[moved], information[moved] = new[1][better], new[2][better]
        damping[running] *= np.where(better, 0.1, 10.0)
        converged = np.abs(gain) <= 1e-9 + 1e-13 * np.abs(value[running])
        running = running[~(converged | (damping[running] > 1e12))]
    return Summit(current, value, information)


def _step(gradient: Floats, information: Floats, damping: Floats) -> Floats:
    """Return the Fisher-scoring step, with damping relative to the scale of each parameter."""
    spread = np.sqrt(np.maximum(np.diagonal(information, axis1=1, axis2=2), 1e-12))
    scaled = information / (spread[:, :, None] * spread[:, None, :])
    diagonal = np.arange(scaled.shape[1])
    scaled[:, diagonal, diagonal] += damping[:, None] + 1e-13
    step = np.linalg.solve(scaled, (gradient / spread)[..., None])[..., 0] / spread
    return np.asarray(step)


def steepest(parameters: Floats, lowest: float) -> Floats:
    """Return the t of the steepest drop of each curve within ``lowest`` to 1.

    It can be an end of this range, if the drop is steepest before the first or after the last
    point. The maximum on a grid is refined by a parabola.
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
    """Return the derivatives of the place of the steepest drop by the parameters of a curve.

    They follow from the implicit function theorem.
    """
    at = np.array(place)
    zeroth, first, second, third = (basis(at, len(parameters), order) for order in range(4))
    r, bent, twice_bent = first @ parameters, second @ parameters, third @ parameters
    height = 1 + bent / r**2
    by_parameters = zeroth - (second / r**2 - 2 * bent * first / r**3) / height
    by_place = r - (twice_bent / r**2 - 2 * bent**2 / r**3) / height
    return np.asarray(-by_parameters / by_place)


def falls(parameters: Floats, lowest: float) -> bool:
    """Return whether a curve decreases from ``lowest`` to 1 at all win rates from 0.05 to 0.95.

    A ripple closer to 0 or 1 is noise without effect.
    """
    t = np.linspace(lowest, 1.0, _STEPS)
    win = np.exp(-np.exp(np.minimum(basis(t, len(parameters)) @ parameters, 6.5)))
    falling = basis(t, len(parameters), order=1) @ parameters > 0
    return bool(np.all(falling | (win < 0.05) | (win > 0.95)))
