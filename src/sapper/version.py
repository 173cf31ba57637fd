"""The version of Sapper, for the package, its stores and its tables."""

VERSION = "0.2.0"
