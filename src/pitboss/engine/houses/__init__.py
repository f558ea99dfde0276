"""The elections of a licensee at a table: their values, their checks, and their descriptions in words."""
