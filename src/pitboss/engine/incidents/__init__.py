"""Incidents: the kinds of things that go wrong at a table, and which of them are possible now."""
