"""Simulation: units played by the million, each a pure function of the seed and its number."""
