"""Pitboss: New Jersey's Rules of the Games (N.J.A.C. 19:47) as software that deals by the text it holds."""

__version__ = "0.2.0"
