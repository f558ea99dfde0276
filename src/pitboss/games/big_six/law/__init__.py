"""The law of Big Six, as the table plays it."""
