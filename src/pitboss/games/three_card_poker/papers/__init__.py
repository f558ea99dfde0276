"""The papers of Three Card Poker, and the checks of its house file."""
