"""The law of Winner's Pot Poker, as the table plays it."""
