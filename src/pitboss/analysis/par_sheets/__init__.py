"""The PAR sheet of a table: its figures, its page, and the simulation that confirms it."""
