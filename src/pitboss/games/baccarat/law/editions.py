"""The legal history of Baccarat-Punto Banco: none, because no text is held. Most facts are those of Minibaccarat."""

from __future__ import annotations

from pitboss.law.unheld_games import undated_editions

EDITIONS = undated_editions("baccarat", "Baccarat-Punto Banco", 3, "minibaccarat")
