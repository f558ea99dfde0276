"""What is drawn: strategy charts, strategy cards, and the style of every figure."""
