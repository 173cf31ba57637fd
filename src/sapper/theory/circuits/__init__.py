"""Circuits: formulas as positions, after Kaye's proof that Minesweeper is NP-complete."""

from sapper.theory.circuits.circuit import Circuit, Models, circuit
from sapper.theory.circuits.formulas import FormulaError
from sapper.theory.circuits.trials import Trial, trial

__all__ = ["Circuit", "FormulaError", "Models", "Trial", "circuit", "trial"]
