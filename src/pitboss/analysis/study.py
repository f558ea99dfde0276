"""At which table, by which law and for how much a question is asked, and the four questions themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from pitboss.analysis.cache import load_or_compute
from pitboss.analysis.comparison.elections import elect
from pitboss.analysis.comparison.nondefault_elections import list_nondefault
from pitboss.analysis.exact_reports import (
    AnswerReport,
    EdgeReport,
    ExposureReport,
    FollowReport,
    NeighborsReport,
    PictureReport,
    Priced,
    StrategyReport,
)
from pitboss.analysis.reading_prices.alternatives import under_alternatives
from pitboss.counting.exact_model import (
    AmongPlayers,
    Askable,
    Edge,
    EdgesAlone,
    ExactModel,
    ImpossibleError,
    LimitsApart,
    Row,
    Situation,
)
from pitboss.engine.game import Game
from pitboss.engine.houses.house import Finding, House
from pitboss.games import load
from pitboss.law.editions import AsOf, Assume
from pitboss.law.rules import Rules
from pitboss.table.cards import RANKS, parse_cards
from pitboss.table.money import Money, dollars

MOST_SEED = 2**63 - 1  # what fits into a signed word of 64 bits


class Terms(TypedDict, total=False):
    """What `setting` takes beside the game, for those who hand it on."""

    as_of: AsOf
    assume: Assume
    house: House | None
    settings: Mapping[str, object] | None
    readings: Mapping[str, str] | None
    bet: object


@dataclass(frozen=True)
class Study:
    """One table under one law, with one bet: everything that an exact answer depends on.

    Make one with `setting`. Each question is a method and gives a report that prints, goes to JSON and shows itself in
    a notebook. Answers that take long are kept in the user's cache folder; `cache=False` counts anew and keeps nothing.
    """

    game: Game
    rules: Rules
    house: House
    bet: int  # cents
    warnings: tuple[str, ...]  # what stands against the elections
    removed: tuple[str, ...] = ()  # cards of a shoe that are known to be out; only `edge` asks so

    @property
    def model(self) -> ExactModel:
        return self.game.exact_model()

    def edge(self, *, cache: bool = True, players: int = 0, removed: str = "") -> EdgeReport:
        """Every wager under optimal play: its house edge and variance, and what each reading would change.

        With `players`, also what players wager against each other, so many of them, under ways to play that the rows
        name. That can take a minute. With `removed`, from a shoe without these cards, named as often as they are out:
        "As As Kd".
        """
        if removed.strip(" ,"):
            about = self.without(removed)
            asked = f"edge without {' '.join(about.removed)}"
            return load_or_compute(asked, about, EdgeReport, lambda: about._edge(players), use=cache)
        asked = f"edge, {players} players" if players else "edge"
        return load_or_compute(asked, self, EdgeReport, lambda: self._edge(players), use=cache)

    def without(self, removed: str) -> Study:
        """The same with cards of the shoe out. Their order does not matter."""
        if not self.game.rests:
            raise ImpossibleError(
                f"{self.game.name} is not dealt from a shoe that lasts for many rounds, so no card is out before one; "
                "leave the removed cards out"
            )
        cards = parse_cards(removed, self.house.packs)
        return replace(self, removed=tuple(sorted(cards, key=lambda card: (RANKS.index(card[0]), card[1]))))

    def strategy(self, *, cache: bool = True) -> StrategyReport:
        """The optimal strategy as a person would want it, and what simple ones cost beside it."""
        return load_or_compute("strategy", self, StrategyReport, self._strategy, use=cache)

    def exposure(self, *, cache: bool = True) -> ExposureReport:
        """What a card seen too early is worth, and the paragraph that answers it."""
        return load_or_compute("exposure", self, ExposureReport, self._exposure, use=cache)

    def neighbors(self, seen: int, *, deals: int, seed: int) -> NeighborsReport:
        """What it is worth to see so many neighbors' hands, estimated from deals that a seed gives. It is not kept."""
        if deals < 2:
            raise ImpossibleError(f"{deals} deals tell nothing; ask for two or more")
        if not 0 <= seed <= MOST_SEED:
            raise ImpossibleError(f"the seed must be a whole number from 0 to {MOST_SEED}")
        found = self.game.neighbors_model().neighbors(self.rules, self.house, self.bet, seen, deals, seed)
        return NeighborsReport(
            **self._head(),
            neighbors=seen,
            deals=deals,
            seed=seed,
            unit=found.unit,
            without=found.without,
            gain=found.gain,
            half=found.half,
        )

    def follow(self, *, shoes: int, seed: int) -> FollowReport:
        """What it is worth to follow the cards of a shoe, estimated from shoes that a seed gives. It is not kept."""
        if shoes < 2:
            raise ImpossibleError(f"{shoes} shoes tell nothing; ask for two or more")
        if not 0 <= seed <= MOST_SEED:
            raise ImpossibleError(f"the seed must be a whole number from 0 to {MOST_SEED}")
        found = self.game.following_model().follow(self.rules, self.house, self.bet, shoes, seed)
        return FollowReport(**self._head(), shoes=shoes, seed=seed, followed=tuple(found))

    def pictures(self, *, cache: bool = True) -> PictureReport:
        """The strategy as pictures and as the words of a card, as data; `analysis/charts` draws them."""
        return load_or_compute("pictures", self, PictureReport, self._pictures, use=cache)

    def ask(
        self,
        cards: str = "",
        *,
        board: str = "",
        dealer: str = "",
        seen: str = "",
        wagers: Mapping[str, object] | None = None,
        point: int = 0,
    ) -> AnswerReport:
        """The exact value of each choice in one situation.

        Cards are written as people write them, as in "Ah Kd 10s": your own, the community cards turned up, those of the
        dealer that you have seen, and others that you know to be out. `wagers` are dollars by betting area, where what
        lies on the layout matters; `point` is for craps.
        """
        packs = self.house.packs
        parse_cards(" ".join((cards, board, dealer, seen)), packs)  # none more often than there is, wherever it lies
        held, up, shown, out = (parse_cards(each, packs) for each in (cards, board, dealer, seen))
        situation = Situation(
            cards=held,
            board=up,
            dealer=shown,
            seen=out,
            stakes={spot: Money.parse(amount) for spot, amount in (wagers or {}).items()},
            point=point,
            packs=packs,
        )
        answer = self.model.ask(self.rules, self.house, self.bet, situation)
        return AnswerReport(**self._head(), answer=answer)

    def _edge(self, players: int) -> EdgeReport:
        rows = list(self.rows(self.rules, players))
        priced = under_alternatives(self, rows, players)
        wagers = tuple(Priced(row, priced[at]) for at, row in enumerate(rows))
        uncounted = {} if players else dict(self.model.UNCOUNTED)
        return EdgeReport(**self._head(), wagers=wagers, uncounted=uncounted)

    def rows(self, rules: Rules, players: int) -> Iterator[Row]:
        """By these rules, which may be read otherwise than the table's own."""
        model = self.model
        if players and not isinstance(model, AmongPlayers):
            raise ImpossibleError(
                f"{self.game.name} has no wager among players, so their number changes nothing; leave it out"
            )
        if self.removed:
            yield from self.game.shoe_model().rows_without(rules, self.house, self.bet, self.removed)
        else:
            yield from model.wagers(rules, self.house, self.bet)
        if players and isinstance(model, AmongPlayers):
            yield from model.rows_among_players(rules, self.house, self.bet, players)

    def edges(self, rules: Rules, players: int) -> Iterable[Row | Edge]:
        """As `rows`, where nothing but the edge is wanted."""
        if not players and not self.removed and isinstance(self.model, EdgesAlone):
            return self.model.edges(rules, self.house, self.bet)
        return self.rows(rules, players)

    def _strategy(self) -> StrategyReport:
        tables = self.model.strategy(self.rules, self.house, self.bet)
        return StrategyReport(**self._head(), tables=tuple(tables))

    def _pictures(self) -> PictureReport:
        drawn, about = self.game.pictures_model(), (self.rules, self.house, self.bet)
        return PictureReport(
            **self._head(),
            called=self.game.title,
            elected=list_nondefault(self.game, self.rules, self.house),
            pictures=tuple(drawn.pictures(*about)),
            card=tuple(drawn.card(*about)),
        )

    def _exposure(self) -> ExposureReport:
        found = self.model.exposure(self.rules, self.house, self.bet)
        return ExposureReport(**self._head(), exposures=tuple(found))

    def _head(self) -> dict[str, Any]:
        held = set(self.rules.sections.values())
        return {
            "game": self.game.name,
            "edition": max([text for text in held if text <= self.rules.as_of] or held),
            "texts": self.rules.texts,
            "rules": self.rules.digest,
            "bet": int(self.bet),
            "bet_matters": self.model.bet_matters(self.house),
            "removed": self.removed,
            "warnings": self.warnings,
        }


