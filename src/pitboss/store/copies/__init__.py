"""Copies of a whole database: made, put back, and exported as tables."""
