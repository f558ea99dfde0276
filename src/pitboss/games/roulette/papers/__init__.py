"""What is printed of Roulette with one zero or two, and the checks of a house file."""
