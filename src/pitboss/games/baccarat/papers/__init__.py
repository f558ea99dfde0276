"""The papers of Baccarat-Punto Banco, and the checks of its house file."""
