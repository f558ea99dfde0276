"""Count the game for a player who knows cards of the dealer's or of the board, or cards that are out."""
