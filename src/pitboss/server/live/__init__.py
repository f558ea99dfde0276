"""The tables of a server: each is made of parts, and of those who act on them."""
