"""The study: at which table, by which law and for which bet a question is asked, and the questions themselves."""

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
    PricedRow,
    StrategyReport,
)
from pitboss.analysis.reading_prices.alternatives import edges_by_choice
from pitboss.counting.exact_model import (
    AmongPlayers,
    Askable,
    Edge,
    ExactModel,
    ImpossibleError,
    Row,
    Situation,
)
from pitboss.counting.side_wager_counts import side_wager_row
from pitboss.engine.game import Game
from pitboss.engine.houses.house import Finding, House
from pitboss.games import load
from pitboss.law.editions import AsOf, Assume
from pitboss.law.rules import Rules
from pitboss.table.cards import RANKS, parse_cards
from pitboss.table.money import Money, dollars

HOUSES_OWN = "a side wager that the house describes (house:side-wager)"
# What rows of described wagers say of hands that are folded, by what becomes of the wager then.
SIDE_NOTES: dict[str | None, tuple[str, ...]] = {
    None: (HOUSES_OWN,),
    "settled": (HOUSES_OWN, "a folded hand is counted like any other"),
    "lost": (HOUSES_OWN, "a player who folds loses it, which is not counted here"),
}
MOST_SEED = 2**63 - 1  # what fits into a signed word of 64 bits


class Terms(TypedDict, total=False):
    """The arguments of `setting` besides the game, for functions that pass them on."""

    as_of: AsOf
    assume: Assume
    house: House | None
    settings: Mapping[str, object] | None
    readings: Mapping[str, str] | None
    bet: object


