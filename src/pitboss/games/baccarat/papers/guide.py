"""The papers of Baccarat beyond those of Minibaccarat: who deals, and what is marked."""

from __future__ import annotations

from pitboss.common.punto_banco import brief as common
from pitboss.common.punto_banco import guide as papers
from pitboss.games.baccarat.law.house import BaccaratHouse
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence
from pitboss.table.guide import Guide

WHO_DEALS = (
    Sentence(
        "A player deals, the curator. The shoe is offered from seat 1 on, counterclockwise.", "beyond:baccarat.4(a)"
    ),
    Sentence("The player who has the most on the player's hand looks at its first two cards.", "beyond:baccarat.6(b)"),
    Sentence("When the player's hand wins, the shoe passes on.", "beyond:baccarat.7(a)"),
    Sentence("A curator may give the shoe up after any round.", "beyond:baccarat.7(b)"),
)


def brief(rules: Rules, house: BaccaratHouse) -> tuple[Chapter, ...]:
    *others, shoe = common.brief(rules, house)
    return (*others, Chapter(shoe.title, (*shoe.said, *WHO_DEALS)))


def guide(rules: Rules, house: BaccaratHouse) -> Guide:
    return papers.guide(rules, house, "baccarat")
