"""Paper 000: Chong, Hayden, Ma and Goh on the critical density of boards."""
