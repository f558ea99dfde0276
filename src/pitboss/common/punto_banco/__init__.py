"""Punto banco: the rules that Minibaccarat and Baccarat share. The facts state them once, as `beyond:minibaccarat`, and
both games cite them so."""
