"""What is printed of Ultimate Texas Hold 'Em, and the checks of a house file."""
