"""The physical table: cards, dice, chips and places, and the steps that change them."""
