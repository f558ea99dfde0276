"""The mathematics of Roulette with one zero or two."""