@dataclass(frozen=True)
class Study:
    """One table under one law, with one bet: everything that an exact answer depends on.

    Make one with `setting`. Each question is a method and gives a report that prints, converts to JSON and displays in
    a notebook. Answers that take long are cached in the user's cache folder; `cache=False` computes them again and
    caches nothing.
    """

    game: Game
    rules: Rules
    house: House
    bet: int  # cents
    warnings: tuple[str, ...]  # what is wrong with the elections
    removed: tuple[str, ...] = ()  # cards that are known to be out of the shoe; only for `edge`

    @property
    def model(self) -> ExactModel[Any]:
        """The exact model of the game."""
        return self.game.exact_model()

    def edge(self, *, cache: bool = True, players: int = 0, removed: str = "") -> EdgeReport:
        """Return every wager under optimal play: its house edge and variance, and what each reading would change.

        With `players`, include what players wager against each other at a table of that many, for the strategies that
        the rows name. That can take a minute. With `removed`, deal from a shoe without these cards, repeating a card to
        remove it more than once: "As As Kd".
        """
        if removed.strip(" ,"):
            study = self.without(removed)
            question = f"edge without {' '.join(study.removed)}"
            return load_or_compute(question, study, EdgeReport, lambda: study._edge(players), use=cache)
        question = f"edge, {players} players" if players else "edge"
        return load_or_compute(question, self, EdgeReport, lambda: self._edge(players), use=cache)

    def without(self, removed: str) -> Study:
        """Return the study with cards removed from the shoe. Their order does not matter."""
        if not self.game.rests:
            raise ImpossibleError(
                f"{self.game.name} is not dealt from a shoe that lasts for many rounds, so no card is out before one; "
                "leave the removed cards out"
            )
        cards = parse_cards(removed, self.house.packs)
        return replace(self, removed=tuple(sorted(cards, key=lambda card: (RANKS.index(card[0]), card[1]))))

    def strategy(self, *, cache: bool = True) -> StrategyReport:
        """Return the optimal strategy in a form for people, and what simpler strategies cost by comparison."""
        return load_or_compute("strategy", self, StrategyReport, self._strategy, use=cache)

    def exposure(self, *, cache: bool = True) -> ExposureReport:
        """Return what a card seen too early is worth, and the paragraph that covers it."""
        return load_or_compute("exposure", self, ExposureReport, self._exposure, use=cache)

    def neighbors(self, seen: int, *, deals: int, seed: int) -> NeighborsReport:
        """Estimate what it is worth to see this many neighbors' hands, from deals of a seed. The result is not
        cached."""
        if deals < 2:
            raise ImpossibleError(f"{deals} deals tell nothing; ask for two or more")
        if not 0 <= seed <= MOST_SEED:
            raise ImpossibleError(f"the seed must be a whole number from 0 to {MOST_SEED}")
        estimate = self.game.neighbors_model().neighbors(self.rules, self.house, self.bet, seen, deals, seed)
        return NeighborsReport(
            **self._head(),
            neighbors=seen,
            deals=deals,
            seed=seed,
            unit=estimate.unit,
            without=estimate.without,
            gain=estimate.gain,
            half=estimate.half,
        )

    def follow(self, *, shoes: int, seed: int) -> FollowReport:
        """Estimate what it is worth to follow the cards of a shoe, from shoes of a seed. The result is not cached."""
        if shoes < 2:
            raise ImpossibleError(f"{shoes} shoes tell nothing; ask for two or more")
        if not 0 <= seed <= MOST_SEED:
            raise ImpossibleError(f"the seed must be a whole number from 0 to {MOST_SEED}")
        followed = self.game.following_model().follow(self.rules, self.house, self.bet, shoes, seed)
        return FollowReport(**self._head(), shoes=shoes, seed=seed, followed=tuple(followed))

    def pictures(self, *, cache: bool = True) -> PictureReport:
        """Return the strategy as charts, in the form of data, and as the sentences of a strategy card.
        `analysis/charts` draws both.
        """
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
        """Return the exact value of each choice in one situation.

        Cards are written as people write them, as in "Ah Kd 10s": your own, the community cards turned up, the dealer's
        cards that you have seen, and others that you know to be out. `wagers` are dollars by betting area, for games
        where the layout matters; `point` is for craps.
        """
        packs = self.house.packs
        parse_cards(
            " ".join((cards, board, dealer, seen)), packs
        )  # check that no card occurs too often in all of them together
        own_cards, board_cards, dealer_cards, seen_cards = (
            parse_cards(text, packs) for text in (cards, board, dealer, seen)
        )
        situation = Situation(
            cards=own_cards,
            board=board_cards,
            dealer=dealer_cards,
            seen=seen_cards,
            stakes={spot: Money.parse(amount) for spot, amount in (wagers or {}).items()},
            point=point,
            packs=packs,
        )
        answer = self.model.ask(self.rules, self.house, self.bet, situation)
        return AnswerReport(**self._head(), answer=answer)

    def _edge(self, players: int) -> EdgeReport:
        rows = list(self.rows(self.rules, players))
        priced = edges_by_choice(self, rows, players)
        wagers = tuple(PricedRow(row, priced[index]) for index, row in enumerate(rows))
        uncounted = {} if players else dict(self.model.UNCOUNTED)
        return EdgeReport(**self._head(), wagers=wagers, uncounted=uncounted)

    def rows(self, rules: Rules, players: int) -> Iterator[Row]:
        """Yield the rows under these rules, which may have other readings than the table's own."""
        model = self.model
        if players and not isinstance(model, AmongPlayers):
            raise ImpossibleError(
                f"{self.game.name} has no wager among players, so their number changes nothing; leave it out"
            )
        if self.removed:
            yield from self.game.shoe_model().rows_without(rules, self.house, self.bet, self.removed)
        else:
            yield from model.wagers(rules, self.house, self.bet)
            yield from self.side_wager_rows()
        if players and isinstance(model, AmongPlayers):
            yield from model.rows_among_players(rules, self.house, self.bet, players)

    def edges(self, rules: Rules, players: int) -> Iterable[Row | Edge]:
        """Return rows, or only their edges if the model can compute those faster."""
        if not players and not self.removed:
            return (*self.model.edges(rules, self.house, self.bet), *self.side_wager_rows())
        return self.rows(rules, players)

    def side_wager_rows(self) -> Iterator[Row]:
        """Yield the rows of the side wagers that the house describes. No law and no reading bears on them."""
        for wager in self.house.side_wagers:
            yield side_wager_row(wager, self.house.side_terms.cards[wager.cards], SIDE_NOTES[wager.when_folded])

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
        exposures = self.model.exposure(self.rules, self.house, self.bet)
        return ExposureReport(**self._head(), exposures=tuple(exposures))

    def _head(self) -> dict[str, Any]:
        texts = set(self.rules.sections.values())
        return {
            "game": self.game.name,
            "edition": max([text for text in texts if text <= self.rules.as_of] or texts),
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
    """Return the table, the law and the bet that questions are about. Arguments that you leave out are as at a default
    table.

        as_of     the day whose law holds, as a date or as in "2024-06-01" (the newest)

        assume    which text to apply on a day whose text is not held

        house     what the licensee elects, and `settings` further elections, named as in a house file

        readings  the choice for each reading, by name

        bet       dollars, as in 5 or "7.50" (the table's minimum)

    Elections that the law does not allow are counted with a warning. Raise `ImpossibleError` for what makes no sense.
    """
    loaded = load(game)
    table: House = house or loaded.house.usual()
    if settings:
        table = elect(loaded, loaded.askable_model().what_if(table), settings)
    if table.smallest_chip < 1:
        raise ImpossibleError("smallest-chip: the smallest chip must be worth a cent or more")
    for fault in table.senseless():
        raise ImpossibleError(f"{fault.key}: {fault.wrong}; {fault.right} [{fault.cite}]")
    rules = loaded.rules({**table.readings, **(readings or {})}, as_of, assume)
    warnings = _warnings(loaded, rules, table, settings or {})
    cents = loaded.askable_model().usual_bet(table) if bet is None else Money.parse(bet)
    if cents < 1:
        raise ImpossibleError("the bet must be a cent or more")
    broken_limits = "" if bet is None else ", ".join(_broken_limits(loaded.askable_model(), table, cents))
    if broken_limits:
        warnings.append(f"a bet of {dollars(cents)} is outside the limits of this table, {broken_limits}")
    return Study(loaded, rules, table, cents, tuple(warnings))


def _broken_limits(model: Askable[Any], house: House, bet: int) -> Iterator[str]:
    """Yield the limits that a bet breaks, for the wagers that are counted with it."""
    for wager, (least, most) in model.limits_by_wager(house).items():
        if not least <= bet <= most:
            yield f"{dollars(least)} to {dollars(most)} {wager}".rstrip()


def _was_set(breach: Finding, settings: Mapping[str, object]) -> bool:
    """Return whether the user's own settings caused this breach.

    Odds that cannot be paid exactly in chips never count, because they can be computed anyway. Odds for a wager that
    the text of the law does not have do count.
    """
    if not breach.key.startswith("pay."):
        return breach.key in settings
    names = (key if key.startswith("pay.") else f"pay.{key}" for key in settings)
    return breach.cite == "house:editions" and any(name.startswith(f"{breach.key}.") for name in names)


def _warnings(game: Game, rules: Rules, house: House, settings: Mapping[str, object]) -> list[str]:
    """List what the house's elections break. A house that elects no lettered table is checked with each letter, and a
    warning names the letters that it is about. Raise `ImpossibleError` for a setting that breaks no paragraph but makes
    no sense, unless the game has no held text."""
    labels_by_warning: dict[str, list[str]] = {}
    houses = game.askable_model().houses(rules, house)
    for label, variant in houses:
        for breach in variant.breaches(rules):
            against_sense = not rules.is_beyond and breach.cite.startswith(("house:", "reading:"))
            if against_sense and _was_set(breach, settings):
                raise ImpossibleError(f"{breach.key}: {breach.wrong}; {breach.right}")
            labels_by_warning.setdefault(f"{breach.key}: {breach.wrong}; {breach.right} [{breach.cite}]", []).append(
                label
            )
    return [
        warning if len(labels) == len(houses) else f"table {', '.join(labels)}, {warning}"
        for warning, labels in labels_by_warning.items()
    ]
