"""The elections of a table of punto banco. None of it is law: every election has a default from the facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, ClassVar, Literal

import msgspec

from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, House, amount, once
from pitboss.law.force import number, rule
from pitboss.law.game_files import read_game_file
from pitboss.law.rules import Rules
from pitboss.table.money import TO_OR_WIN, Money, Odds, dollars
from pitboss.table.paytable import PayTable, winnings, worth

PLAYER, BANKER, TIE = "player", "banker", "tie"
PLAYER_PAIR, BANKER_PAIR = "player pair", "banker pair"
DRAGON_7, PANDA_8 = "dragon 7", "panda 8"
MAIN = (PLAYER, BANKER, TIE)
PAIRS = (PLAYER_PAIR, BANKER_PAIR)
SIDE_OF_FORM = (DRAGON_7, PANDA_8)
SPOTS = (*MAIN, *PAIRS, *SIDE_OF_FORM)
BANKER_6 = "banker 6"  # a line of a pay table, not a wager

DECKS = (6, 8)
LEAST_BEHIND = 14
MORE_BEHIND = 13  # cards that may lie behind the cutting card beyond those that the house elects
RATES = (5, 4)  # percent
STEP = 25  # cents to which vigorish is rounded
MOST_PERCENT = 100  # the whole win; more would come out of the wager itself

Percent = Annotated[int, msgspec.Meta(ge=0, le=MOST_PERCENT)]


class PuntoBancoHouse(House, frozen=True, kw_only=True, rename="kebab"):
    """The elections of a table of punto banco."""

    package: ClassVar[str]  # the game's package, which has the pay tables
    most_seats: ClassVar[tuple[str, int]]  # the paragraph that says so, and the number
    decks_by: ClassVar[str] = "beyond:minibaccarat.2(a)"  # the paragraph that says how many decks there are
    decks_known: ClassVar[tuple[int, ...]] = (
        DECKS  # all that the facts mention, including those that may not be elected
    )
    worn_by: ClassVar[str] = ""  # the paragraph by which cards serve for one shoe only
    with_the_left: ClassVar[str] = (  # in words: what the dealer does with the left hand
        "The dealer takes cards out of the shoe with the left hand and lays them down with the right."
    )
    odds_words: ClassVar[tuple[str, ...]] = TO_OR_WIN
    elections: ClassVar[tuple[Election, ...]] = (
        Election("seats", left_by="beyond:minibaccarat.2(d)", cites=("beyond:minibaccarat.2(d)",)),
        Election(
            "minimum",
            "The least you may wager on a hand.",
            left_by="beyond:minibaccarat.5(h)",
            cites=("beyond:minibaccarat.5(h)",),
        ),
        Election(
            "maximum",
            "The most you may wager on a hand.",
            left_by="beyond:minibaccarat.5(h)",
            cites=("beyond:minibaccarat.5(h)",),
        ),
        Election(
            "decks",
            "How many decks are in the shoe: 6 or 8.",
            left_by="beyond:minibaccarat.2(a)",
            cites=("beyond:minibaccarat.2(a)",),
        ),
        Election(
            "dealing",
            "Whether the first four cards are dealt open or covered.",
            left_by="beyond:minibaccarat.6(c)",
        ),
        Election(
            "cutting-card",
            "How many cards at least lie behind the cutting card: 14 or more; up to 13 beyond these may lie there, "
            "for the dealer does not count them.",
            left_by="beyond:minibaccarat.4(c)",
            cites=("beyond:minibaccarat.4(c)", "house:cutting-card"),
        ),
        Election(
            "vigorish",
            "Percent of a win on the banker's hand that the house keeps: 5, or 4. Left out, a reading says it.",
            left_by="beyond:minibaccarat.8(c)",
            cites=("beyond:minibaccarat.8(c)", "beyond:minibaccarat.8(g)"),
        ),
        Election(
            "vigorish-rounding",
            "Whether vigorish is exact, or rounded up to the next 25 cents. Left out, a reading says it.",
            left_by="beyond:minibaccarat.8(d)",
            cites=("beyond:minibaccarat.8(g)",),
        ),
        Election(
            "vigorish-taken",
            "Whether vigorish is taken at once, or marked until the end of the shoe. Left out, a reading says it.",
            left_by="beyond:minibaccarat.8(e)",
            cites=("beyond:minibaccarat.8(e)", "beyond:minibaccarat.8(g)"),
        ),
        Election(
            "tie-odds",
            "What a tie pays: 8 to 1 or better.",
            left_by="beyond:minibaccarat.8(b)",
            cites=("beyond:minibaccarat.8(a)", "beyond:minibaccarat.8(b)", "house:smallest-chip"),
        ),
        Election("pairs", "Whether player pair and banker pair are offered.", left_by="beyond:minibaccarat.5(d)"),
        Election(
            "pair-odds",
            "What a pair pays: 11 to 1 or better.",
            left_by="beyond:minibaccarat.5(d)",
            cites=("beyond:minibaccarat.5(d)", "beyond:minibaccarat.8(a)", "house:smallest-chip"),
        ),
        Election(
            "form",
            "The form of the game: vigorish, without vigorish (Dragon 7 and Panda 8), or half on 6, where a banker's "
            "winning 6 pays 1 to 2.",
            left_by="beyond:minibaccarat.5(e)",
        ),
        Election(
            "shuffler",
            "Who shuffles: none (by hand), a device, or one that shuffles continuously.",
            left_by="beyond:minibaccarat.2(f)",
        ),
        Election(
            "pre-shuffled",
            "Whether cards are brought inspected and shuffled.",
            left_by="beyond:minibaccarat.3(c)",
        ),
        Election(
            "tie-minimum",
            "The least you may wager on a tie, a pair, Dragon 7 or Panda 8.",
            left_by="beyond:minibaccarat.5(h)",
            cites=("beyond:minibaccarat.5(h)",),
        ),
        Election(
            "tie-maximum",
            "The most you may wager on a tie, a pair, Dragon 7 or Panda 8.",
            left_by="beyond:minibaccarat.5(h)",
        ),
    )

    packs: int = msgspec.field(default=8, name="decks")
    dealing: Literal["open", "covered"] = "open"
    cutting_card: int = 16
    vigorish: Percent | None = None
    vigorish_rounding: Literal["exact", "up-to-the-next-25-cents"] | None = None
    vigorish_taken: Literal["at-once", "end-of-shoe"] | None = None
    tie_odds: str | None = None
    pairs: Literal["offered", "not"] = "not"
    pair_odds: str | None = None
    form: Literal["vigorish", "without-vigorish", "half-on-6"] = "vigorish"
    shuffler: Literal["none", "device", "continuous"] = "none"
    pre_shuffled: bool = False
    minimum: Money = amount(1_000)
    maximum: Money = amount(500_000)
    tie_minimum: Money = amount(500)
    tie_maximum: Money = amount(50_000)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(20_000_000)

    @property
    def dealt_from(self) -> str:
        return "shuffler" if self.shuffler == "continuous" else "shoe"

    def read_for(self, key: str) -> str:
        return {
            "vigorish": "vigorish-rate",
            "vigorish-rounding": "vigorish-rounding",
            "vigorish-taken": "vigorish-moment",
        }.get(key, "")

    def limits(self, spot: str) -> tuple[int, int]:
        """Return the least and the most that may be wagered on an area."""
        return (self.minimum, self.maximum) if spot in (PLAYER, BANKER) else (self.tie_minimum, self.tie_maximum)

    def marks_vigorish(self, rules: Rules) -> bool:
        """Return whether vigorish is marked until the end of the shoe, as the house elects or a reading says."""
        return (self.vigorish_taken or rules.reads("vigorish-moment")) == "end-of-shoe"

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from map(_limits, super().findings(rules))
        if self.packs not in DECKS:
            wrong = f"the shoe has {self.packs} decks"
            yield Finding("decks", self.decks_by, wrong, "use 6 or 8")
        cite, most = self.most_seats
        if not 1 <= self.seats <= number(cite, "seats", most):
            yield Finding("seats", cite, f"the table has {self.seats} seats", f"use 1 to {most}")
        yield from self._cutting_card_findings()
        if not 0 < self.tie_minimum <= self.tie_maximum or self.tie_minimum % max(self.smallest_chip, 1):
            wrong = f"a tie takes {dollars(self.tie_minimum)} to {dollars(self.tie_maximum)}"
            right = f"begin with a multiple of {dollars(self.smallest_chip)}, and end with no less"
            yield Finding("tie-minimum", "beyond:minibaccarat.5(h)", wrong, right)
        yield from self._vigorish_findings(rules)
        if self.tie_odds is not None:
            yield from self._odds_findings("tie-odds", TIE, self.tie_odds, pay_table_named(self, "odds"))
        if self.pair_odds is not None:
            if self.pairs == "not":
                wrong = "odds of pairs are set, and no pairs are offered"
                yield Finding("pair-odds", "beyond:minibaccarat.5(d)", wrong, "leave them out, or offer pairs")
            yield from self._odds_findings("pair-odds", PLAYER_PAIR, self.pair_odds, pay_table_named(self, "pairs"))

    def senseless(self) -> Iterator[Finding]:
        if self.packs not in self.decks_known:
            deck_numbers = ", ".join(map(str, self.decks_known[:-1]))
            right = f"use {deck_numbers} or {self.decks_known[-1]}"
            yield Finding("decks", self.decks_by, f"there is no shoe of {self.packs} decks", right)
        if self.vigorish is not None and not 0 <= self.vigorish <= MOST_PERCENT:
            wrong = f"the vigorish is {self.vigorish} percent"
            yield Finding("vigorish", "beyond:minibaccarat.8(c)", wrong, f"take 0 to {MOST_PERCENT} percent of a win")

    def _cutting_card_findings(self) -> Iterator[Finding]:
        least = number("beyond:minibaccarat.4(c)", "behind", LEAST_BEHIND)
        most = most_cards_behind(self)
        wrong, right = f"{self.cutting_card} cards lie behind the cutting card", f"leave {least} to {most} there"
        if self.cutting_card < least:
            yield Finding("cutting-card", "beyond:minibaccarat.4(c)", wrong, right)
        elif self.cutting_card > most:  # the facts have no upper limit
            yield Finding("cutting-card", "house:cutting-card", wrong, right)

    def _vigorish_findings(self, rules: Rules) -> Iterator[Finding]:
        if self.vigorish is not None and self.vigorish not in RATES:
            wrong = f"the vigorish is {self.vigorish} percent"
            yield Finding("vigorish", "beyond:minibaccarat.8(c)", wrong, "take 5 percent, or 4")
        if self.form != "vigorish":
            for key, elected in self._about_vigorish():
                if elected is not None:
                    wrong, right = "this form takes no vigorish", "leave it out, or deal the form with vigorish"
                    yield Finding(key, "beyond:minibaccarat.8(g)", wrong, right)
        elif rounding(rules, self) == "exact" and self.smallest_chip * percent(rules, self) % 100:
            wrong = f"vigorish on {dollars(self.smallest_chip)} does not come out in cents"
            yield Finding("smallest-chip", "house:smallest-chip", wrong, "use a larger chip, or round the vigorish")
        if self.form == "half-on-6" and self.smallest_chip % 2:
            wrong = f"half of {dollars(self.smallest_chip)} does not come out in cents"
            yield Finding("smallest-chip", "house:smallest-chip", wrong, "use chips of which half comes out in cents")
        if self.form == "vigorish" and self.shuffler == "continuous" and self.marks_vigorish(rules):
            wrong = "vigorish is collected at the end of a shoe, and with a continuous shuffler no shoe ends"
            reading = "vigorish-moment" if self.vigorish_taken is None else ""
            yield Finding("vigorish-taken", "beyond:minibaccarat.8(e)", wrong, "take it at once", reading)

    def _about_vigorish(self) -> Iterator[tuple[str, object]]:
        yield "vigorish", self.vigorish
        yield "vigorish-rounding", self.vigorish_rounding
        yield "vigorish-taken", self.vigorish_taken

    def _odds_findings(self, key: str, line: str, paid: str, table: PayTable) -> Iterator[Finding]:
        try:
            odds = Odds.parse(paid, self.odds_words)
        except ValueError as wrong_odds:
            yield Finding(key, "beyond:minibaccarat.8(a)", *str(wrong_odds).split("; ", 1))
            return
        least = table.rate(line)
        assert least is not None
        if worth(odds) < worth(least):
            yield Finding(key, table.cite, f"{line} pays {odds}, less than {least}", f"pay {least} or more")
        elif odds.stake > 1:
            wrong = f"not every wager can be paid exactly at {odds}"
            yield Finding(key, "house:smallest-chip", wrong, "pay odds to 1")

    def most_won(self, rules: Rules) -> int:
        """Return the most that one wager can win."""
        paid = {spot: rate(rules, self, spot) for spot in offered_spots(self)}
        return max(winnings(odds, self.in_chips(self.limits(spot)[1])) for spot, odds in paid.items())


def _limits(finding: Finding) -> Finding:
    """Cite the game's paragraph about limits where the general finding cites house practice."""
    if finding.cite != "house:limits":
        return finding
    return Finding(finding.key, "beyond:minibaccarat.5(h)", finding.wrong, finding.right)


