"""A card table as drawn text, from the player's chair. Pure: a view and a little state go in.

The dealer stands opposite. He counts seats and community cards from his left, which is the player's right, so both are
drawn the other way round. Every hand lies in the order in which it was dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from pitboss.cli.tables.cards.planned_wagers import Wish
from pitboss.cli.terminal.canvas import BOLD, CHOSEN, DIM, RED, Canvas, first_fitting
from pitboss.cli.terminal.screen import Tally
from pitboss.engine.game import Offer
from pitboss.engine.view import HIDDEN, View
from pitboss.games import load
from pitboss.law.rules import Rules
from pitboss.record.explain import signed
from pitboss.table.cards import pretty
from pitboss.table.money import dollars

SIDE = 17  # columns at the left for the dealer's words
BETWEEN = 12  # columns for the name of a hand, or of the community cards, beside another
ROOMY = 24  # columns for another player's position, if there are not too many
CARD = 6
OWN = 9  # the row where the person's own position begins
TALL = 4  # rows of a card, and so of a position
LEFT = 21  # where the person's wagers are written while there are no cards


@dataclass(frozen=True)
class Settled:
    """How the round came out for a seat."""

    change: int  # cents
    made: str  # what its cards were


@dataclass(frozen=True)
class Form:
    """What the person means to wager, and with which keys he changes it."""

    wish: Wish
    letters: Mapping[str, str]  # and what they stand for
    typed: str  # an amount as far as it is typed


@dataclass(frozen=True)
class Furniture:
    """All that the table shows."""

    view: View
    companions: frozenset[int]  # seats that the house plays
    tally: Tally
    own: Mapping[str, str]  # what lies on each of the person's areas, or has become of it
    settled: Mapping[int, Settled]  # once it is, by seat
    owed: Mapping[int, int]  # cents that a seat owes the house
    form: Form | None = None  # while wagers are taken


def furnish(canvas: Canvas, table: Furniture) -> int:
    """Draw the table; the row below it."""
    result = f"result {signed(table.tally.result)}"
    canvas.put(0, canvas.width - 1 - len(result), result)
    _dealer(canvas, table.view)
    _others(canvas, table)
    return _own(canvas, table)


def room_for_result(tally: Tally) -> int:
    return len(f"result {signed(tally.result)}") + 2


def short(spot: str) -> str:
    """The beginnings of its words: b1 for bet 1."""
    return "".join(word[0] for word in spot.split())


# --- the far side of the table


def _dealer(canvas: Canvas, view: View) -> None:
    """His words, the pot, his own cards and the community cards."""
    if view.said:
        for row, words in enumerate(wrap(f"“{view.said[-1]}”", SIDE - 1)[:2], 2):
            canvas.put(row, 1, words)
    area = load(view.game).furniture.pot
    if pot := sum(spots.get(area, 0) for spots in view.wagers.values()):
        canvas.put(4, 1, f"{area} {dollars(pot)}", BOLD)
    furniture, label = load(view.game).furniture, "dealer" + _button(view, 0)
    if furniture.middle:
        canvas.put(1, 1, label, DIM)
        _named(canvas, ((furniture.middle, view.community), (furniture.opposite, view.dealer)))
        return
    his, board = view.dealer, tuple(reversed(view.community))
    both = his and board
    wide = _width(his) + _width(board) + (BETWEEN if both else 0)
    column = max(SIDE + 1 if his else SIDE + BETWEEN, (canvas.width - wide) // 2)
    canvas.put(1, column - len(label) - 1 if his and not board else 1, label, DIM)
    _cards(canvas, 1, column, his)
    if board:
        column += _width(his) + (BETWEEN if both else 0)
        for row, words in enumerate(("community", "cards"), 1):
            canvas.put(row, column - 10, words, DIM)
        _cards(canvas, 1, column, board)


def _named(canvas: Canvas, hands: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Hands that are nobody's, side by side, each with its name."""
    wide = sum(_width(cards) for _, cards in hands) + BETWEEN
    column = max(SIDE + 1, (canvas.width - wide) // 2)
    for name, cards in hands:
        if cards:
            canvas.put(1, column - len(name) - 1, name, DIM)
        _cards(canvas, 1, column, cards)
        column += _width(cards) + BETWEEN


def _button(view: View, position: int) -> str:
    button = load(view.game).furniture.button
    return " ●" if button is not None and view.marks.get(button.word) == position else ""


# --- the others


def _others(canvas: Canvas, table: Furniture) -> None:
    """Players with higher numbers sit to the left of the person, those with lower numbers to the right."""
    view = table.view
    left = sorted((seat for seat in view.players if seat > view.seat), reverse=True)
    right = sorted(seat for seat in view.players if seat < view.seat)
    room = min(ROOMY, (canvas.width - 2) // max(1, len(left) + len(right)) - 1)
    columns = {seat: 1 + at * (room + 1) for at, seat in enumerate(left)}
    columns |= {seat: canvas.width - (at + 1) * (room + 1) for at, seat in enumerate(right)}
    for seat, column in columns.items():
        name, chips = view.players[seat] + _button(view, seat), dollars(view.chips[seat])
        house = " (house)" if seat in table.companions else ""
        ways = f"seat {seat} {name}{house} {chips}", f"{seat} {name}{house} {chips}", f"{seat} {name} {chips}"
        canvas.put(5, column, first_fitting(room, *ways))
        if seat in table.settled:
            change = signed(table.settled[seat].change)
            made = ", ".join(filter(None, (table.settled[seat].made, _owes(table, seat))))
            told = wrap(f"{change} {made}", room, max_lines=2, placeholder="…")
            for row, words in enumerate(told, 6):
                canvas.put(row, column, words)
            canvas.put(6, column, change, BOLD)
        else:
            for row, words in enumerate(_wagers(table, seat, room), 6):
                canvas.put(row, column, words)
        canvas.write(8, column, _hand(view.hands.get(seat, ()), room))


def _owes(table: Furniture, seat: int) -> str:
    return f"owes {dollars(table.owed[seat])}" if seat in table.owed else ""


def _wagers(table: Furniture, seat: int, room: int) -> list[str]:
    """Area by area in two lines; with shorter names or without the dollar sign where there is less room."""
    view = table.view
    pot = load(view.game).furniture.pot
    wagers = {spot: dollars(cents) for spot, cents in view.wagers.get(seat, {}).items() if spot != pot}
    more = ["*"] if seat in view.lit else []
    more += [owes] if len(owes := _owes(table, seat)) in range(1, room + 1) else []
    for name in (str, short):
        for parts in (
            [f"{name(spot)} {cents}" for spot, cents in wagers.items()],
            [f"{name(spot)} {cents.replace('$', '')}" for spot, cents in wagers.items()],
        ):
            lines = _lines(parts + more, room)
            if len(lines) <= 2 and all(len(line) <= room for line in lines):
                return lines
    return [f"{dollars(sum(view.wagers[seat].values()))} out"[:room]]


def _lines(parts: Iterable[str], room: int) -> list[str]:
    """So many to a line as go into it; none is broken."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 1 + len(part) <= room:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines


def _hand(cards: Sequence[str], room: int) -> str:
    signs = ["░░" if card == HIDDEN else pretty(card) for card in cards]
    return first_fitting(room, " ".join(signs), "".join(signs), "".join(signs).replace("10", "T"))


# --- the person's own position


def _own(canvas: Canvas, table: Furniture) -> int:
    view = table.view
    if view.seat not in view.players:
        return OWN + TALL
    cards = view.hands.get(view.seat, ())
    wide = max(_width(cards), 3 * (CARD + 1) - 1)
    left, right = (canvas.width - wide) // 2 - 2, (canvas.width + wide) // 2 + 2
    rows = [
        (f"{view.players[view.seat]} (you)", BOLD),
        (f"seat {view.seat}{_button(view, view.seat)}", DIM),
        (dollars(view.chips[view.seat]), ""),
    ]
    if owes := _owes(table, view.seat):
        rows.append((owes, ""))
    if mine := table.settled.get(view.seat):
        rows.append((signed(mine.change), BOLD))
    if table.form is not None:
        left = LEFT - 2
    for row, (words, style) in enumerate(rows, OWN):
        canvas.put(row, left - len(words), words, style)
    if table.form is not None:
        return OWN + max(TALL, len(rows), _form(canvas, table.form))
    _cards(canvas, OWN, (canvas.width - _width(cards)) // 2, cards)
    for row, (spot, what) in enumerate(table.own.items(), OWN):
        canvas.put(row, right, f"{spot} {what}")
    return OWN + max(TALL, len(rows), len(table.own))


def _form(canvas: Canvas, form: Form) -> int:
    """Each offered wager on a line of its own; how many there are."""
    wish, letters = form.wish, {name: letter for letter, name in form.letters.items()}
    names = [f"{offer.name} ({letters[offer.name]})" for offer in wish.offers]
    amounts = [_amount(form, offer) for offer in wish.offers]
    end = LEFT + 8 + max(map(len, names)) + max(map(len, amounts))
    for row, (offer, name, amount) in enumerate(zip(wish.offers, names, amounts, strict=True), OWN):
        chosen, made = offer == wish.chosen, offer.name in wish.made
        canvas.put(row, LEFT, f"{'▸' if chosen else ' '} [{'x' if made else ' '}] {name}", CHOSEN if chosen else "")
        canvas.put(row, end - len(amount), amount, "" if made else DIM)
        if offer.least < offer.most:
            canvas.put(row, end + 2, f"{dollars(offer.least)} to {dollars(offer.most)}", DIM)
    return len(names)


def _amount(form: Form, offer: Offer) -> str:
    typing = form.typed and offer == form.wish.chosen
    amount = f"${form.typed}_" if typing else dollars(form.wish.amounts[offer.name])
    return f"{len(offer.spots)} × {amount}" if len(offer.spots) > 1 else amount


# --- cards


def _width(cards: Sequence[str]) -> int:
    return len(cards) * (CARD + 1) - 1 if cards else 0


def _cards(canvas: Canvas, row: int, column: int, cards: Sequence[str]) -> None:
    """Cards side by side, each four lines high."""
    for card in cards:
        face = ("░░░░", "░░░░") if card == HIDDEN else (f"{pretty(card)[:-1]:<4}", f"{pretty(card)[-1]:>4}")
        style = RED if card[1] in "dh" else ""
        canvas.put(row, column, "┌────┐")
        canvas.put(row + 3, column, "└────┘")
        for line, inner in enumerate(face, row + 1):
            canvas.put(line, column, "│    │")
            canvas.put(line, column + 1, inner, style)
        column += CARD + 1


# --- help


def help_page(rules: Rules, spots: Iterable[str]) -> Iterator[tuple[str, str]]:
    """`spots` are the areas on which one wagers."""
    cited = ("18.10(b)", "the paragraph of N.J.A.C. 19:47 behind the act beside it")
    if rules.is_beyond:
        cited = ("beyond:…", "a fact of other sources: no text of this game is held")
    named = [f"{short(spot)} {spot}" for spot in spots]
    for term, words in (
        ("", f"You are the guest; the house plays every other seat. It deals by the {rules.texts}."),
        (
            "bets",
            "↑ ↓ raise and lower the one at ▸, + - by a step, or type an amount and Enter; ← → go to another; Space or "
            "its letter puts it in or leaves it out; u undoes the last change; Enter places them and the dealer deals",
        ),
        ("decisions", "use the arrow keys and Enter, or press the key in parentheses"),
        ("y, o, $", "why each bet won or lost; supervisor's orders; add chips"),
        ("q, Control-C", "leave; an open round is finished as if you did not answer, and recorded"),
        ("any key", "while the dealer acts: speed up the dealer, nothing else"),
        cited,
        ("house:…", "a practice of the house, not of the law"),
        ("reading:…", "a doubt in the text; 'pitboss readings' shows how it is read"),
        ("seats, cards", "count from the dealer's left: seat 1 is on your right"),
        ("●  *", "the button; a wagering device that shows a bet"),
        ("for short", " · ".join(named)),
    ):
        for number, line in enumerate(wrap(words, 65)):
            yield "" if number else term, line
