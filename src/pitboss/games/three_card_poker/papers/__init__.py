"""What is printed of Three Card Poker, and the checks of a house file."""
