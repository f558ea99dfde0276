"""The table as drawn text, from the player's chair. Pure: a view and a little state go in, lines come out.

The dealer stands opposite. He counts seats and community cards from his left, which is the player's right, so both
are drawn the other way round. Everything is told by signs and words; colour only repeats it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap

from pitboss.engine.view import HIDDEN, Act, View
from pitboss.games.let_it_ride.wagers import BASE
from pitboss.record.explain import signed
from pitboss.table.cards import pretty
from pitboss.table.money import dollars

WIDTH, HEIGHT = 80, 24
WIDEST = 100  # beyond this, lines are no easier to read
CITE = 13  # columns for the paragraph at the side of each line
ROOMY = 18  # columns for another player's place, if there are not too many
CARD = 6

DIM, BOLD, RED, CHOSEN = "2", "1", "31", "7"
_RED_CARD = re.compile(r"((?:10|[2-9JQKA])[♥♦])")
SIGNS = "♣♦♥♠┌┐└┘─│░“”‘’·×▸←→↑↓…"
_ASCII = str.maketrans(SIGNS, "cdhs++++-|/\"\"''-x><>^v.")


@dataclass(frozen=True)
class Look:
    colour: bool = False
    ascii: bool = False


@dataclass(frozen=True)
class Tally:
    rounds: int = 0
    wagered: int = 0
    result: int = 0


@dataclass(frozen=True)
class Choice:
    words: str
    chosen: bool = False


@dataclass(frozen=True)
class Prompt:
    """What is asked of the person now, and with which keys he answers."""

    question: str = ""
    keys: str = ""
    cite: str = ""
    detail: str = ""
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Settlement:
    changes: Mapping[int, int]  # seat -> cents won or lost
    outcomes: Mapping[str, str]  # what became of each of the person's wagers


@dataclass(frozen=True)
class Scene:
    """All that a screen shows."""

    view: View
    title: str
    offer: str  # limits and optional wagers
    text: str  # which text of the law is dealt
    companions: frozenset[int]  # seats that the house plays
    feed: Sequence[Act]
    tally: Tally
    prompt: Prompt
    notice: Act | None = None
    settlement: Settlement | None = None
    why: Sequence[Act] = ()
    help: bool = False


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


def can_show(encoding: str | None) -> bool:
    """Whether the signs drawn here can be written in this encoding."""
    try:
        SIGNS.encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def plain(text: str) -> str:
    """For terminals that cannot show more than ASCII; every sign stays one sign wide."""
    return text.translate(_ASCII).encode("ascii", "replace").decode()


class Canvas:
    """Cells of one sign and one style. What does not fit is cut off, so no line is ever too long."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.rows = [[(" ", "")] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        cells = self.rows[row]
        for at, sign in enumerate(text, column):
            if 0 <= at < self.width:
                cells[at] = (sign, style)

    def write(self, row: int, column: int, text: str) -> None:
        """Running text, in which red cards are red."""
        for number, part in enumerate(_RED_CARD.split(text)):
            self.put(row, column, part, RED if number % 2 else "")
            column += len(part)

    def clear(self, top: int, bottom: int) -> None:
        for row in range(top, bottom):
            self.rows[row] = [(" ", "")] * self.width

    def lines(self, look: Look, margin: int) -> list[str]:
        return [_line(cells, look, margin) for cells in self.rows]


def _line(cells: list[tuple[str, str]], look: Look, margin: int) -> str:
    used = max((at for at, (sign, _) in enumerate(cells, 1) if sign != " "), default=0)
    parts = []
    for style, group in groupby(cells[:used], key=lambda cell: cell[1]):
        text = "".join(sign for sign, _ in group)
        text = plain(text) if look.ascii else text
        parts.append(f"\x1b[{style}m{text}\x1b[0m" if style and look.colour else text)
    return " " * margin + "".join(parts) if parts else ""


