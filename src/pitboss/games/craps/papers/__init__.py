"""The papers of Craps and Mini-Craps, and the checks of its house file."""
