"""Rounds in their rows: written, read back, played again and wound up."""
