"""Value holes on boards and flops, and solve the game from the river back to the first decision."""
