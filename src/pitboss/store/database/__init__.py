"""The file itself: its schema, the one writer, readers, locks, and who may read it."""
