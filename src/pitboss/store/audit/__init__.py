"""Checks that the database is what it says it is: chains, columns and money."""
