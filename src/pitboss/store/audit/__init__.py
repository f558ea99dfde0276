"""Checks that the database is intact: chains, columns and money."""
