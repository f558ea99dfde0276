"""The table before the first round of a log that does not say how it stood: supposed from what was seen later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pitboss.compliance.observed_log.alignment import FAMILIES, Departure
from pitboss.compliance.observed_log.log_reader import SeenRound
from pitboss.compliance.observed_log.log_setting import Setting
from pitboss.compliance.observed_log.shoe_between_rounds import at_rest
from pitboss.compliance.observed_log.vocabulary import PLENTY
from pitboss.engine.carry import Carry, Deck, opening
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import OUTSIDE, area, chips_before
from pitboss.table.steps import TAKEN_BACK, TAKEN_DOWN

TAKEN = {"collect", "return", "pay"} | FAMILIES["collect"] | FAMILIES["return"] | {"pay wager"}  # what ends a wager
POINTS = (4, 5, 6, 8, 9, 10)
BANK = 1_000 * PLENTY  # what is in the table inventory then


def table_with(setting: Setting, header: Mapping[str, Any], rounds: Sequence[SeenRound]) -> Carry:
    """Whoever is seen sits there with chips enough, and the cards have been in play before, unless they are seen to be
    received. The header may say what stands on the layout and where button, puck and dice are."""
    house = setting.house
    carry = opening(BANK, house.decks)
    taken = [seat for seat in sorted(seats_in(rounds)) if 1 <= seat <= house.seats]
    accounts = {**carry.accounts, **{chips_before(seat): PLENTY for seat in taken}}
    accounts |= {area(seat, spot): cents for seat, spot, cents in _standing(header, setting)}
    accounts[OUTSIDE] -= sum(accounts.values())
    decks = tuple(Deck(back, () if _is_new(rounds) else FULL_DECK) for back in house.decks)
    players = {seat: f"Seat {seat}" for seat in taken}
    marks = header.get("marks", {})
    known = {word: value for word, value in marks.items() if type(value) is int} if isinstance(marks, dict) else {}
    if taken and (shooter := setting.game.furniture.shooter) is not None:
        known.setdefault(shooter.word, _shooter(rounds) or taken[0])
    carry = msgspec.structs.replace(carry, players=players, accounts=accounts, decks=decks, marks=known)
    return at_rest(carry, house) if setting.game.rests and not _is_new(rounds) else carry


def seats_in(rounds: Sequence[SeenRound]) -> set[int]:
    """Who sits at the table before anybody is seen to sit down."""
    found: dict[int, bool] = {}
    for item in (item for each in rounds for item in each.items):
        seat: Any = item.body.get("seat")
        if type(seat) is int:
            sits = "sit" in (item.body.get("input"), item.body.get("act")) or item.body.get("act") == "take seat"
            found.setdefault(seat, not sits)
    return {seat for seat, there in found.items() if there}


def starts(setting: Setting, carry: Carry) -> list[Carry]:
    """The ways in which a table may have stood of which that was not said: where the button was, which point was on."""
    on = setting.game.furniture
    ways: list[dict[str, int]] = [{}]
    if on.button is not None and on.button.word not in carry.marks:
        ways += [{on.button.word: holder} for holder in (0, *carry.players)]
    if on.puck is not None and on.puck.word not in carry.marks and not setting.stood:
        ways += [{on.puck.word: point} for point in POINTS]
    return [msgspec.structs.replace(carry, marks={**carry.marks, **mark}) for mark in ways]


def as_it_lies(carry: Carry, departures: Sequence[Departure]) -> Carry:
    """The table with the wagers that really lie there: those that were taken though they stand are gone, and those that
    were left though they are decided still stand. What a player took himself he has."""
    accounts = dict(carry.accounts)
    for each in departures:
        body = each.seen.body if each.seen is not None else each.law.body if each.law is not None else {}
        if (each.seen is None) == (each.law is None) or type(body.get("seat")) is not int or _is_taken(body):
            continue
        lies = area(body["seat"], str(body.get("spot")))
        if each.law is None and body.get("act") in TAKEN:
            accounts[OUTSIDE] += accounts.pop(lies, 0)
        elif each.law is not None and each.law.tag in TAKEN and lies not in accounts:
            cents = body["cents"] if each.law.tag in FAMILIES["collect"] else body.get("stake", body["cents"])
            accounts |= {lies: cents, OUTSIDE: accounts[OUTSIDE] - cents}
    return msgspec.structs.replace(carry, accounts={name: accounts[name] for name in sorted(accounts)})


def _is_taken(body: Mapping[str, Any]) -> bool:
    return body.get("why") in (TAKEN_BACK, TAKEN_DOWN)


def _shooter(rounds: Sequence[SeenRound]) -> int:
    """Who was first seen to have the dice."""
    out = (item.body.get("seat") for each in rounds for item in each.items if item.body.get("act") == "dice out")
    return next((seat for seat in out if type(seat) is int), 0)


def _is_new(rounds: Sequence[SeenRound]) -> bool:
    return any(str(item.body.get("act")).startswith("receive") for item in (rounds[0].items if rounds else ()))


def _standing(header: Mapping[str, Any], setting: Setting) -> list[tuple[int, str, int]]:
    found = []
    standing = header.get("standing", [])
    for each in standing if isinstance(standing, list) and setting.game.standing_wagers else ():
        if not isinstance(each, dict):
            continue
        seat, spot, cents = each.get("seat"), each.get("spot"), each.get("cents")
        if type(seat) is not int or type(cents) is not int or spot not in setting.game.spots:
            continue
        if 1 <= seat <= setting.house.seats and 0 < cents < PLENTY:
            found.append((seat, str(spot), cents))
    return found
