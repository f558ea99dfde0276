"""The table before the first round of a log that does not say how it stood, supposed from what was seen later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pitboss.compliance.observed_log.alignment import FAMILIES, Departure
from pitboss.compliance.observed_log.log_reader import SeenRound
from pitboss.compliance.observed_log.log_setting import Setting
from pitboss.compliance.observed_log.shoe_between_rounds import with_cards_in_rack
from pitboss.compliance.observed_log.vocabulary import PLENTY
from pitboss.engine.carry import Carry, Deck, opening
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import OUTSIDE, area, chips_before
from pitboss.table.steps import TAKEN_BACK, TAKEN_DOWN

TAKEN = {"collect", "return", "pay"} | FAMILIES["collect"] | FAMILIES["return"] | {"pay wager"}  # acts that end a wager
POINTS = (4, 5, 6, 8, 9, 10)
BANK = 1_000 * PLENTY  # cents in the table inventory, if they are unknown


def supposed_table(setting: Setting, header: Mapping[str, Any], rounds: Sequence[SeenRound]) -> Carry:
    """Return the supposed table.

    Everybody who is seen sits there with enough chips. The cards have been in play before, unless they are seen to be
    received. The header may name standing wagers, button, puck and shooter.
    """
    house = setting.house
    carry = opening(BANK, house.decks)
    seats = [seat for seat in sorted(seats_taken_at_start(rounds)) if 1 <= seat <= house.seats]
    accounts = {**carry.accounts, **{chips_before(seat): PLENTY for seat in seats}}
    accounts |= {area(seat, spot): cents for seat, spot, cents in _standing_wagers(header, setting)}
    accounts[OUTSIDE] -= sum(accounts.values())
    decks = tuple(Deck(back, () if _is_new(rounds) else FULL_DECK) for back in house.decks)
    players = {seat: f"Seat {seat}" for seat in seats}
    marks = header.get("marks", {})
    known_marks = (
        {word: value for word, value in marks.items() if type(value) is int} if isinstance(marks, dict) else {}
    )
    if seats and (shooter := setting.game.furniture.shooter) is not None:
        known_marks.setdefault(shooter.word, _shooter(rounds) or seats[0])
    carry = msgspec.structs.replace(carry, players=players, accounts=accounts, decks=decks, marks=known_marks)
    return with_cards_in_rack(carry, house) if setting.game.rests and not _is_new(rounds) else carry


def seats_taken_at_start(rounds: Sequence[SeenRound]) -> set[int]:
    """Return the seats that are taken before anybody is seen to sit down."""
    was_there_before: dict[int, bool] = {}
    for item in (item for round_ in rounds for item in round_.items):
        seat: Any = item.body.get("seat")
        if type(seat) is int:
            sits = "sit" in (item.body.get("input"), item.body.get("act")) or item.body.get("act") == "take seat"
            was_there_before.setdefault(seat, not sits)
    return {seat for seat, was_there in was_there_before.items() if was_there}


def possible_starts(setting: Setting, carry: Carry) -> list[Carry]:
    """Return the ways in which a table may have stood: each place of the button, and each point, that the header leaves
    open."""
    furniture = setting.game.furniture
    marks_to_try: list[dict[str, int]] = [{}]
    if furniture.button is not None and furniture.button.word not in carry.marks:
        marks_to_try += [{furniture.button.word: holder} for holder in (0, *carry.players)]
    if furniture.puck is not None and furniture.puck.word not in carry.marks and not setting.stood:
        marks_to_try += [{furniture.puck.word: point} for point in POINTS]
    return [msgspec.structs.replace(carry, marks={**carry.marks, **mark}) for mark in marks_to_try]


def with_wagers_as_seen(carry: Carry, departures: Sequence[Departure]) -> Carry:
    """Return the table with the wagers that really lie there.

    Standing wagers that were wrongly taken are gone, and decided wagers that were wrongly left still lie there. Wagers
    that a player took back himself stay with the player.
    """
    accounts = dict(carry.accounts)
    for departure in departures:
        body = departure.body
        if (
            (departure.seen is None) == (departure.law is None)
            or type(body.get("seat")) is not int
            or _was_taken_by_player(body)
        ):
            continue
        account = area(body["seat"], str(body.get("spot")))
        if departure.law is None and body.get("act") in TAKEN:
            accounts[OUTSIDE] += accounts.pop(account, 0)
        elif departure.law is not None and departure.law.tag in TAKEN and account not in accounts:
            cents = body["cents"] if departure.law.tag in FAMILIES["collect"] else body.get("stake", body["cents"])
            accounts |= {account: cents, OUTSIDE: accounts[OUTSIDE] - cents}
    return msgspec.structs.replace(carry, accounts={name: accounts[name] for name in sorted(accounts)})


def _was_taken_by_player(body: Mapping[str, Any]) -> bool:
    return body.get("why") in (TAKEN_BACK, TAKEN_DOWN)


def _shooter(rounds: Sequence[SeenRound]) -> int:
    """Return the first seat that was seen to have the dice; 0 if none was."""
    seats = (item.body.get("seat") for round_ in rounds for item in round_.items if item.body.get("act") == "dice out")
    return next((seat for seat in seats if type(seat) is int), 0)


def _is_new(rounds: Sequence[SeenRound]) -> bool:
    """Return whether the cards are seen to be received in the first round."""
    return any(str(item.body.get("act")).startswith("receive") for item in (rounds[0].items if rounds else ()))


def _standing_wagers(header: Mapping[str, Any], setting: Setting) -> list[tuple[int, str, int]]:
    """Return the standing wagers that the header names: seat, area and cents."""
    wagers = []
    standing = header.get("standing", [])
    for wager in standing if isinstance(standing, list) and setting.game.standing_wagers else ():
        if not isinstance(wager, dict):
            continue
        seat, spot, cents = wager.get("seat"), wager.get("spot"), wager.get("cents")
        if type(seat) is not int or type(cents) is not int or spot not in setting.game.spots:
            continue
        if 1 <= seat <= setting.house.seats and 0 < cents < PLENTY:
            wagers.append((seat, str(spot), cents))
    return wagers
