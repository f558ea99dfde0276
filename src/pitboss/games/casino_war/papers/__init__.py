"""What is printed of Casino War, and the checks of a house file."""
