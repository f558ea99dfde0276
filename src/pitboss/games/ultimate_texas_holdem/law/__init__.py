"""The law of Ultimate Texas Hold 'Em, as the table plays it."""
