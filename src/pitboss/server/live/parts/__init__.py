"""The parts of a live table, each with its own state."""
