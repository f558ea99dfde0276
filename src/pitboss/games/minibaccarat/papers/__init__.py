"""The papers of Minibaccarat, and the checks of its house file."""
