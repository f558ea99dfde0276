"""The papers of Winner's Pot Poker, and the checks of its house file."""
