"""What goes wrong at a table: the kinds of incident, and which of them are possible now."""
