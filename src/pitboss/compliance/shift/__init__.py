"""The report of a shift, and the gaming day of one table."""
