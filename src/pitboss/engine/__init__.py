"""The engine: it drives the procedure of any game and knows no game itself."""
