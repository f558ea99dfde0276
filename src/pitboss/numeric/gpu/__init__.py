"""Twins of the kernels for a graphics card: sources that are put together, and what they are compiled with."""
