"""What is printed of Winner's Pot Poker, and the checks of a house file."""
