"""Rounds dealt and played by the million, by tables that are looked up."""
