"""The cards of a round as far as they were seen, and decks that deal them.

For cards that nobody saw, several decks are tried: high cards of one suit, low cards of many, cards of one rank, and
random ones. Results that are the same with all of these decks do not depend on unseen cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.compliance.finding import Finding
from pitboss.compliance.observed_log.alignment import RequiredAct
from pitboss.compliance.observed_log.lawful_play import PlayedRound, body_of
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
DEALT = (SEEN, "deal", "deliver", "turn first card", *THIRD)  # acts that name cards and a place
RANDOM = 3  # number of random decks
ONE_DECK = "house:cards"


def filling_decks() -> list[tuple[str, ...]]:
    """Return the decks that supply the cards that were not seen."""
    high = tuple(rank + suit for suit in reversed(SUITS) for rank in reversed(RANKS))
    by_rank = tuple(rank + suit for rank in reversed(RANKS) for suit in SUITS)
    low = tuple(RANKS[(3 * place) % 13] + SUITS[place % 4] for place in range(52))
    return [low, high, by_rank, *(seeded_source(seed).order(FULL_DECK) for seed in range(RANDOM))]


def cards_seen(round: SeenRound, packs: int = 1) -> tuple[dict[str, list[str]], list[Finding]]:
    """Return the cards seen, by place, and findings about them. A card seen in two places counts for the first."""
    if packs > 1:
        return _from_packs(round), []
    cards_by_place: dict[str, list[str]] = {}
    place_of: dict[str, str] = {}
    findings = []
    for item in round.items:
        for place, card in _cards_of(item):
            if place_of.setdefault(card, place) != place:
                message = f"{card} was seen in two places, {place_of[card]} and {place}; a deck has each card once"
                findings.append(Finding("violation", ONE_DECK, round.where(item.line), message, "inspect the deck"))
            elif card not in cards_by_place.setdefault(place, []):
                cards_by_place[place].append(card)
    return cards_by_place, findings


def _from_packs(round: SeenRound) -> dict[str, list[str]]:
    """Return the cards seen at a table with several packs, by place.

    Two cards of one face are two cards. An act that names all cards of a place again names those that lay there first.
    A third card is the third even if the two before it were not seen; these have the name "".
    """
    cards_by_place: dict[str, list[str]] = {}
    for item in round.items:
        named_by_place: dict[str, list[str]] = {}
        for place, card in _cards_of(item):
            named_by_place.setdefault(place, []).append(card)
        for place, cards in named_by_place.items():
            known = cards_by_place.setdefault(place, [])
            if str(item.body.get("act")).startswith(THIRD):
                known += [""] * (2 - len(known))
            is_repeated = "cards" in item.body and all(map(_may_be, known, cards))
            cards_by_place[place] = cards + known[len(cards) :] if is_repeated else known + cards
    return cards_by_place


def _may_be(seen_card: str, card: str) -> bool:
    return seen_card in ("", card)


def _cards_of(item: Item) -> Iterator[tuple[str, str]]:
    body = item.body
    tag, cards = body.get("act"), body.get("cards", [body.get("card")])
    place = body.get("place") if str(tag).startswith(DEALT) else TURNED.get(str(tag))
    if tag in HANDS_TURNED:
        position = body.get("position", body.get("seat"))
        place = hand(position) if type(position) is int else None
    if isinstance(place, str) and isinstance(cards, list):
        yield from ((place, card) for card in cards if isinstance(card, str) and card in FULL_DECK)


class CardLayout:
    """The places of the cards of a played round, and the cards that were seen there."""

    def __init__(
        self, played: PlayedRound, pairs: Sequence[tuple[Item, RequiredAct]], seen: Mapping[str, Sequence[str]]
    ) -> None:
        driver = played.driver
        places = [COMMUNITY, DEALER, *(hand(position) for position in range(1, driver.house.seats + 1))]
        self._cards_at = cards_dealt_to(driver, places)
        turned_cards = _turned_cards(played)  # a community card that lies face down may be burned without being seen
        self._unturned = {card for card in self._cards_at[COMMUNITY] if turned_cards and card not in turned_cards}
        if len(seen.get(COMMUNITY, ())) <= len(turned_cards):
            self._cards_at[COMMUNITY].sort(
                key=lambda card: turned_cards.index(card) if card in turned_cards else len(turned_cards)
            )
        self._seen = seen
        self._seen_by_dealt = self._match_acts(pairs)
        self._match_places()
        orders = [item.cards for item in driver.log if isinstance(item, CardOrder)]
        self._order = orders[-1] if orders else ()

    def _match_acts(self, pairs: Sequence[tuple[Item, RequiredAct]]) -> dict[str, str]:
        """Return, for each card dealt, the card that was seen instead.

        Acts that turn or burn a card are the best evidence, so they count before those that deal it.
        """
        seen_by_dealt: dict[str, str] = {}
        for item, act in sorted(pairs, key=lambda pair: pair[1].tag == "deal"):
            dealt, seen = act.body.get("card"), item.body.get("card")
            if (
                isinstance(dealt, str)
                and seen in FULL_DECK
                and dealt not in seen_by_dealt
                and seen not in seen_by_dealt.values()
            ):
                seen_by_dealt[dealt] = str(seen)
        return seen_by_dealt

    def _match_places(self) -> None:
        """Assign the other cards that were seen to the cards of their place, in order."""
        for place, cards in self._cards_at.items():
            matched_cards = set(self._seen_by_dealt.values())
            seen = [card for card in self._seen.get(place, ()) if card not in matched_cards]
            self._seen_by_dealt |= zip([card for card in cards if card not in self._seen_by_dealt], seen, strict=False)

    @property
    def overfull_places(self) -> list[str]:
        """The places at which more cards were seen than the law deals there."""
        return [place for place, cards in self._seen.items() if len(cards) > len(self._cards_at.get(place, ()))]

    def has_cards_at(self, place: str) -> bool:
        return bool(self._cards_at.get(place))

    @property
    def unseen_places(self) -> set[str]:
        """The places with cards that were not all seen."""
        return {
            place
            for place, cards in self._cards_at.items()
            if not self._seen_by_dealt.keys() >= set(cards) - self._unturned
        }

    def build_deck(self, filling: Sequence[str]) -> tuple[str, ...]:
        """Return the deck that deals what was seen, place by place, and elsewhere the cards of the filling in order."""
        used_cards = set(self._seen_by_dealt.values())
        unused = iter([card for card in filling if card not in used_cards])
        hidden = [
            card
            for place in sorted(self._cards_at)
            for card in self._cards_at[place]
            if card not in self._seen_by_dealt
        ]
        replacement = self._seen_by_dealt | {card: next(unused) for card in hidden}
        return tuple(replacement.get(card) or next(unused, card) for card in self._order)


def _turned_cards(played: PlayedRound) -> list[str]:
    """Return the community cards in the order in which they are turned over."""
    acts = (body_of(step) for step in played.steps)
    return [str(body["card"]) for body in acts if TURNED.get(str(body["act"])) == COMMUNITY]
