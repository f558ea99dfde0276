"""The mathematics of Winner's Pot Poker."""
