"""The papers of Roulette with one zero or two, and the checks of its house file."""
