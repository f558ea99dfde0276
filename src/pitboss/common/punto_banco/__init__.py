"""Punto banco: what Minibaccarat and Baccarat are alike in. The facts state it once, as `beyond:minibaccarat`, and both
games cite it so."""
