"""What is printed of Let It Ride Poker, and the checks of a house file."""
