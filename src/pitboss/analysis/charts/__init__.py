"""Draws strategy charts, strategy cards, and every other figure in one style."""