def setting(
    game: str,
    *,
    as_of: AsOf = None,
    assume: Assume = "",
    house: House | None = None,
    settings: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    bet: object = None,
) -> Study:
    """The table, the law and the bet that questions are about. What you leave out is as at a table by default.

    as_of     the day whose law holds, a date or as in "2024-06-01" (the newest)
    assume    which text to go by on a day whose words are not held
    house     what the licensee elects, and `settings` what else, one by one and named as in a house file
    readings  readings by name, and the choice
    bet       dollars, as in 5 or "7.50" (the table's minimum)

    What is lower than the law allows is warned of and counted all the same; what makes no sense is an error.
    """
    played = load(game)
    table: House = house or played.house.usual()
    if settings:
        table = elect(played, played.askable_model().what_if(table), settings)
    if table.smallest_chip < 1:
        raise ImpossibleError("smallest-chip: the smallest chip must be worth a cent or more")
    for found in table.senseless():
        raise ImpossibleError(f"{found.key}: {found.wrong}; {found.right} [{found.cite}]")
    rules = played.rules({**table.readings, **(readings or {})}, as_of, assume)
    warnings = _warnings(played, rules, table, settings or {})
    cents = played.askable_model().usual_bet(table) if bet is None else Money.parse(bet)
    if cents < 1:
        raise ImpossibleError("the bet must be a cent or more")
    broken = "" if bet is None else ", ".join(_limits_broken(played.askable_model(), table, cents))
    if broken:
        warnings.append(f"a bet of {dollars(cents)} is outside the limits of this table, {broken}")
    return Study(played, rules, table, cents, tuple(warnings))


