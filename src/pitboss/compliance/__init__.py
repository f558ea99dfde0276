"""Checks of a casino: its house file, what was seen at its tables, and the papers that it must show."""
