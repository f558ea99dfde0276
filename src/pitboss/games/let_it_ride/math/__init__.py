"""The mathematics of Let It Ride Poker."""
