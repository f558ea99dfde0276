"""A table in the terminal: the device, its keys, what is drawn, and rounds played at it."""
