"""The law of Baccarat-Punto Banco, as the table plays it."""
