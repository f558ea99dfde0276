"""Procedures, acts and checks that several games share. Each cites the paragraph of the game that calls it."""
