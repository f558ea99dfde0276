"""The law of Craps and Mini-Craps, as the table plays it."""
