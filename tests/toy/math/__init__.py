"""The mathematics of High Card."""
