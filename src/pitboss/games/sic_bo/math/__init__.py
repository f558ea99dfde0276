"""The mathematics of Sic Bo."""
