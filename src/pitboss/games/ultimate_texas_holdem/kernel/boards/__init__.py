"""What holes are worth on boards and flops, and the game solved from the river back."""
