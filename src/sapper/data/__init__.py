"""Tables that come with the package: published ones, and results that take long to compute."""
