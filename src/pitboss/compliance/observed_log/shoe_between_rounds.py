"""How the cards of a shoe that lasts lie between two rounds of a log: nobody has seen their order.

Each round is judged from a whole stack, some of it in the discard rack. What is known is whether the shoe goes on, is
new or is over, and whether the cutting card is out, as far as that was seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from pitboss.compliance.observed_log.log_reader import Item, SeenRound
from pitboss.compliance.observed_log.log_setting import Setting
from pitboss.engine.carry import Carry, Deck, Shoe
from pitboss.engine.houses.house import House
from pitboss.table.cards import FULL_DECK
from pitboss.table.shoe_steps import PACKS, CuttingCardOut
from pitboss.table.table import SHOE

SALT = "0" * 64  # of a shoe that is supposed
IN_THE_RACK = 20  # cards of it that were dealt before
DEEP = 1  # behind the cutting card, where no round comes to it
MOST_DRAWN = 8  # cards before the cutting card, where they were not all seen
# What is done with a shoe that is made ready, and with one that is nearly over.
NEW = ("receive", "shuffle shoe", "take shuffled", "load deck", "place cutting card", "turn first card")
OVER = ("last round", "empty shoe")
UNSEEN = {
    **dict.fromkeys(("shuffle shoe", "take shuffled"), "salt"),
    **dict.fromkeys(("cut cards", "cut by player", "cut by dealer"), "count"),
    **dict.fromkeys(("burn card", "burn for war", "make up burn"), "card"),
    "place cutting card": "behind",
}


def as_seen(item: Item) -> Item:
    """An act with a shoe without what nobody sees of it, though a log may have it from a record."""
    hidden = UNSEEN.get(str(item.body.get("act")))
    return item if hidden is None else item._replace(body={key: item.body[key] for key in item.body if key != hidden})


def at_rest(carry: Carry, house: House) -> Carry:
    """The table with all its cards in the discard rack, to be shuffled."""
    decks = tuple(Deck(back, FULL_DECK * house.packs) for back in house.decks)
    marks = {**carry.marks, PACKS.word: house.packs}
    return msgspec.structs.replace(carry, decks=decks, marks=marks, shoe=UNSET)


def going_on(carry: Carry, house: House, cutting_card: int | None = DEEP) -> Carry:
    """The table in the middle of a shoe; no cutting card is one that came out before."""
    carry = msgspec.structs.replace(at_rest(carry, house), shoe=Shoe({}, cutting_card, SALT))
    return stacked(carry, carry.decks[0].cards)


def left_by(carry: Carry, house: House) -> Carry:
    """The table after a round, as far as anybody has seen it."""
    if carry.shoe is UNSET:
        return carry
    return going_on(carry, house, None if carry.shoe.cutting_card is None else DEEP)


def is_supposed(carry: Carry) -> bool:
    """Whether nobody has told how the cards of a shoe lie."""
    return carry.shoe is UNSET or carry.shoe.salt == SALT


def stacked(carry: Carry, order: Sequence[str]) -> Carry:
    """The same with the cards of a supposed shoe in this order. One that was told stays as it is."""
    if not order or carry.shoe is UNSET or carry.shoe.salt != SALT:
        return carry
    first, *others = carry.decks
    shoe = msgspec.structs.replace(carry.shoe, cards={SHOE: tuple(order[:-IN_THE_RACK])})
    rack = Deck(first.back, tuple(order[-IN_THE_RACK:]))
    return msgspec.structs.replace(carry, decks=(rack, *others), shoe=shoe)


def shoes(setting: Setting, carry: Carry, round: SeenRound) -> Iterator[Carry]:
    """The ways in which the cards may have lain before the round, of which nobody has told."""
    house, acts = setting.house, [item.body for item in round.items if not item.is_input]
    if _some(acts, NEW):  # before anything else, or in the middle of the round
        yield carry if carry.shoe is UNSET else at_rest(carry, house)
        if _some(acts, ("receive",)):
            yield msgspec.structs.replace(carry, decks=tuple(Deck(back, ()) for back in house.decks), shoe=UNSET)
    noted = {"cards", "rest"} <= setting.noted  # so a shoe is not made ready, or over, without being seen
    if noted and round.number > 1:
        yield carry
    else:
        yield going_on(carry, house, DEEP if carry.shoe is UNSET else carry.shoe.cutting_card)
    for drawn in _before_the_cutting_card(acts, noted):
        yield going_on(carry, house, len(FULL_DECK) * house.packs - IN_THE_RACK - drawn)
    if not noted or (round.number == 1 and _some(acts, OVER)):
        yield going_on(carry, house, None)


def shuffled_again(round: SeenRound) -> bool:
    """Whether cards were seen to be shuffled after some of a shoe were dealt in the round."""
    acts = [str(item.body.get("act")) for item in round.items if not item.is_input]
    dealt = next((at for at, act in enumerate(acts) if act.startswith(("deal", "turn first card"))), len(acts))
    return "shuffle shoe" in acts[dealt:]


def _some(acts: Iterable[dict[str, Any]], kinds: tuple[str, ...]) -> bool:
    return any(str(body.get("act")).startswith(kinds) for body in acts)


def _before_the_cutting_card(acts: Sequence[dict[str, Any]], noted: bool) -> list[int]:
    """How many cards were drawn before it, if it was seen to come out: as many as were seen, or any other number."""
    kinds: list[type[CuttingCardOut]] = [CuttingCardOut, *CuttingCardOut.__subclasses__()]
    out = {kind.__struct_config__.tag for kind in kinds}
    came = next((at for at, body in enumerate(acts) if body.get("act") in out), None)
    if came is None:
        return []
    seen = sum(body.get("source") == SHOE for body in acts[:came])
    return [seen] if noted else [seen, *(number for number in range(MOST_DRAWN) if number != seen)]
