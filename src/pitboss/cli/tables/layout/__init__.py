"""The terminal table of every game that draws its own layout, on which all players wager together."""
