"""What is printed of Big Six, and the checks of a house file."""
