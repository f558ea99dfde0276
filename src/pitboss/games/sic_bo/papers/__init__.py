"""What is printed of Sic Bo, and the checks of a house file."""
