"""The mathematics of Big Six."""
