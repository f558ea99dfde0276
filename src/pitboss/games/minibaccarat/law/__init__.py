"""The law of Minibaccarat, as the table plays it."""
