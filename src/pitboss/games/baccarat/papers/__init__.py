"""What is printed of Baccarat-Punto Banco, and the checks of a house file."""
