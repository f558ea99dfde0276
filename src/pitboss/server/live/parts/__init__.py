"""The parts of a table that have a state of their own."""
