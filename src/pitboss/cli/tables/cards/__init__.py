"""Any card game in the terminal: drawn from the view, wagers from the game's offers, answers from its choices."""
