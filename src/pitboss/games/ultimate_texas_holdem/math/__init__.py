"""The mathematics of Ultimate Texas Hold 'Em."""
