"""Processes of their own for long work: the adviser, exact edges and shift reports."""
