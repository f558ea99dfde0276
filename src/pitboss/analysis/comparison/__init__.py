"""Two tables beside each other, and what a table elects that others do not."""
