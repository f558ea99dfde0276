"""Count the game again, slowly and from any deck, to check the fast kernel."""
