"""Records read back: replayed, verified, explained, written out as a page."""
