"""The live tables of a server: the state of each table (`parts`) and the objects that act on it."""
