"""The cards of a round as far as they were seen, and decks that deal them.

Where cards lay that nobody saw, several decks are tried: high cards of one suit, low cards of many, cards of one rank,
and some at random. What comes out alike with all of them does not rest on cards that were not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.compliance.finding import Finding
from pitboss.compliance.observed_log.alignment import Required
from pitboss.compliance.observed_log.lawful_play import Played, body_of
from pitboss.compliance.observed_log.log_reader import Item, SeenRound
from pitboss.compliance.observed_log.vocabulary import SEEN
from pitboss.engine.chance import seeded_source
from pitboss.engine.dealt_places import cards_dealt_to
from pitboss.engine.inputs import CardOrder
from pitboss.table.cards import FULL_DECK, RANKS, SUITS
from pitboss.table.table import COMMUNITY, DEALER, hand

TURNED = {
    **dict.fromkeys(("turn dealer", "expose dealer", "reveal dealer"), DEALER),
    **dict.fromkeys(("turn first", "turn second"), COMMUNITY),
}
HANDS_TURNED = ("turn hand", "expose hand")  # acts that turn up the cards of a player's hand
THIRD = ("draw third", "third in error")  # acts that deal a third card
DEALT = (SEEN, "deal", "deliver", "turn first card", *THIRD)  # that name cards and a place
RANDOM = 3  # decks at random
ONE_DECK = "house:cards"


def fillings() -> list[tuple[str, ...]]:
    """Decks from which cards are taken that were not seen: the first of them first."""
    high = tuple(rank + suit for suit in reversed(SUITS) for rank in reversed(RANKS))
    alike = tuple(rank + suit for rank in reversed(RANKS) for suit in SUITS)
    low = tuple(RANKS[(3 * place) % 13] + SUITS[place % 4] for place in range(52))
    return [low, high, alike, *(seeded_source(seed).order(FULL_DECK) for seed in range(RANDOM))]


def cards_seen(round: SeenRound, packs: int = 1) -> tuple[dict[str, list[str]], list[Finding]]:
    """By place; and what is wrong with them. A card that was seen in two places counts for the first."""
    if packs > 1:
        return _from_packs(round), []
    found: dict[str, list[str]] = {}
    where: dict[str, str] = {}
    wrong = []
    for item in round.items:
        for place, card in _cards_of(item):
            if where.setdefault(card, place) != place:
                told = f"{card} was seen in two places, {where[card]} and {place}; a deck has each card once"
                wrong.append(Finding("violation", ONE_DECK, round.where(item.line), told, "inspect the deck"))
            elif card not in found.setdefault(place, []):
                found[place].append(card)
    return found, wrong


def _from_packs(round: SeenRound) -> dict[str, list[str]]:
    """Two cards of one face are two cards. Who names all cards of a place again names those that lay there first. A
    third card is the third, also where those before it were not seen: they have no name."""
    found: dict[str, list[str]] = {}
    for item in round.items:
        named: dict[str, list[str]] = {}
        for place, card in _cards_of(item):
            named.setdefault(place, []).append(card)
        for place, cards in named.items():
            there = found.setdefault(place, [])
            if str(item.body.get("act")).startswith(THIRD):
                there += [""] * (2 - len(there))
            again = "cards" in item.body and all(map(_may_be, there, cards))
            found[place] = cards + there[len(cards) :] if again else there + cards
    return found


def _may_be(known: str, card: str) -> bool:
    return known in ("", card)


def _cards_of(item: Item) -> Iterator[tuple[str, str]]:
    body = item.body
    tag, cards = body.get("act"), body.get("cards", [body.get("card")])
    place = body.get("place") if str(tag).startswith(DEALT) else TURNED.get(str(tag))
    if tag in HANDS_TURNED:
        position = body.get("position", body.get("seat"))
        place = hand(position) if type(position) is int else None
    if isinstance(place, str) and isinstance(cards, list):
        yield from ((place, card) for card in cards if isinstance(card, str) and card in FULL_DECK)


class Lay:
    """Where the cards of a round lie that was played, beside what was seen of them."""

    def __init__(
        self, played: Played, pairs: Sequence[tuple[Item, Required]], seen: Mapping[str, Sequence[str]]
    ) -> None:
        driver = played.driver
        places = [COMMUNITY, DEALER, *(hand(position) for position in range(1, driver.house.seats + 1))]
        self._lay = cards_dealt_to(driver, places)
        turned = _turned(played)  # of common cards that lie face down, one may be burned and never be seen
        self._unturned = {card for card in self._lay[COMMUNITY] if turned and card not in turned}
        if len(seen.get(COMMUNITY, ())) <= len(turned):
            self._lay[COMMUNITY].sort(key=lambda card: turned.index(card) if card in turned else len(turned))
        self._seen = seen
        self._instead = self._one_by_one(pairs)
        self._place_by_place()
        orders = [item.cards for item in driver.log if isinstance(item, CardOrder)]
        self._order = orders[-1] if orders else ()

    def _one_by_one(self, pairs: Sequence[tuple[Item, Required]]) -> dict[str, str]:
        """The card that was seen for each that was dealt. Where a card is turned or burned says most, so it counts
        before what was seen when it was dealt."""
        found: dict[str, str] = {}
        for item, act in sorted(pairs, key=lambda pair: pair[1].tag == "deal"):
            dealt, seen = act.body.get("card"), item.body.get("card")
            if isinstance(dealt, str) and seen in FULL_DECK and dealt not in found and seen not in found.values():
                found[dealt] = str(seen)
        return found

    def _place_by_place(self) -> None:
        for place, cards in self._lay.items():
            known = set(self._instead.values())
            seen = [card for card in self._seen.get(place, ()) if card not in known]
            self._instead |= zip([card for card in cards if card not in self._instead], seen, strict=False)

    @property
    def too_many(self) -> list[str]:
        """Places at which more cards were seen than the law deals there."""
        return [place for place, cards in self._seen.items() if len(cards) > len(self._lay.get(place, ()))]

    def dealt_to(self, place: str) -> bool:
        return bool(self._lay.get(place))

    @property
    def unseen(self) -> set[str]:
        """Places of whose cards not all were seen."""
        return {place for place, cards in self._lay.items() if not self._instead.keys() >= set(cards) - self._unturned}

    def deck(self, filling: Sequence[str]) -> tuple[str, ...]:
        """The deck that deals what was seen, place by place, and elsewhere cards in the order of the filling."""
        taken = set(self._instead.values())
        left = iter([card for card in filling if card not in taken])
        hidden = [card for place in sorted(self._lay) for card in self._lay[place] if card not in self._instead]
        instead = self._instead | {card: next(left) for card in hidden}
        return tuple(instead.get(card) or next(left, card) for card in self._order)


def _turned(played: Played) -> list[str]:
    """The common cards in the order in which they are turned over."""
    acts = (body_of(step) for step in played.steps)
    return [str(body["card"]) for body in acts if TURNED.get(str(body["act"])) == COMMUNITY]
