"""The law of Roulette with one zero or two, as the table plays it."""
