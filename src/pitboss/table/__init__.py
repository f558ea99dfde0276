"""The physical table: cards and where they lie, chips and whose they are, and the steps that move them."""
