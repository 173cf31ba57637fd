"""Circuits: Boolean formulas as positions, after the proof of NP-completeness by Kaye 2000."""

from sapper.theory.circuits.circuit import Circuit, Models, circuit
from sapper.theory.circuits.formulas import FormulaError
from sapper.theory.circuits.trials import Trial, trial

__all__ = ["Circuit", "FormulaError", "Models", "Trial", "circuit", "trial"]