def _limits_broken(model: Askable, house: House, bet: int) -> Iterator[str]:
    """Of wagers that are counted with this bet."""
    limits = model.limits_by_wager(house) if isinstance(model, LimitsApart) else {"": model.limits(house)}
    for what, (least, most) in limits.items():
        if not least <= bet <= most:
            yield f"{dollars(least)} to {dollars(most)} {what}".rstrip()


def _asked_for(breach: Finding, settings: Mapping[str, object]) -> bool:
    """Whether a setting is what the breach is about. Odds that do not come out even are counted out all the same,
    however they are named; odds of a wager that the text does not have are not."""
    if not breach.key.startswith("pay."):
        return breach.key in settings
    names = (key if key.startswith("pay.") else f"pay.{key}" for key in settings)
    return breach.cite == "house:editions" and any(name.startswith(f"{breach.key}.") for name in names)


def _warnings(game: Game, rules: Rules, house: House, settings: Mapping[str, object]) -> list[str]:
    """What stands against the elections; where a lettered table was not elected, against each of its letters. What was
    asked for and is against no paragraph but against plain sense is refused; not where no paragraph is law."""
    found: dict[str, list[str]] = {}
    houses = game.askable_model().houses(rules, house)
    for label, each in houses:
        for breach in each.breaches(rules):
            against_sense = not rules.is_beyond and breach.cite.startswith(("house:", "reading:"))
            if against_sense and _asked_for(breach, settings):
                raise ImpossibleError(f"{breach.key}: {breach.wrong}; {breach.right}")
            found.setdefault(f"{breach.key}: {breach.wrong}; {breach.right} [{breach.cite}]", []).append(label)
    return [
        told if len(labels) == len(houses) else f"table {', '.join(labels)}, {told}" for told, labels in found.items()
    ]
