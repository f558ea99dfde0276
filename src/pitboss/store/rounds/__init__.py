"""The rows of rounds: written, read, replayed and wound up."""
