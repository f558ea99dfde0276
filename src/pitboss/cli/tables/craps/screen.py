"""The craps layout as drawn text, from the player's side of the table. Pure functions of a view and a little state.

The areas lie as on the felt: the numbers with the puck on the far side; come, field and don't pass towards the player;
the pass line in front of him; and the wagers of the stickperson on the right. The chips shown are the person's own. In
parentheses they are off, with "on" they were called on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.cli.terminal.canvas import BOLD, CHOSEN, DIM, Canvas, first_fitting
from pitboss.cli.terminal.screen import HEIGHT, Tally
from pitboss.engine.view import Act, View
from pitboss.games.craps.law.facts import ON_BUTTON, POINT, SHOOTER
from pitboss.games.craps.law.house import CrapsHouse, rate
from pitboss.games.craps.law.layout import COME, DONT_COME, DONT_PASS, LAYOUT, PASS, odds_of, off_on_come_out
from pitboss.games.craps.law.roll import NUMBERS
from pitboss.law.rules import Rules
from pitboss.record.explain import signed_dollars
from pitboss.table.money import dollars

HELP = (
    ("pass 10", "bet $10; also dp (don't pass), come, dc (don't come), field"),
    ("place 6 12", "or 12 on 6, 6 and 8 12 each; also lose 6 5, buy 4 20, lay 4 40"),
    ("hard 8 5", "and seven, craps, two, three, twelve, yo (eleven), ce, horn"),
    ("odds 20", "behind the bet that takes odds; or odds pass 20, odds 6 20"),
    ("down place 6", "take it down;  on place 6  calls it on for the come out roll"),
    ("press 6", "doubles it;  all down;  same again  makes what was decided last"),
    ("pass dice", "the shooter passes the dice;  several at once: pass 10, field 5"),
    ("chips 100", "adds $100 in chips before a roll"),
    ("undo", "takes back your last line, until the dice are thrown; ↑ shows it"),
    ("Enter, roll", "roll the dice (you throw if you are the shooter)"),
    ("why, all", "what the last roll did to your bets, and why;  all bets up"),
    ("q, Control-C", "leave: bets that may come down do, the rest play out"),
    ("any key", "while the dealer acts: speed up the dealer, nothing else"),
    ("$10 + $20", "on the layout, where your chips are: a bet, the odds behind it"),
    ("(12), 12 on", "off on the come out roll; called on for it"),
    ("4 Ben $9+$5", "a player: seat, chips in the rail, chips on the layout"),
    ("1.2(a)5", "the paragraph of N.J.A.C. 19:47 behind the act beside it"),
    ("reading:…", "a doubt, see 'pitboss readings';  house:…  a practice of the house"),
)

NAMES = {4: "4", 5: "5", 6: "SIX", 8: "8", 9: "NINE", 10: "10"}
CENTER = (  # groups, with a gap between them where there is room
    (("any seven", "ANY SEVEN"),),
    (("hard 4", "HARD 4 2-2"), ("hard 10", "HARD 10 5-5"), ("hard 6", "HARD 6 3-3"), ("hard 8", "HARD 8 4-4")),
    (("craps two", "TWO 1-1"), ("craps three", "THREE 1-2"), ("craps twelve", "TWELVE 6-6"), ("eleven", "ELEVEN 5-6")),
    (("any craps", "ANY CRAPS"), ("c and e", "C AND E"), ("horn", "HORN")),
)
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}

SHALLOW, DEEP = 3, 6  # lines for chips in the box of a number: least and most
NARROW, BROAD = 13, 24  # columns for the wagers in the center: without and with their odds
ROOM_FOR_PAY = 96  # columns of a screen that is wide enough to show their odds
DICE = 22


@dataclass(frozen=True)
class Felt:
    """The values from which the layout of a craps table is drawn."""

    view: View
    rules: Rules
    house: CrapsHouse
    dice: tuple[int, ...]  # of the last roll
    tally: Tally

    @property
    def point(self) -> int:
        return self.view.marks.get(POINT.word, 0)

    def chips_on(self, spot: str) -> int:
        return self.view.wagers.get(self.view.seat, {}).get(spot, 0)

    def amount(self, spot: str) -> str:
        """Return the person's chips in an area as text, marked if they are off or called on; empty if there are
        none."""
        if not (cents := self.chips_on(spot)):
            return ""
        text = dollars(cents)[1:]
        if self.point or not off_on_come_out(LAYOUT[spot], self.rules):
            return text
        return f"{text} on" if ON_BUTTON.word(spot, self.view.seat) in self.view.marks else f"({text})"

    def with_odds(self, spot: str) -> str:
        """Return the chips of a wager and of the odds behind it, as text."""
        parts = [self.amount(area) for area in (spot, odds_of(spot))]
        return "+".join(part for part in parts if part)


def furnish(canvas: Canvas, felt: Felt) -> int:
    """Draw the table; returns the first row below it."""
    result = result_so_far(felt.tally)
    canvas.put(0, canvas.width - 1 - len(result), result)
    broad = canvas.width >= ROOM_FOR_PAY
    right = (BROAD if broad else NARROW) + 2
    width = canvas.width - 3 - right
    deep = min(DEEP, SHALLOW + (canvas.height - HEIGHT) // 3)
    below = _draw_numbers(canvas, felt, width, deep)
    below = _draw_line_bets(canvas, felt, below, width)
    _draw_center(canvas, felt, width + 2, below, broad)
    return below


# --- the numbers, and don't come beside them


def _draw_numbers(canvas: Canvas, felt: Felt, width: int, deep: int) -> int:
    """Draw the boxes of the numbers and the one for don't come beside them. Returns the first row below them."""
    box = (width - 14) // len(NUMBERS)
    margin = width - 8 - box * len(NUMBERS)
    canvas.put(1, 1, "┌" + "─" * margin + ("┬" + "─" * box) * len(NUMBERS) + "┐")
    canvas.put(3 + deep, 1, "├" + "─" * margin + ("┴" + "─" * box) * len(NUMBERS) + "┤")
    for row in range(2, 3 + deep):
        canvas.put(row, 1, "│" + " " * margin + ("│" + " " * box) * len(NUMBERS) + "│")
    for row, words in enumerate(("DON'T", "COME", "BAR 12"), 2):
        canvas.put(row, 2, words.center(margin))
    canvas.put(5, 2, first_fitting(margin, _dollars(felt.amount(DONT_COME))).center(margin), BOLD)
    if not felt.point:
        canvas.put(1, 2 + (margin - 5) // 2, "[OFF]", CHOSEN)
    for index, number in enumerate(NUMBERS):
        column = 3 + margin + index * (box + 1)
        if number == felt.point:
            canvas.put(1, column + (box - 4) // 2, "[ON]", CHOSEN)
        canvas.put(2, column, NAMES[number].center(box), "" if number != felt.point else BOLD)
        chips = list(_chips_on(felt, number, box))
        if len(chips) > deep:
            chips = [*chips[: deep - 1], f"+{len(chips) - deep + 1} more"]
        for row, words in enumerate(chips, 3 + deep - len(chips)):
            canvas.put(row, column, words.center(box), BOLD)
    return 4 + deep


def _chips_on(felt: Felt, number: int, room: int) -> Iterator[str]:
    """Yield the person's wagers on and against a number, from the far side of its box to the near one."""
    for spot, *names in (
        (f"{DONT_COME} {number}", "don't", "dc"),
        (f"lay {number}", "lay", "l"),
        (f"place {number} to lose", "lose", "x"),
        (f"{COME} {number}", "come", "c"),
        (f"buy {number}", "buy", "b"),
        (f"place {number}", "place", "pl"),
    ):
        if chips := felt.with_odds(spot) if odds_of(spot) in LAYOUT else felt.amount(spot):
            yield first_fitting(room, *(f"{name} {chips}" for name in names), f"{names[-1]}{chips}", chips)


# --- come, field, don't pass and the pass line, and the dice where they came to rest


def _draw_line_bets(canvas: Canvas, felt: Felt, top: int, width: int) -> int:
    """Draw come, field, don't pass, the pass line and the dice. Returns the first row below them."""
    area_width, inner = width - 3 - DICE, width - 2
    areas = (
        ("COME", _dollars(felt.amount(COME))),
        ("FIELD  2  3 4 9 10 11  12", _dollars(felt.amount("field"))),
        ("DON'T PASS BAR 12", _with_odds(felt, DONT_PASS, area_width - 20)),
    )
    _draw_crossing(canvas, top - 1, 2 + area_width, "┬")
    for number, (name, chips) in enumerate(areas):
        row = top + 2 * number
        canvas.put(row, 1, "│" + " " * area_width + "│" + " " * DICE + "│")
        canvas.put(row + 1, 1, "├" + "─" * area_width + "┤" + " " * DICE + "│")
        canvas.put(row, 3, name)
        canvas.put(row, 1 + area_width - len(chips), chips, BOLD)
    canvas.put(top + 5, 1, "├" + "─" * area_width + "┴" + "─" * DICE + "┤")
    canvas.put(top + 6, 1, "│" + " " * inner + "│")
    canvas.put(top + 6, 3, "PASS LINE")
    chips = _with_odds(felt, PASS, inner - 14)
    canvas.put(top + 6, 1 + area_width - len(chips), chips, BOLD)
    canvas.put(top + 7, 1, "└" + "─" * inner + "┘")
    _draw_dice(canvas, felt.dice, top, 3 + area_width)
    return top + 8


def _draw_crossing(canvas: Canvas, row: int, column: int, sign: str) -> None:
    """Draw the sign where one line meets another. If there is a crossing with a third line already, draw a full
    cross.
    """
    crossing, _ = canvas.rows[row][column]
    canvas.put(row, column, "┼" if crossing == "┴" else sign)


def _with_odds(felt: Felt, spot: str, room: int) -> str:
    flat, odds = felt.amount(spot), felt.amount(odds_of(spot))
    return (
        first_fitting(room, f"{_dollars(flat)} + {_dollars(odds)} odds", f"{flat}+{odds}") if odds else _dollars(flat)
    )


def _draw_dice(canvas: Canvas, dice: Sequence[int], top: int, column: int) -> None:
    for number, die in enumerate(dice):
        left = column + 1 + number * 8
        canvas.put(top, left, "┌─────┐")
        for row, pips in enumerate(PIPS[die], top + 1):
            canvas.put(row, left, f"│{pips}│")
        canvas.put(top + 4, left, "└─────┘")
    if dice:
        canvas.put(top + 2, column + 18, str(sum(dice)), BOLD)


# --- the wagers in the centre


def _draw_center(canvas: Canvas, felt: Felt, column: int, below: int, broad: bool) -> None:
    """Draw the wagers in the center."""
    inner = BROAD if broad else NARROW
    canvas.put(1, column, "┌" + "─" * inner + "┐")
    canvas.put(below - 1, column, "└" + "─" * inner + "┘")
    for row in range(2, below - 1):
        canvas.put(row, column, "│" + " " * inner + "│")
    spare = below - 3 - sum(map(len, CENTER))
    row = 2
    for number, group in enumerate(CENTER, 1):
        for spot, name in group:
            _draw_center_bet(canvas, felt, spot, name, row, column + 1, broad)
            row += 1
        row += number <= spare


def _draw_center_bet(canvas: Canvas, felt: Felt, spot: str, name: str, row: int, column: int, broad: bool) -> None:
    inner = BROAD if broad else NARROW
    chips = _dollars(felt.amount(spot))
    canvas.put(row, column, first_fitting(inner - 1 - len(chips), name, name.rpartition(" ")[0]))
    if broad:
        canvas.put(row, column + 12, first_fitting(inner - 13 - len(chips), _odds_text(felt, spot), ""), DIM)
    canvas.put(row, column + inner - len(chips), chips, BOLD)


def _odds_text(felt: Felt, spot: str) -> str:
    """Return the odds that a wager pays, if it has only one rate."""
    lines = LAYOUT[spot].lines
    return str(rate(felt.rules, felt.house, lines[0])) if len(lines) == 1 else ""


def _dollars(amount: str) -> str:
    return amount and (f"(${amount[1:]}" if amount.startswith("(") else f"${amount}")


# --- in words


def result_so_far(tally: Tally) -> str:
    return f"result {signed_dollars(tally.result)}"


def limits_text(house: CrapsHouse, room: int) -> str:
    """Describe the limits, those in the center and the odds, as far as there is room."""
    limits = f"{dollars(house.minimum)} to {dollars(house.maximum)}"
    centre = f"center {dollars(house.proposition_minimum)} to {dollars(house.proposition_maximum)}"
    odds = f"{'-'.join(map(str, house.odds))} × odds" if any(house.odds) else "no odds"
    full = f"{limits} · {centre} · {odds}"
    return first_fitting(room, full, full.replace(" to ", "-"), f"{limits} · {odds}", limits)


def players_text(view: View, room: int) -> str:
    """Return everybody's chips, before them and on the layout, in the order of the seats: higher ones to the left."""
    seats = sorted(view.players, reverse=True)
    important = [seat for seat in seats if seat in (view.seat, view.marks.get(SHOOTER.word))]
    omitted = f" · {len(seats) - len(important)} more" if len(seats) > len(important) else ""
    texts = {seat: _player_text(view, seat) for seat in seats}
    return first_fitting(room, " · ".join(texts.values()), " · ".join(texts[seat] for seat in important) + omitted)


def _player_text(view: View, seat: int) -> str:
    name = "You" if seat == view.seat else view.players[seat]
    shooter = " (shooter)" if seat == view.marks.get(SHOOTER.word) else ""
    out = sum(view.wagers.get(seat, {}).values())
    return f"{seat} {name}{shooter} {dollars(view.chips[seat])}" + (f" + {dollars(out)}" if out else "")


def all_wagers(view: View) -> list[Act]:
    """Return everybody's wagers by area, each with the odds behind it."""
    acts = []
    for spot, area in LAYOUT.items():
        wagers = []
        for seat in sorted(view.wagers, reverse=True):
            if (cents := view.wagers[seat].get(spot)) and area.kind != "odds":
                odds = view.wagers[seat].get(odds_of(spot), 0)
                name = "you" if seat == view.seat else view.players[seat]
                wagers.append(f"{name} {dollars(cents)}" + (f" + {dollars(odds)} odds" if odds else ""))
        if wagers:
            acts.append(Act(spot, ", ".join(wagers)))
    return acts or [Act("", "No bets are up.")]
