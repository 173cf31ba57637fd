"""Win-rate curves and statistical fits: critical densities, trends and scaling laws."""
