"""The papers of Sic Bo, and the checks of its house file."""
