"""Estimates from counts: means, their intervals, and the number of rounds they need."""
