"""One way in which a round may have gone, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from pitboss.compliance.observed_log.alignment import EXTRA_COSTS, Compared, Departure, group_of, required
from pitboss.compliance.observed_log.lawful_play import (
    Guess,
    Late,
    NotPlayableError,
    OutOfTurn,
    Played,
    Refused,
    Supposed,
    Trouble,
    Unused,
)
from pitboss.compliance.observed_log.log_inputs import Fed
from pitboss.engine.houses.house import House
from pitboss.engine.incidents.incident_kinds import ExtraCard
from pitboss.engine.inputs import Answer, Close, Spin, Throw, Wager
from pitboss.engine.waits import Ask
from pitboss.table.card_steps import BurnCard
from pitboss.table.money import MOST_CENTS, Money
from pitboss.table.shoe_steps import EmptyShoe
from pitboss.table.steps import BringFill, PaymentWaits, SayShort

OF_THE_SHOE = ("last round", "meet cutting card", "cutting card out", "empty shoe")  # which tell how the table stood
OWED = "collect vigorish"  # that was marked before
OF_THE_BANK = {kind.__struct_config__.tag for kind in (SayShort, PaymentWaits, BringFill)}


class World(NamedTuple):
    """One way in which a round may have gone."""

    played: Played
    compared: Compared

    @property
    def cost(self) -> int:
        return self.compared.cost + EXTRA_COSTS * self.played.wrong


def too_late(world: World, fed: Sequence[Fed]) -> list[Late]:
    """What was decided, or happened, after an act that follows from it. An act that was done before as well, with the
    same words, says nothing."""
    log = world.played.driver.log
    at = {id(item): number for number, item in enumerate(log)}
    found = []
    for each in fed:
        taken = world.played.taken.get(each.line)
        if taken is None or not isinstance(each.given, Answer | Throw | Spin | Close):
            continue
        before = [(item, act) for item, act in world.compared.pairs if item.line < each.line and act.group in MOVES]
        early = (act for _, act in before if at[id(act.step)] > taken and act.step not in log[:taken])
        if (act := next(early, None)) is not None:
            found.append(Late(each, act.step))
    return found


MOVES = frozenset(("cards", "money"))


def in_full(each: Departure) -> tuple[object, ...]:
    law = {key: value for key, value in each.law.body.items() if key != "hand_class"} if each.law else None
    return (each.seen and each.seen.line, law and sorted((key, str(value)) for key, value in law.items()), each.keys)


def money_in(world: World) -> list[object]:
    acts = required(world.played.steps)
    return [
        (act.tag, act.body.get("seat"), act.body.get("spot"), act.body.get("cents"))
        for act in acts
        if act.group == "money"
    ]


def refused_wagers(world: World) -> list[Refused]:
    troubles = world.played.troubles
    return [each for each in troubles if isinstance(each, Refused) and isinstance(each.fed.given, Wager)]


def decides(trouble: Trouble) -> bool:
    """Whether somebody decided something that nobody asked."""
    return isinstance(trouble, Refused | Unused | OutOfTurn) and isinstance(trouble.fed.given, Answer)


def supposes(trouble: Trouble) -> bool:
    return isinstance(trouble, Supposed) and isinstance(trouble.wait, Ask)


def open_house(house: House) -> House:
    """The same house without limits on wagers."""
    limits = {name: Money(1) for name in house.__struct_fields__ if name.endswith(("minimum", "smallest_chip"))}
    limits |= {name: Money(MOST_CENTS) for name in house.__struct_fields__ if name.endswith("maximum")}
    return msgspec.structs.replace(house, **limits)


def area(each: Departure) -> tuple[object, object]:
    body = each.seen.body if each.seen is not None else {}
    return body.get("seat"), body.get("spot")


def about_the_start(each: Departure) -> bool:
    """Devices, bank and cards as they were before the first round, and what somebody owed, of which nothing is known,
    call for such acts."""
    if each.seen is not None and each.seen.body.get("act") == OWED:
        return each.law is None or each.keys == ("cents",)
    if each.law is not None and {"off", "source"}.issuperset(each.keys) and each.keys:
        return True
    if each.seen is None or (each.law is not None and each.keys):
        return False
    tag = str(each.seen.body.get("act"))
    if tag in OF_THE_SHOE:
        return False
    group = group_of(tag, each.seen.body)
    return group == "rest" or tag in ("shuffle", "load shuffler", "device count", "receive deck", "spread cards")


def about_the_shoe(each: Departure) -> bool:
    """How many cards are left in a shoe of which nobody has told how it lay."""
    return each.law is not None and type(each.law.step) is EmptyShoe and each.keys == ("count",)


def about_the_burn(each: Departure) -> bool:
    """How many cards are burned where the first one, which says so, was not seen."""
    tag = each.law.tag if each.law is not None else each.seen and each.seen.body.get("act")
    return tag == BurnCard.__struct_config__.tag


def about_the_bank(each: Departure) -> bool:
    """A table that cannot pay says so and waits, and what it had is supposed to be enough where nobody says."""
    return each.law is None and each.seen is not None and each.seen.body.get("act") in OF_THE_BANK


def in_any_order(each: Departure) -> bool:
    """Players wager, sit down and look at their cards when they like, and an observer sees one before the other."""
    return each.seen is not None and each.law is not None and not each.keys and each.law.group in ("wagers", "rest")


def counts(each: Departure) -> bool:
    return each.law is None and each.seen is not None and each.seen.body.get("act") in {"count", "count stub"}


def has_extra(fed: Sequence[Fed]) -> bool:
    return any(isinstance(each.given, ExtraCard) for each in fed)


def leave_out_the_end(beside: Compared) -> None:
    """The log ends before the round does: what follows its last act was not seen."""
    last = max((item.line for item, _ in beside.pairs), default=0)
    beside.departures = [each for each in beside.departures if each.seen is not None or each.line < last]


def if_playable(tried: Callable[[Guess], World], guess: Guess) -> World | None:
    try:
        return tried(guess)
    except NotPlayableError:
        return None
