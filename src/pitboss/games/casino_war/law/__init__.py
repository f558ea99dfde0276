"""The law of Casino War, as the table plays it."""
