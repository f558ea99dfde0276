"""What is printed of Craps and Mini-Craps, and the checks of a house file."""
