"""The report of a shift, and the gaming day of a table."""
