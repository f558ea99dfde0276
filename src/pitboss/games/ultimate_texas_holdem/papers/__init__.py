"""The papers of Ultimate Texas Hold 'Em, and the checks of its house file."""
