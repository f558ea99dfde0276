"""The law of Three Card Poker, as the table plays it."""
