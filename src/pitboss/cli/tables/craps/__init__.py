"""Craps in the terminal."""
