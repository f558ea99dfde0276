"""A table in the terminal: keys and screens of the device, the drawing of a table, and rounds played at it."""
