"""What is compiled: evaluators and the machinery that keeps compiled code. Knows no law and no game."""
