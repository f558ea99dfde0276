"""The papers of Big Six, and the checks of its house file."""
