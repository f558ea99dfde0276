"""The mathematics of punto banco, exact and simulated. Nothing here carries out a paragraph."""
