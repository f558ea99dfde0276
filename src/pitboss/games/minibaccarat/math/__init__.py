"""The mathematics of Minibaccarat."""