# --- the shoe


def cutting_card_range(house: PuntoBancoHouse) -> tuple[int, int]:
    """Return the fewest and the most cards that may lie behind the cutting card.

    The dealer does not count them, so nobody knows when the card will come.
    """
    return house.cutting_card, house.cutting_card + MORE_BEHIND


def most_cards_behind(house: PuntoBancoHouse) -> int:
    """Return the largest election for the cutting card, so that at least half of the shoe is dealt."""
    return 52 * house.packs // 2 - MORE_BEHIND


@rule("beyond:minibaccarat.2(f)", False)
def is_continuous(house: PuntoBancoHouse) -> bool:
    """Return whether a device shuffles all the time."""
    return house.shuffler == "continuous"


@rule("beyond:minibaccarat.3(c)", False)
def comes_shuffled(house: PuntoBancoHouse) -> bool:
    """Return whether new cards come shuffled."""
    return house.pre_shuffled


@rule("beyond:minibaccarat.6(c)", True)
def deals_open(house: PuntoBancoHouse) -> bool:
    """Return whether the first four cards are dealt face up."""
    return house.dealing == "open"


# --- what is offered


@rule("beyond:minibaccarat.5(d)", False)
def offers_pairs(house: PuntoBancoHouse) -> bool:
    """Return whether wagers on pairs are offered."""
    return house.pairs == "offered"


