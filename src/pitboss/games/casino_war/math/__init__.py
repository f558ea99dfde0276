"""The mathematics of Casino War."""
