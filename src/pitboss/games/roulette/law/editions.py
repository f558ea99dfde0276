"""The legal history of roulette: none, because no text of it is held."""

from __future__ import annotations

from pitboss.law.unheld_games import undated_editions

EDITIONS = undated_editions("roulette", "Roulette", behaviour=3)
