"""The Let It Ride table as drawn text, from the player's chair. Pure: a view and a little state go in.

The dealer stands opposite. He counts seats and community cards from his left, which is the player's right, so both
are drawn the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cli.canvas import BOLD, DIM, RED, Canvas
from pitboss.cli.screen import Tally
from pitboss.engine.view import HIDDEN, View
from pitboss.games.let_it_ride.wagers import BASE
from pitboss.record.explain import signed
from pitboss.table.cards import pretty
from pitboss.table.money import dollars

ROOMY = 18  # columns for another player's place, if there are not too many
CARD = 6
BELOW = 13  # the row below the person's cards

HELP = (
    ("", "You are the guest; every other seat is played by the house."),
    ("", ""),
    ("wagers", "↑ and ↓ change the three equal bets, b and t choose the bonus"),
    ("", "wagers; Enter places them and the dealer deals"),
    ("decisions", "the arrow keys and Enter, or the letter in brackets"),
    ("y", "once the round is settled: why each wager was paid or lost"),
    ("q, Control-C", "leave; a round in play is finished as for a silent player,"),
    ("", "and the record holds it"),
    ("any key", "while the dealer acts: hurry him, and no more than that; a key"),
    ("", "pressed before a question is asked does not answer it"),
    ("", ""),
    ("18.10(b)", "the paragraph of N.J.A.C. 19:47 behind the act beside it"),
    ("house:…", "a practice of the house, not of the law"),
    ("reading:…", "a doubt in the text; 'pitboss readings' tells how it is read"),
    ("seats", "are counted from the dealer's left: seat 1 is on your right"),
    ("$5 - $5 +$1", "bets 1 to 3, of which one went back, and the bonus wagers"),
    ("*", "the wagering device shows that a bonus wager was made"),
)


@dataclass(frozen=True)
class Settlement:
    changes: Mapping[int, int]  # seat -> cents won or lost
    outcomes: Mapping[str, str]  # what became of each of the person's wagers


@dataclass(frozen=True)
class Furniture:
    """All that the table shows."""

    view: View
    text: str  # which text of the law is dealt
    companions: frozenset[int]  # seats that the house plays
    tally: Tally
    settlement: Settlement | None = None


def furnish(canvas: Canvas, table: Furniture) -> int:
    _dealer(canvas, table)
    _others(canvas, table)
    _own(canvas, table)
    return BELOW


def _dealer(canvas: Canvas, table: Furniture) -> None:
    """The far side of the table: his words, the community cards, and the tally."""
    canvas.put(1, 1, "dealer", DIM)
    if table.view.said:
        canvas.put(2, 1, f"“{table.view.said[-1]}”")
    canvas.put(4, 1, table.text, DIM)
    _cards(canvas, 1, tuple(reversed(table.view.community)))
    tally = table.tally
    rows = ("rounds", str(tally.rounds)), ("wagered", dollars(tally.wagered)), ("result", signed(tally.result))
    for row, (name, value) in enumerate(rows, 2):
        canvas.put(row, canvas.width - 19, name, DIM)
        canvas.put(row, canvas.width - 1 - len(value), value)


def _others(canvas: Canvas, table: Furniture) -> None:
    """Players with higher numbers sit to the left of the person, those with lower numbers to the right."""
    view = table.view
    left = sorted((seat for seat in view.players if seat > view.seat), reverse=True)
    right = sorted(seat for seat in view.players if seat < view.seat)
    room = min(ROOMY, (canvas.width - 2) // max(1, len(left) + len(right)) - 1)
    columns = {seat: 1 + at * (room + 1) for at, seat in enumerate(left)}
    columns |= {seat: canvas.width - (at + 1) * (room + 1) for at, seat in enumerate(right)}
    for seat, column in columns.items():
        name = view.players[seat] + (" (house)" if seat in table.companions else "")
        canvas.put(5, column, name[:room])
        number = f"seat {seat}" if room == ROOMY else str(seat)
        canvas.put(6, column, number, DIM)
        canvas.put(6, column + len(number) + 1, dollars(view.racks[seat]))
        if table.settlement:
            canvas.put(7, column, _change(table.settlement, seat), BOLD)
        else:
            canvas.put(7, column, _short_wagers(view, seat, room))
        canvas.write(8, column, " ".join("░░" if card == HIDDEN else pretty(card) for card in view.hands.get(seat, ())))


def _change(settlement: Settlement | None, seat: int) -> str:
    return signed(settlement.changes[seat]) if settlement and seat in settlement.changes else ""


def _short_wagers(view: View, seat: int, room: int) -> str:
    """$5 - $5 +$1 *: three bets, the bonus wagers together, and the device."""
    wagers = view.wagers.get(seat, {})
    bets = {spot: cents for spot, cents in wagers.items() if spot in BASE}
    parts = [dollars(bets[spot]) if spot in bets else "-" for spot in BASE] if bets else []
    if bonuses := sum(wagers.values()) - sum(bets.values()):
        parts.append(f"+{dollars(bonuses)}")
    if seat in view.lit and "bonus" not in wagers:
        parts.append("*")
    text = " ".join(parts)
    for words in (text, text.replace("$", "")):
        if len(words) <= room:
            return words
    return f"{dollars(sum(wagers.values()))} out"


def _own(canvas: Canvas, table: Furniture) -> None:
    view = table.view
    if view.seat not in view.players:
        return
    _cards(canvas, 9, view.hands.get(view.seat, ()))
    left, right = canvas.width // 2 - 12, canvas.width // 2 + 12
    for row, (words, style) in enumerate(
        (
            (f"{view.players[view.seat]} (you)", BOLD),
            (f"seat {view.seat}", DIM),
            (dollars(view.racks[view.seat]), ""),
            (_change(table.settlement, view.seat), BOLD),
        ),
        9,
    ):
        canvas.put(row, left - len(words), words, style)
    shown = dict(table.settlement.outcomes) if table.settlement else _wagers(view)
    bets = [f"{spot} {shown.pop(spot, '-')}" for spot in BASE] if shown else []
    others = " · ".join(f"{spot.removesuffix(' bonus')} {what}" for spot, what in sorted(shown.items()))
    if len(others) > canvas.width - right:
        others = others.replace("three card", "3 card")
    for row, line in enumerate([*bets, others], 9):
        canvas.put(row, right, line)


def _wagers(view: View) -> dict[str, str]:
    wagers = {spot: dollars(cents) for spot, cents in view.wagers.get(view.seat, {}).items()}
    if view.seat in view.lit:
        wagers.setdefault("bonus", "*")
    return wagers


def _cards(canvas: Canvas, row: int, cards: tuple[str, ...]) -> None:
    """Cards side by side in the middle, each four lines high."""
    column = (canvas.width - len(cards) * (CARD + 1) + 1) // 2
    for card in cards:
        face = ("░░░░", "░░░░") if card == HIDDEN else (f"{pretty(card)[:-1]:<4}", f"{pretty(card)[-1]:>4}")
        style = RED if card[1] in "dh" else ""
        canvas.put(row, column, "┌────┐")
        canvas.put(row + 3, column, "└────┘")
        for line, inner in enumerate(face, row + 1):
            canvas.put(line, column, "│    │")
            canvas.put(line, column + 1, inner, style)
        column += CARD + 1
