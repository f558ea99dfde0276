"""The terminal table of all card games: drawn from the view, with wagers from offers and answers from choices."""
