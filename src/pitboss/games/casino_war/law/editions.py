"""Casino War has no legal history here: no text of it is held."""

from __future__ import annotations

from pitboss.law.unheld_games import undated_editions

EDITIONS = undated_editions("casino-war", "Casino War", behaviour=3)
