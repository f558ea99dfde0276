"""The law of Sic Bo, as the table plays it."""
