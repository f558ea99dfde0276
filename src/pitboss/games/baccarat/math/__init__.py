"""The mathematics of Baccarat-Punto Banco."""
