"""Compares two tables, and finds what a table elects that a default table does not."""
