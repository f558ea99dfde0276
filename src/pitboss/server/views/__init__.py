"""The views that are sent to players and spectators: tables, acts, and finished rounds."""
