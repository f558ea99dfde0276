"""The mathematics of Craps and Mini-Craps."""
