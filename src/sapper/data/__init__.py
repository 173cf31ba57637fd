"""Tables shipped with the package: published values, and results that take long to compute."""
