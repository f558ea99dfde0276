"""The mathematics of Three Card Poker."""
