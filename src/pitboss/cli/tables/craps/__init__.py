"""The craps table in the terminal."""