@rule("beyond:minibaccarat.5(e)", False)
def is_without_vigorish(house: PuntoBancoHouse) -> bool:
    """Return whether the table plays the form with Dragon 7 and Panda 8."""
    return house.form == "without-vigorish"


def offered_spots(house: PuntoBancoHouse) -> tuple[str, ...]:
    """Return the betting areas that the table offers."""
    pairs = PAIRS if offers_pairs(house) else ()
    return (*MAIN, *pairs, *(SIDE_OF_FORM if is_without_vigorish(house) else ()))


# --- vigorish


def takes_vigorish(house: PuntoBancoHouse) -> bool:
    """Return whether the table takes vigorish."""
    return house.form == "vigorish"


def percent(rules: Rules, house: PuntoBancoHouse) -> int:
    """Return the rate of vigorish, as the house elects or a reading says."""
    elected = int(rules.reads("vigorish-rate")) if house.vigorish is None else house.vigorish
    return number("beyond:minibaccarat.8(c)", "percent", 5) if elected == 5 else elected


@rule("beyond:minibaccarat.8(d)", "exact")
def rounding(rules: Rules, house: PuntoBancoHouse) -> str:
    """Return how vigorish is rounded, as the house elects or a reading says."""
    if house.vigorish_rounding is None:
        return rules.reads("vigorish-rounding")
    return "up-25-cents" if house.vigorish_rounding != "exact" else "exact"


