"""The papers of Casino War, and the checks of its house file."""
