"""Generators of documentation pages from the code that they describe."""
