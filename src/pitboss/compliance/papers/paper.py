"""The parts that all papers share: the table that a paper is about, the text that it rests on, and the page around it.

A page loads nothing and prints on A4 and on Letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.resources import files
from typing import NamedTuple

from pitboss import __version__
from pitboss.analysis.study import Study
from pitboss.counting.exact_model import ImpossibleError, Row
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.games import load
from pitboss.law.plain_names import day_in_words
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter
from pitboss.table.guide import Guide
from pitboss.table.printed import Pays, Printed

HELD = "as last held"


class NoPapersError(ValueError):
    """Raised if the game does not define what its papers show."""


class EdgeRows(NamedTuple):
    """The rows of the house edges, or why they could not be counted."""

    rows: tuple[Row, ...] = ()
    why: str = ""  # why nothing could be counted, or ""


@dataclass(frozen=True)
class Subject:
    """The table that a paper is about."""

    house: House
    rules: Rules
    counts: bool = True  # whether to count house edges, which may take a minute

    @cached_property
    def game(self) -> Game:
        return load(self.house.game)

    @cached_property
    def guide(self) -> Guide:
        guide = self.game.guide_at(self.rules, self.house)
        if guide is None:
            raise NoPapersError(f"{self.game.name} does not say what its papers show; it needs a guide.py")
        return guide

    @cached_property
    def printed_layout(self) -> Printed:
        return self.game.printed_at(self.rules, self.house)

    @cached_property
    def brief(self) -> tuple[Chapter, ...]:
        return self.game.brief_at(self.rules, self.house)

    @property
    def study(self) -> Study:
        """The study of the table under optimal play, at its usual bet."""
        return Study(self.game, self.rules, self.house, self.game.askable_model().usual_bet(self.house), ())

    @cached_property
    def edge_rows(self) -> EdgeRows:
        """The rows of the exact edges that the table offers, or why there are none."""
        if not self.counts:
            return EdgeRows(why="nobody asked for them")
        try:
            return EdgeRows(tuple(wager.row for wager in self.study.edge().wagers if wager.row.offered))
        except ImpossibleError as error:
            return EdgeRows(why=str(error))
        except ImportError as missing:
            if missing.name is not None and missing.name.startswith("pitboss"):
                raise
            return EdgeRows(why=str(missing))

    @property
    def title(self) -> str:
        return self.guide.title or self.game.title

    @property
    def areas(self) -> tuple[str, ...]:
        return self.guide.areas or self.printed_layout.areas

    @cached_property
    def pays(self) -> tuple[Pays, ...]:
        return tuple(table for wager in self.guide.offered for table in wager.pays)

    @property
    def law(self) -> str:
        return law_in_words(self.game, self.rules)


def law_in_words(game: Game, rules: Rules) -> str:
    """Describe the text that a paper rests on, always with the words that it may no longer hold."""
    if rules.is_beyond:
        return f"{rules.texts[0].upper()}{rules.texts[1:]}"
    text = rules.texts.replace(f", {HELD}", "").replace(f"{HELD}, ", "").replace(f" ({HELD})", "")
    text = re.sub(r"\d{4}-\d\d-\d\d", lambda day: day_in_words(day[0]), text)
    return f"{game.authority} {HELD}: {text}"


def page(title: str, kind: str, body: Iterable[str], size: float = 1.0) -> str:
    """Return a whole page. `kind` is its CSS class, and `size` scales its type."""
    style = files("pitboss.compliance.papers").joinpath("paper.css").read_text(encoding="utf-8")
    content = "\n".join(body)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<style>
{style}body {{ --size: {size:g}; }}
</style>
</head>
<body class="{kind}">
<main>
{content}
</main>
</body>
</html>
"""


def made_by() -> str:
    """Return the line that names Pitboss and its version."""
    return f"Made by Pitboss {__version__}"


def cite(paragraphs: str) -> str:
    """Return a citation as HTML; empty for none."""
    return f'<span class="cite">{escape(paragraphs)}</span>' if paragraphs else ""


def pay_table(table: Pays, *, cited: bool = False) -> str:
    """Return a pay table as HTML."""
    lines = "".join(f"<tr><th>{escape(line)}</th><td>{escape(paid)}</td></tr>" for line, paid in table.lines)
    by = f" {cite(table.cite)}" if cited else ""
    return f'<table class="pays"><caption>{escape(table.title)}{by}</caption><tbody>{lines}</tbody></table>'
