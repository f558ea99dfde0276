"""A hypothesis is one way in which a round may have gone. This module asks questions about it and its departures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from pitboss.compliance.observed_log.alignment import EXTRA_COSTS, Alignment, Departure, group_of, required_acts
from pitboss.compliance.observed_log.lawful_play import (
    Guess,
    LateInput,
    NotPlayableError,
    OutOfTurnInput,
    PlayedRound,
    RefusedInput,
    SupposedInput,
    Trouble,
    UnusedInput,
)
from pitboss.compliance.observed_log.log_inputs import FedInput
from pitboss.engine.houses.house import House
from pitboss.engine.incidents.incident_kinds import ExtraCard
from pitboss.engine.inputs import Answer, Close, Spin, Throw, Wager
from pitboss.engine.waits import Ask
from pitboss.table.card_steps import BurnCard
from pitboss.table.money import MOST_CENTS, Money
from pitboss.table.shoe_steps import EmptyShoe
from pitboss.table.steps import BringFill, PaymentWaits, SayShort

SHOE_ACTS = ("last round", "meet cutting card", "cutting card out", "empty shoe")  # acts that show how the table stood
DEBT_ACT = "collect vigorish"  # a debt that was marked in an earlier round
BANK_ACTS = {kind.__struct_config__.tag for kind in (SayShort, PaymentWaits, BringFill)}


class Hypothesis(NamedTuple):
    """One way in which a round may have gone."""

    played: PlayedRound
    alignment: Alignment

    @property
    def cost(self) -> int:
        return self.alignment.cost + EXTRA_COSTS * self.played.misfits


def late_inputs(hypothesis: Hypothesis, fed: Sequence[FedInput]) -> list[LateInput]:
    """Return decisions and events that were noted only after an act that follows from them.

    An act that had been done before in the same words is no evidence of that.
    """
    log = hypothesis.played.driver.log
    index_of = {id(item): number for number, item in enumerate(log)}
    late = []
    for fed_input in fed:
        entries_before = hypothesis.played.entries_before.get(fed_input.line)
        if entries_before is None or not isinstance(fed_input.input, Answer | Throw | Spin | Close):
            continue
        before = [
            (item, act) for item, act in hypothesis.alignment.pairs if item.line < fed_input.line and act.group in MOVES
        ]
        acts_before = (
            act for _, act in before if index_of[id(act.step)] > entries_before and act.step not in log[:entries_before]
        )
        if (act := next(acts_before, None)) is not None:
            late.append(LateInput(fed_input, act.step))
    return late


MOVES = frozenset(("cards", "money"))


def departure_key(departure: Departure) -> tuple[object, ...]:
    """Return a key that distinguishes departures in all details."""
    law = {key: value for key, value in departure.law.body.items() if key != "hand_class"} if departure.law else None
    return (
        departure.seen and departure.seen.line,
        law and sorted((key, str(value)) for key, value in law.items()),
        departure.keys,
    )


def money_acts(hypothesis: Hypothesis) -> list[object]:
    """Return the acts of a round that move money: kind, seat, area and amount."""
    acts = required_acts(hypothesis.played.steps)
    return [
        (act.tag, act.body.get("seat"), act.body.get("spot"), act.body.get("cents"))
        for act in acts
        if act.group == "money"
    ]


def refused_wagers(hypothesis: Hypothesis) -> list[RefusedInput]:
    """Return the wagers that the law refused."""
    troubles = hypothesis.played.troubles
    return [
        trouble for trouble in troubles if isinstance(trouble, RefusedInput) and isinstance(trouble.fed.input, Wager)
    ]


def is_unasked_decision(trouble: Trouble) -> bool:
    """Return whether somebody decided something that he was not asked."""
    return isinstance(trouble, RefusedInput | UnusedInput | OutOfTurnInput) and isinstance(trouble.fed.input, Answer)


def is_supposed_decision(trouble: Trouble) -> bool:
    """Return whether a decision was supposed because it was not noted."""
    return isinstance(trouble, SupposedInput) and isinstance(trouble.wait, Ask)


def house_without_limits(house: House) -> House:
    """Return the house without limits on wagers."""
    limits = {name: Money(1) for name in house.__struct_fields__ if name.endswith(("minimum", "smallest_chip"))}
    limits |= {name: Money(MOST_CENTS) for name in house.__struct_fields__ if name.endswith("maximum")}
    return msgspec.structs.replace(house, **limits)


def seat_and_area(departure: Departure) -> tuple[object, object]:
    """Return the seat and the area of an act that was seen."""
    body = departure.seen.body if departure.seen is not None else {}
    return body.get("seat"), body.get("spot")


def may_follow_from_start(departure: Departure) -> bool:
    """Return whether unknown facts from before the first round (devices, bank, cards, debts) can explain a
    departure."""
    if departure.seen is not None and departure.seen.body.get("act") == DEBT_ACT:
        return departure.law is None or departure.keys == ("cents",)
    if departure.law is not None and {"off", "source"}.issuperset(departure.keys) and departure.keys:
        return True
    if departure.seen is None or (departure.law is not None and departure.keys):
        return False
    tag = str(departure.seen.body.get("act"))
    if tag in SHOE_ACTS:
        return False
    group = group_of(tag, departure.seen.body)
    return group == "rest" or tag in ("shuffle", "load shuffler", "device count", "receive deck", "spread cards")


def is_about_shoe(departure: Departure) -> bool:
    """Return whether a departure is only about the number of cards left in a shoe whose order nobody saw."""
    return departure.law is not None and type(departure.law.step) is EmptyShoe and departure.keys == ("count",)


def is_about_burn(departure: Departure) -> bool:
    """Return whether a departure is about burned cards, whose number depends on a first card that was not seen."""
    tag = departure.law.tag if departure.law is not None else departure.seen and departure.seen.body.get("act")
    return tag == BurnCard.__struct_config__.tag


def is_about_bank(departure: Departure) -> bool:
    """Return whether a departure is about a table that cannot pay and waits, while the supposed bank was enough."""
    return departure.law is None and departure.seen is not None and departure.seen.body.get("act") in BANK_ACTS


def is_order_of_players(departure: Departure) -> bool:
    """Return whether a departure is only about the order of acts that players do when they like, such as wagering."""
    return (
        departure.seen is not None
        and departure.law is not None
        and not departure.keys
        and departure.law.group in ("wagers", "rest")
    )


def is_uncalled_count(departure: Departure) -> bool:
    """Return whether a departure is a count of the stub that nothing called for."""
    return (
        departure.law is None
        and departure.seen is not None
        and departure.seen.body.get("act") in {"count", "count stub"}
    )


def has_extra_card(fed: Sequence[FedInput]) -> bool:
    return any(isinstance(fed_input.input, ExtraCard) for fed_input in fed)


def drop_after_last_act(alignment: Alignment) -> None:
    """Remove what is missing after the last act of the log, which ends before the round does."""
    last = max((item.line for item, _ in alignment.pairs), default=0)
    alignment.departures = [
        departure for departure in alignment.departures if departure.seen is not None or departure.line < last
    ]


def play_if_possible(play: Callable[[Guess], Hypothesis], guess: Guess) -> Hypothesis | None:
    """Play the round with a guess; None if it cannot be played."""
    try:
        return play(guess)
    except NotPlayableError:
        return None