@rule("beyond:minibaccarat.1(f)", 0)
def vigorish(rules: Rules, house: PuntoBancoHouse, won: int) -> int:
    """Return the vigorish on a win of this many cents on the banker's hand."""
    due = won * percent(rules, house)  # in hundredths of a cent
    match rounding(rules, house):
        case "up-25-cents":
            return -(-due // (100 * STEP)) * STEP
        case "down-25-cents":
            return due // (100 * STEP) * STEP
    return due // 100  # whole cents; otherwise the house check finds the chips too small


# --- odds


@cache
def _tables(package: str) -> dict[str, PayTable]:
    raw = read_game_file(package, "paytables.toml")
    return {
        name: PayTable(name, body["cite"], {line: Odds.parse(paid) for line, paid in body["lines"].items()})
        for name, body in raw.items()
    }


def pay_table_named(house: PuntoBancoHouse, name: str) -> PayTable:
    """Return a pay table of the facts by its name."""
    return _tables(house.package)[name]


@once
def pay_tables(house: PuntoBancoHouse, rules: Rules) -> dict[str, PayTable]:
    """Return what this table pays, by name of the pay table: the odds of the facts, or better ones of the house."""
    tie = _parse_odds(house.tie_odds)
    tables = {"odds": pay_table_named(house, "odds").better({} if tie is None else {TIE: tie})}
    if offers_pairs(house):
        pair = _parse_odds(house.pair_odds)
        tables["pairs"] = pay_table_named(house, "pairs").better({} if pair is None else dict.fromkeys(PAIRS, pair))
    if house.form == "half-on-6":
        tables["half-on-6"] = pay_table_named(house, "half-on-6")
    elif is_without_vigorish(house):
        tables["without-vigorish"] = pay_table_named(house, "without-vigorish")
    return tables


def _parse_odds(paid: str | None) -> Odds | None:
    """Parse odds that the house elects. Return None for odds that cannot be read; the house check reports those."""
    if paid is None:
        return None
    try:
        return Odds.parse(paid, TO_OR_WIN)
    except ValueError:
        return None


def table_with_line(rules: Rules, house: PuntoBancoHouse, line: str) -> PayTable:
    """Return the pay table that has a line. A form's own table comes before the general one."""
    return next(table for table in reversed(pay_tables(house, rules).values()) if line in table.lines)


def rate(rules: Rules, house: PuntoBancoHouse, line: str) -> Odds:
    """Return the odds that a line pays."""
    paid = table_with_line(rules, house, line).rate(line)
    assert isinstance(paid, Odds)
    return paid
