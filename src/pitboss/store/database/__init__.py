"""The database file: its schema, the one writer, readers, locks, and file permissions."""
