"""The legal history of Sic Bo: none, because no text of it is held."""

from __future__ import annotations

from pitboss.law.unheld_games import undated_editions

EDITIONS = undated_editions("sic-bo", "Sic Bo", behaviour=2)
