"""The elections of a house at a Casino War table. None of them is law: each is a default of the facts."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import ClassVar, Literal

import msgspec

from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, House, amount, once
from pitboss.law.force import number, rule
from pitboss.law.rules import Rules
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import TO_OR_WIN, Money, Odds, dollars
from pitboss.table.paytable import PayTable, winnings, worth

DECKS_KNOWN = (6, 7, 8)  # whether seven may be elected is read
MOST_POSITIONS = 9
QUARTER = 4  # of the stack at least lies behind the cutting card
PLAIN, TRIPLE_BONUS = "plain", "triple-bonus"  # alternatives that the facts name: a tie in a war pays 1 or 4 to 1
NAMES = "name plain (1 to 1) or triple bonus (4 to 1)"
INITIAL, WAR, TIE, WAR_TIE = "initial", "war", "tie", "tie on war"
SPOTS = (INITIAL, TIE, WAR, WAR_TIE)


class CasinoWarHouse(House, frozen=True, kw_only=True, rename="kebab"):
    odds_words: ClassVar[tuple[str, ...]] = TO_OR_WIN
    elections: ClassVar[tuple[Election, ...]] = (
        Election("seats", cites=("beyond:casino-war.2(c)",)),
        Election("minimum", "The least initial wager.", cites=("beyond:casino-war.5(e)",)),
        Election("maximum", "The most initial wager.", cites=("beyond:casino-war.5(e)",)),
        Election(
            "decks",
            "How many decks are in the shoe: 6, 7 or 8.",
            left_by="beyond:casino-war.2(a)",
            cites=("beyond:casino-war.2(a)",),
        ),
        Election(
            "cover-card",
            "How many cards at least lie behind the cutting card. Left out, a quarter of them all.",
            left_by="beyond:casino-war.4(c)",
            cites=("beyond:casino-war.4(c)", "house:cover-card"),
        ),
        Election("tie-wager", "Whether the tie wager is offered.", left_by="beyond:casino-war.5(h)"),
        Election(
            "tie-wager-on-war",
            "Whether the tie wager on the war is offered. Left out, a reading says it.",
            left_by="beyond:casino-war.5(g)",
            cites=("beyond:casino-war.5(g)",),
        ),
        Election(
            "war-tie-odds",
            "What a war that ends in a tie pays: 2 to 1 or more, plain for 1 to 1, or triple bonus for 4 to 1.",
            left_by="beyond:casino-war.8(b)",
            cites=("beyond:casino-war.8(a)", "beyond:casino-war.8(b)", "house:smallest-chip"),
        ),
        Election(
            "tie-odds",
            "What the tie wager pays: 10 to 1 or more.",
            left_by="beyond:casino-war.8(b)",
            cites=("beyond:casino-war.8(a)", "beyond:casino-war.8(b)", "house:smallest-chip"),
        ),
        Election(
            "two-positions",
            "Whether a player may wager on two adjacent positions.",
            left_by="beyond:casino-war.2(f)",
        ),
        Election("shuffler", "Whether a device shuffles: none or device.", left_by="beyond:casino-war.4(a)"),
        Election("pre-shuffled", "Whether cards are brought inspected and shuffled.", left_by="beyond:casino-war.3(c)"),
        Election("tie-minimum", "The least tie wager.", cites=("beyond:casino-war.5(e)",)),
        Election("tie-maximum", "The most tie wager."),
    )

    name: str = "Casino War 1"
    game: str = "casino-war"
    seats: int = 7
    packs: int = msgspec.field(default=6, name="decks")
    cover_card: int | None = None
    tie_wager: Literal["offered", "not"] = "offered"
    tie_wager_on_war: Literal["offered", "not"] | None = None
    war_tie_odds: str | None = None
    tie_odds: str | None = None
    two_positions: bool = False
    shuffler: Literal["none", "device"] = "none"
    pre_shuffled: bool = False
    minimum: Money = amount(500)
    maximum: Money = amount(100_000)
    tie_minimum: Money = amount(100)
    tie_maximum: Money = amount(10_000)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(10_000_000)

    @property
    def named_odds(self) -> str:
        """The pay table that is elected by name, in whatever spelling; empty if odds are stated."""
        name = "-".join((self.war_tie_odds or "").casefold().replace("-", " ").split())
        return name if name in (PLAIN, TRIPLE_BONUS) else ""

    @property
    def is_plain(self) -> bool:
        return (
            self.named_odds == PLAIN or _parse_elected_odds(self.war_tie_odds) == table_called(PLAIN).lines["war tie"]
        )

    def read_for(self, key: str) -> str:
        return {"war-tie-odds": "war-tie", "tie-wager-on-war": "tie-on-war"}.get(key, "")

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from map(_cite_posted_limits, super().findings(rules))
        if self.packs not in decks_allowed(rules):
            remedy = f"use {', '.join(map(str, decks_allowed(rules)))}"
            reading = "decks" if self.packs == 7 else ""
            yield Finding("decks", "beyond:casino-war.2(a)", f"the shoe has {self.packs} decks", remedy, reading)
        else:
            yield from self._cover_card_findings()
        if not 1 <= self.seats <= most_positions():
            problem = f"the table has {self.seats} betting positions"
            yield Finding("seats", "beyond:casino-war.2(c)", problem, f"use 1 to {most_positions()}")
        if self.tie_wager_on_war == "offered" and rules.reads("tie-on-war") == "not":
            problem, remedy = "a tie wager on the war is offered", "do not offer it"
            yield Finding("tie-wager-on-war", "beyond:casino-war.5(g)", problem, remedy, "tie-on-war")
        if not 0 < self.tie_minimum <= self.tie_maximum:
            problem = f"tie wagers are {dollars(self.tie_minimum)} to {dollars(self.tie_maximum)}"
            yield Finding(
                "tie-minimum", "beyond:casino-war.5(e)", problem, "set a least amount that is not over the most"
            )
        if self.war_tie_odds is not None and not self.is_plain and not self.named_odds:
            yield from self._odds_findings("war-tie-odds", "war tie", self.war_tie_odds)
        if self.tie_odds is not None:
            yield from self._odds_findings("tie-odds", "tie", self.tie_odds)

    def _cover_card_findings(self) -> Iterator[Finding]:
        """Yield a finding if too few or too many cards lie behind the cutting card.

        The facts set the fewest. The most is for the house: a round has to come before the cutting card.
        """
        least, most = least_behind(self), most_behind(self)
        problem, remedy = f"{self.cover_card} cards lie behind the cutting card", f"leave {least} to {most} there"
        if cards_behind_range(self)[0] < least:
            yield Finding("cover-card", "beyond:casino-war.4(c)", problem, remedy)
        elif cards_behind_range(self)[0] > most:
            yield Finding("cover-card", "house:cover-card", problem, remedy)

    def senseless(self) -> Iterator[Finding]:
        if self.packs not in DECKS_KNOWN:
            problem = f"there is no shoe of {self.packs} decks"
            yield Finding("decks", "beyond:casino-war.2(a)", problem, "use 6, 7 or 8")

    def _odds_findings(self, key: str, line: str, paid: str) -> Iterator[Finding]:
        names = f", or {NAMES}" if key == "war-tie-odds" else ""
        try:
            odds = Odds.parse(paid, self.odds_words)
        except ValueError as wrong_odds:
            problem, _, remedy = str(wrong_odds).partition("; ")
            yield Finding(key, "beyond:casino-war.8(a)", problem, remedy + names)
            return
        least = table_called("odds").rate(line)
        assert least is not None
        if worth(odds) < worth(least):
            problem = f"{line} pays {odds}, less than {least}"
            yield Finding(key, "beyond:casino-war.8(b)", problem, f"pay {least} or more{names}")
        elif odds.stake > 1:
            problem = f"not every wager can be paid exactly at {odds}"
            yield Finding(key, "house:smallest-chip", problem, "pay odds to 1")

    def most_won(self, rules: Rules) -> int:
        """Return the most that one position can win: a tie, then a war won by a tie too, with all tie wagers."""
        wager, tie = self.in_chips(self.maximum), self.in_chips(self.tie_maximum)
        ties = offers_tie(self) + offers_tie_on_war(rules, self)
        war = max(winnings(rate(rules, self, line), wager) for line in ("initial", "war", "war tie"))
        return war + ties * winnings(rate(rules, self, "tie"), tie)


def _cite_posted_limits(finding: Finding) -> Finding:
    """Cite the paragraph on posted limits for a finding that other games base on plain sense."""
    if finding.cite != "house:limits":
        return finding
    return Finding(finding.key, "beyond:casino-war.5(e)", finding.wrong, finding.right)


def decks_allowed(rules: Rules) -> tuple[int, ...]:
    return DECKS_KNOWN if rules.reads("decks") == "with-7" else (6, 8)


def most_positions() -> int:
    return number("beyond:casino-war.2(c)", "positions", MOST_POSITIONS)


# --- the cutting card


def least_behind(house: CasinoWarHouse) -> int:
    """Return the fewest cards behind the cutting card: a quarter of the stack."""
    return len(FULL_DECK) * house.packs // number("beyond:casino-war.4(c)", "part", QUARTER)


def most_behind(house: CasinoWarHouse) -> int:
    """Return the most cards behind the cutting card with which a round can still be dealt before it."""
    return len(FULL_DECK) * (house.packs - 1)


def cards_behind_range(house: CasinoWarHouse) -> tuple[int, int]:
    """Return how few and how many cards the dealer leaves behind the cutting card.

    He does not count them. There may be up to half a deck more than he intends, so that nobody can tell when the card
    comes.
    """
    fewest = least_behind(house) if house.cover_card is None else house.cover_card
    return fewest, fewest + len(FULL_DECK) // 2


# --- odds


@cache
def table_called(name: str) -> PayTable:
    raw = tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))[name]
    return PayTable(name, raw["cite"], {line: Odds.parse(paid) for line, paid in raw["lines"].items()})


@once
def pay_table(house: CasinoWarHouse, rules: Rules) -> PayTable:
    read_plain = house.war_tie_odds is None and rules.reads("war-tie") == "1-to-1"
    least = table_called(PLAIN if house.is_plain or read_plain else house.named_odds or "odds")
    better = {"war tie": _parse_elected_odds(house.war_tie_odds), "tie": _parse_elected_odds(house.tie_odds)}
    return least.better({line: odds for line, odds in better.items() if odds is not None})


def _parse_elected_odds(paid: str | None) -> Odds | None:
    """Parse odds in figures. Return None for a name, which means a pay table, and for what the house check reports."""
    try:
        return Odds.parse(paid, TO_OR_WIN)
    except ValueError:
        return None


def rate(rules: Rules, house: CasinoWarHouse, line: str) -> Odds:
    paid = pay_table(house, rules).rate(line)
    assert isinstance(paid, Odds)
    return paid


def reading_behind_rate(house: CasinoWarHouse, line: str) -> str:
    """Return the reading that sets odds which the house has not elected; empty if there is none."""
    return "reading:war-tie" if line == "war tie" and house.war_tie_odds is None else ""


# --- what is offered


def offers_tie(house: CasinoWarHouse) -> bool:
    return house.tie_wager == "offered"


@rule("beyond:casino-war.5(g)", False)
def offers_tie_on_war(rules: Rules, house: CasinoWarHouse) -> bool:
    """Return whether the tie wager on the war is offered. If the house does not elect it, it is offered
    where allowed.
    """
    if not offers_tie(house) or house.tie_wager_on_war is not None:
        return offers_tie(house) and house.tie_wager_on_war == "offered"
    return rules.reads("tie-on-war") == "allowed"
