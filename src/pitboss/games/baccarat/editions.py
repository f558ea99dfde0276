"""Baccarat-Punto Banco has no legal history here: no text of it is held. Most facts are those of Minibaccarat."""

from __future__ import annotations

from pitboss.law.unheld_games import undated_editions

EDITIONS = undated_editions("baccarat", "Baccarat-Punto Banco", 3, "minibaccarat")
