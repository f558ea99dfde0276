"""The game for one who knows a card of the dealer's, of the board, or cards that are out."""
