"""The table in the terminal of every game that draws its own layout, on which all wager together."""
