"""Fractions as people read them."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 4  # after the point, of percents and of other numbers


def decimal(value: Fraction, digits: int = DIGITS) -> str:
    """Rounded half to even from the fraction itself, so that no digit shown comes from a float."""
    scaled = round(value * 10**digits)
    sign, scaled = ("-", -scaled) if scaled < 0 else ("", scaled)
    whole, rest = divmod(scaled, 10**digits)
    return f"{sign}{whole:,}.{rest:0{digits}d}" if digits else f"{sign}{whole:,}"


def percent(value: Fraction, digits: int = DIGITS) -> str:
    return decimal(value * 100, digits) + "%"
