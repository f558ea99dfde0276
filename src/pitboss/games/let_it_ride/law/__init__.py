"""The law of Let It Ride Poker, as the table plays it."""