def draw(scene: Scene, width: int, height: int, look: Look) -> list[str]:
    """The whole screen: never more lines or columns than there are."""
    if width < WIDTH or height < HEIGHT:
        return _too_small(width, height)
    canvas = Canvas(min(width, WIDEST), height)
    _header(canvas, scene)
    notice = _rows([scene.notice], canvas.width) if scene.notice else [("", "")]
    bottom = height - 3 - len(notice)
    if scene.help:
        _help(canvas)
    else:
        _dealer(canvas, scene)
        _others(canvas, scene)
        _own(canvas, scene)
        _panel(canvas, scene, 13, bottom)
    _rows_at(canvas, bottom, notice, BOLD)
    _prompt(canvas, scene.prompt, height - 3)
    return canvas.lines(look, (width - canvas.width) // 2)


def _too_small(width: int, height: int) -> list[str]:
    words = (
        f"The table needs {WIDTH} columns and {HEIGHT} lines; here are {width} and {height}. Enlarge it, or q leaves."
    )
    return wrap(words, max(width, 1))[:height]


def _header(canvas: Canvas, scene: Scene) -> None:
    canvas.put(0, 1, scene.title, BOLD)
    canvas.put(0, 3 + len(scene.title), f"round {scene.view.round} · {scene.offer}")


def _dealer(canvas: Canvas, scene: Scene) -> None:
    """The far side of the table: his words, the community cards, and the tally."""
    canvas.put(1, 1, "dealer", DIM)
    if scene.view.said:
        canvas.put(2, 1, f"“{scene.view.said[-1]}”")
    canvas.put(4, 1, scene.text, DIM)
    _cards(canvas, 1, tuple(reversed(scene.view.community)))
    tally = scene.tally
    rows = ("rounds", str(tally.rounds)), ("wagered", dollars(tally.wagered)), ("result", signed(tally.result))
    for row, (name, value) in enumerate(rows, 2):
        canvas.put(row, canvas.width - 19, name, DIM)
        canvas.put(row, canvas.width - 1 - len(value), value)


def _others(canvas: Canvas, scene: Scene) -> None:
    """Players with higher numbers sit to the left of the person, those with lower numbers to the right."""
    view = scene.view
    left = sorted((seat for seat in view.players if seat > view.seat), reverse=True)
    right = sorted(seat for seat in view.players if seat < view.seat)
    room = min(ROOMY, (canvas.width - 2) // max(1, len(left) + len(right)) - 1)
    columns = {seat: 1 + at * (room + 1) for at, seat in enumerate(left)}
    columns |= {seat: canvas.width - (at + 1) * (room + 1) for at, seat in enumerate(right)}
    for seat, column in columns.items():
        name = view.players[seat] + (" (house)" if seat in scene.companions else "")
        canvas.put(5, column, name[:room])
        number = f"seat {seat}" if room == ROOMY else str(seat)
        canvas.put(6, column, number, DIM)
        canvas.put(6, column + len(number) + 1, dollars(view.racks[seat]))
        if scene.settlement:
            canvas.put(7, column, _change(scene.settlement, seat), BOLD)
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


def _own(canvas: Canvas, scene: Scene) -> None:
    view = scene.view
    if view.seat not in view.players:
        return
    _cards(canvas, 9, view.hands.get(view.seat, ()))
    left, right = canvas.width // 2 - 12, canvas.width // 2 + 12
    for row, (words, style) in enumerate(
        (
            (f"{view.players[view.seat]} (you)", BOLD),
            (f"seat {view.seat}", DIM),
            (dollars(view.racks[view.seat]), ""),
            (_change(scene.settlement, view.seat), BOLD),
        ),
        9,
    ):
        canvas.put(row, left - len(words), words, style)
    shown = dict(scene.settlement.outcomes) if scene.settlement else _wagers(view)
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


def _panel(canvas: Canvas, scene: Scene, top: int, bottom: int) -> None:
    """What happened last, or why the wagers went as they did."""
    if scene.why:
        rows = _rows(scene.why, canvas.width)
        top = max(1, min(top, bottom - 1 - len(rows)))  # a reason is told in full, over the cards if it must
        canvas.clear(top, bottom)
    else:
        rows = []
        for act in reversed(scene.feed[-(bottom - top) :]):
            told = _rows([act], canvas.width)
            if len(told) + len(rows) > bottom - top - 1:
                break
            rows = told + rows
    name = " why " if scene.why else " what happens "
    canvas.put(top, 1, "──" + name + "─" * (canvas.width - 4 - len(name)), DIM)
    _rows_at(canvas, top + 1, rows, "")


def _rows(acts: Sequence[Act], width: int) -> list[tuple[str, str]]:
    """Each act as lines of (paragraph, words); a long paragraph pushes the words to the right."""
    rows = []
    for act in acts:
        push = " " * max(0, len(act.cite) + 2 - CITE)
        words = wrap(act.told, width - CITE - 2, initial_indent=push) or [""]
        rows += [(act.cite if number == 0 else "", line) for number, line in enumerate(words)]
    return rows


def _rows_at(canvas: Canvas, top: int, rows: Sequence[tuple[str, str]], style: str) -> None:
    for row, (cite, words) in enumerate(rows, top):
        if style:
            canvas.put(row, CITE + 1, words, style)
        else:
            canvas.write(row, CITE + 1, words)
        canvas.put(row, 1, cite, DIM)


def _prompt(canvas: Canvas, prompt: Prompt, top: int) -> None:
    canvas.put(top, 1, prompt.cite, DIM)
    canvas.put(top, CITE + 1, prompt.question, BOLD)
    canvas.put(top + 1, CITE + 1, prompt.detail)
    column = CITE + 1
    for choice in prompt.choices:
        words = f"▸ {choice.words} " if choice.chosen else f"  {choice.words} "
        canvas.put(top + 1, column, words, CHOSEN if choice.chosen else "")
        column += len(words) + 2
    canvas.put(top + 2, CITE + 1, prompt.keys, DIM)


def _help(canvas: Canvas) -> None:
    for row, (term, words) in enumerate(HELP, 2):
        canvas.put(row, 1, term, BOLD)
        canvas.put(row, CITE + 1, words)
