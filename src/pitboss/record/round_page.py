"""A round as a page to read: every act with its paragraph, inputs where they came in."""

from __future__ import annotations

import msgspec

from pitboss.engine.inputs import (
    AddChips,
    Answer,
    CardOrder,
    Close,
    Closing,
    Conduct,
    Credit,
    Cut,
    Fill,
    Input,
    Leave,
    Order,
    Sit,
    Spin,
    TakeBack,
    Throw,
    Wager,
)
from pitboss.record.explain import explain, signed
from pitboss.record.replay import RoundRecord, replay, rules_of
from pitboss.table.cards import pretty
from pitboss.table.money import dollars
from pitboss.table.steps import Step, sentence_for_house

CITE_WIDTH = 13
WIDE = 21  # of the longest citation beyond the held texts


def line(item: Step | Input, wide: int = CITE_WIDTH) -> str:
    """One line of the page; an input is set off by a mark and stands in nobody's paragraph."""
    if isinstance(item, Step):
        return f"{item.cite:<{wide}} {sentence_for_house(item)}"
    return f"{'':<{wide}} > {said(item)}" + (f" (by {item.by})" if item.by else "")


def said(given: Input) -> str:
    match given:
        case Sit():
            return f"{given.player} asks for seat {given.seat}"
        case AddChips():
            return f"seat {given.seat} asks for {dollars(given.chips)} more in chips"
        case Leave():
            return f"seat {given.seat} leaves"
        case Wager():
            stakes = ", ".join(f"{dollars(cents)} on {spot}" for spot, cents in given.stakes.items())
            return f"seat {given.seat} puts {stakes}{_at(given.seat, given.position)}"
        case TakeBack():
            return f"seat {given.seat} takes {given.spot} back{_at(given.seat, given.position)}"
        case Close():
            return "the dealer goes on"
        case Closing():
            return "the house closes the table" if given.closes else "the house opens the table again"
        case Answer():
            return f"seat {given.seat} answers: {given.choice}{_at(given.seat, given.position)}"
        case CardOrder():
            return "the cards after the shuffle: " + " ".join(map(pretty, given.cards[:6])) + " …"
        case Cut():
            return f"a cut of {given.count}"
        case Throw():
            return f"the dice come to rest: {'-'.join(map(str, given.dice))}"
        case Spin():
            return f"the wheel comes to rest at stop {given.stop}"
        case Order():
            named = f" {', '.join(map(str, given.positions))}" if given.positions else ""
            return f"the casino supervisor orders: {given.what}{named}"
        case Fill():
            return f"the casino supervisor has a fill of {dollars(given.cents)} brought"
        case Credit():
            return f"the casino supervisor has a credit of {dollars(given.cents)} taken"
        case Conduct():
            return f"seat {given.seat}: {given.what}{_at(given.seat, given.position)}"
    # What only one game knows, and incidents: told by their kind and what they concern.
    body = msgspec.to_builtins(given)
    kind, seat = body.pop("input"), body.pop("seat", None)
    about = ", ".join(f"{key} {value}" for key, value in body.items() if key not in ("by", "amid"))
    what = f"it happens: {kind}" if seat is None else f"seat {seat}: {kind}"
    return what + (f" ({about})" if about else "")


def _at(seat: int, position: int) -> str:
    return "" if position in (0, seat) else f" at position {position}"


def heading(record: RoundRecord, number: int) -> str:
    opening = record.opening
    return (
        f"Round {number}: {opening.game}, {rules_of(record)[1].texts}, chance {opening.source}, "
        f"rules {opening.rules[:12]}, recorded by pitboss {opening.pitboss}"
    )


def page(record: RoundRecord) -> str:
    """The round from the first act to the last, and how everybody stands afterwards."""
    rules = rules_of(record)[1]
    lines = [f"{record.opening.game}, {rules.texts}", ""]
    lines += [line(item, WIDE if rules.is_beyond else CITE_WIDTH) for _, item in replay(record)]
    lines.append("")
    for story in explain(record):
        lines.append(f"seat {story.seat}, {story.player}: {signed(story.net)}")
        lines += [f"  {wager.tell()}" for wager in story.wagers] + [f"  {note}" for note in story.notes]
    return "\n".join(lines) + "\n"
