"""Supposes how the cards of a shoe lie between two rounds of a log, because nobody sees their order.

Each round is judged with a whole stack, part of it in the discard rack. It is only known whether the shoe goes on, is
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

SALT = "0" * 64  # marks a supposed shoe
IN_THE_RACK = 20  # cards that were dealt before
DEEP = 1  # cards behind the cutting card, so few that no round reaches it
MOST_DRAWN = 8  # most cards dealt before the cutting card, if they were not all seen
# Acts on a shoe that is made ready, and on one that is nearly over.
NEW = ("receive", "shuffle shoe", "take shuffled", "load deck", "place cutting card", "turn first card")
OVER = ("last round", "empty shoe")
UNSEEN_KEY = {
    **dict.fromkeys(("shuffle shoe", "take shuffled"), "salt"),
    **dict.fromkeys(("cut cards", "cut by player", "cut by dealer"), "count"),
    **dict.fromkeys(("burn card", "burn for war", "make up burn"), "card"),
    "place cutting card": "behind",
}


def hide_unseen(item: Item) -> Item:
    """Return an act on the shoe without what nobody can see, such as which card was burned, even if the log names
    it.
    """
    hidden = UNSEEN_KEY.get(str(item.body.get("act")))
    return item if hidden is None else item._replace(body={key: item.body[key] for key in item.body if key != hidden})


def with_cards_in_rack(carry: Carry, house: House) -> Carry:
    """Return the table with all its cards in the discard rack, to be shuffled."""
    decks = tuple(Deck(back, FULL_DECK * house.packs) for back in house.decks)
    marks = {**carry.marks, PACKS.word: house.packs}
    return msgspec.structs.replace(carry, decks=decks, marks=marks, shoe=UNSET)


def with_shoe_in_play(carry: Carry, house: House, cutting_card: int | None = DEEP) -> Carry:
    """Return the table in the middle of a shoe. `cutting_card` is None if it came out before."""
    carry = msgspec.structs.replace(with_cards_in_rack(carry, house), shoe=Shoe({}, cutting_card, SALT))
    return with_shoe_order(carry, carry.decks[0].cards)


def after_round(carry: Carry, house: House) -> Carry:
    """Return the table after a round, with only what could be seen of its cards."""
    if carry.shoe is UNSET:
        return carry
    return with_shoe_in_play(carry, house, None if carry.shoe.cutting_card is None else DEEP)


def is_supposed(carry: Carry) -> bool:
    """Return whether the order of the shoe was supposed because nobody could see it."""
    return carry.shoe is UNSET or carry.shoe.salt == SALT


def with_shoe_order(carry: Carry, order: Sequence[str]) -> Carry:
    """Return the table with the cards of a supposed shoe in this order. A shoe whose order is known stays as it is."""
    if not order or carry.shoe is UNSET or carry.shoe.salt != SALT:
        return carry
    first, *others = carry.decks
    shoe = msgspec.structs.replace(carry.shoe, cards={SHOE: tuple(order[:-IN_THE_RACK])})
    rack = Deck(first.back, tuple(order[-IN_THE_RACK:]))
    return msgspec.structs.replace(carry, decks=(rack, *others), shoe=shoe)


def possible_shoes(setting: Setting, carry: Carry, round: SeenRound) -> Iterator[Carry]:
    """Yield the ways in which the cards may have lain before the round, if the log does not say."""
    house, acts = setting.house, [item.body for item in round.items if not item.is_input]
    if _has_act(acts, NEW):  # at the start, or in the middle of the round
        yield carry if carry.shoe is UNSET else with_cards_in_rack(carry, house)
        if _has_act(acts, ("receive",)):
            yield msgspec.structs.replace(carry, decks=tuple(Deck(back, ()) for back in house.decks), shoe=UNSET)
    noted = {"cards", "rest"} <= setting.noted  # then a shoe cannot begin or end unseen
    if noted and round.number > 1:
        yield carry
    else:
        yield with_shoe_in_play(carry, house, DEEP if carry.shoe is UNSET else carry.shoe.cutting_card)
    for cards_drawn in _drawn_before_cutting_card(acts, noted):
        yield with_shoe_in_play(carry, house, len(FULL_DECK) * house.packs - IN_THE_RACK - cards_drawn)
    if not noted or (round.number == 1 and _has_act(acts, OVER)):
        yield with_shoe_in_play(carry, house, None)


def was_shuffled_again(round: SeenRound) -> bool:
    """Return whether cards were shuffled after some of the shoe were dealt in the round."""
    acts = [str(item.body.get("act")) for item in round.items if not item.is_input]
    first_deal = next(
        (index for index, act in enumerate(acts) if act.startswith(("deal", "turn first card"))), len(acts)
    )
    return "shuffle shoe" in acts[first_deal:]


def _has_act(acts: Iterable[dict[str, Any]], kinds: tuple[str, ...]) -> bool:
    return any(str(body.get("act")).startswith(kinds) for body in acts)


def _drawn_before_cutting_card(acts: Sequence[dict[str, Any]], noted: bool) -> list[int]:
    """Return the possible numbers of cards drawn before the cutting card came out, beginning with the number that was
    seen."""
    kinds: list[type[CuttingCardOut]] = [CuttingCardOut, *CuttingCardOut.__subclasses__()]
    tags = {kind.__struct_config__.tag for kind in kinds}
    index_of_cutting_card = next((index for index, body in enumerate(acts) if body.get("act") in tags), None)
    if index_of_cutting_card is None:
        return []
    count_seen = sum(body.get("source") == SHOE for body in acts[:index_of_cutting_card])
    return [count_seen] if noted else [count_seen, *(number for number in range(MOST_DRAWN) if number != count_seen)]
