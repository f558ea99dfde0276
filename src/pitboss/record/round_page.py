"""Formats a round as a page to read: every act with its paragraph, and inputs where they were given."""

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
from pitboss.record.explain import explain, signed_dollars
from pitboss.record.replay import RoundRecord, replay, rules_of
from pitboss.table.cards import pretty
from pitboss.table.money import dollars
from pitboss.table.steps import Step, sentence_for_house

CITE_WIDTH = 13
WIDE_CITE_WIDTH = 21  # fits the longest citation of facts beyond the held texts


def format_line(item: Step | Input, cite_width: int = CITE_WIDTH) -> str:
    """Format one act or input as a line of the page. An input has a mark and no paragraph."""
    if isinstance(item, Step):
        return f"{item.cite:<{cite_width}} {sentence_for_house(item)}"
    return f"{'':<{cite_width}} > {describe_input(item)}" + (f" (by {item.by})" if item.by else "")


def describe_input(given: Input) -> str:
    """Describe an input in words."""
    match given:
        case Sit():
            return f"{given.player} asks for seat {given.seat}"
        case AddChips():
            return f"seat {given.seat} asks for {dollars(given.chips)} more in chips"
        case Leave():
            return f"seat {given.seat} leaves"
        case Wager():
            stakes = ", ".join(f"{dollars(cents)} on {spot}" for spot, cents in given.stakes.items())
            return f"seat {given.seat} puts {stakes}{_at_position(given.seat, given.position)}"
        case TakeBack():
            return f"seat {given.seat} takes {given.spot} back{_at_position(given.seat, given.position)}"
        case Close():
            return "the dealer goes on"
        case Closing():
            return "the house closes the table" if given.closes else "the house opens the table again"
        case Answer():
            return f"seat {given.seat} answers: {given.choice}{_at_position(given.seat, given.position)}"
        case CardOrder():
            return "the cards after the shuffle: " + " ".join(map(pretty, given.cards[:6])) + " …"
        case Cut():
            return f"a cut of {given.count}"
        case Throw():
            return f"the dice come to rest: {'-'.join(map(str, given.dice))}"
        case Spin():
            return f"the wheel comes to rest at stop {given.stop}"
        case Order():
            at_positions = f" {', '.join(map(str, given.positions))}" if given.positions else ""
            return f"the casino supervisor orders: {given.what}{at_positions}"
        case Fill():
            return f"the casino supervisor has a fill of {dollars(given.cents)} brought"
        case Credit():
            return f"the casino supervisor has a credit of {dollars(given.cents)} taken"
        case Conduct():
            return f"seat {given.seat}: {given.what}{_at_position(given.seat, given.position)}"
    # Incidents, and inputs that only one game knows: described by their kind and their fields.
    body = msgspec.to_builtins(given)
    kind, seat = body.pop("input"), body.pop("seat", None)
    details = ", ".join(f"{key} {value}" for key, value in body.items() if key not in ("by", "amid"))
    event = f"it happens: {kind}" if seat is None else f"seat {seat}: {kind}"
    return event + (f" ({details})" if details else "")


def _at_position(seat: int, position: int) -> str:
    return "" if position in (0, seat) else f" at position {position}"


def heading(record: RoundRecord, number: int) -> str:
    """Format the heading of a round: its number, game, texts, source of chance, rules and version."""
    opening = record.opening
    return (
        f"Round {number}: {opening.game}, {rules_of(record)[1].texts}, chance {opening.source}, "
        f"rules {opening.rules[:12]}, recorded by pitboss {opening.pitboss}"
    )


def format_round(record: RoundRecord) -> str:
    """Format the round from the first act to the last, and the result of every seat."""
    rules = rules_of(record)[1]
    lines = [f"{record.opening.game}, {rules.texts}", ""]
    lines += [format_line(item, WIDE_CITE_WIDTH if rules.is_beyond else CITE_WIDTH) for _, item in replay(record)]
    lines.append("")
    for story in explain(record):
        lines.append(f"seat {story.seat}, {story.player}: {signed_dollars(story.net)}")
        lines += [f"  {wager.tell()}" for wager in story.wagers] + [f"  {note}" for note in story.notes]
    return "\n".join(lines) + "\n"
