"""The law of High Card, as the table plays it."""
