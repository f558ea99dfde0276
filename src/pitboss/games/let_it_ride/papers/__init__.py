"""The papers of Let It Ride Poker, and the checks of its house file."""
