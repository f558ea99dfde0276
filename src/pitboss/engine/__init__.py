"""The engine drives any procedure and knows no game."""
