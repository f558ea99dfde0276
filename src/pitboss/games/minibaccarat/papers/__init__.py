"""What is printed of Minibaccarat, and the checks of a house file."""
