"""A card table as drawn text, seen from the player's chair. Pure functions of a view and a little state.

The dealer stands opposite. He counts seats and community cards from his left, which is the player's right, so both are
drawn in reverse order. Every hand is drawn in the order in which it was dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from pitboss.cli.tables.cards.planned_wagers import WagerPlan
from pitboss.cli.terminal.canvas import BOLD, CHOSEN, DIM, RED, Canvas, first_fitting
from pitboss.cli.terminal.screen import Tally
from pitboss.engine.game import Offer
from pitboss.engine.view import HIDDEN, View
from pitboss.games import load
from pitboss.law.rules import Rules
from pitboss.record.explain import signed_dollars
from pitboss.table.cards import pretty
from pitboss.table.money import dollars

SIDE = 17  # columns on the left for what the dealer says
BETWEEN = 12  # columns for a name between two hands, or a hand and the community cards
ROOMY = 24  # columns for another player's position, if there are few players
CARD = 6
OWN = 9  # the row where the person's own position begins
TALL = 4  # rows of a card, and therefore of a position
LEFT = 21  # column of the person's wagers while he has no cards


@dataclass(frozen=True)
class SeatResult:
    """The result of the round for a seat."""

    change: int  # cents
    hand: str  # the class of its hand


@dataclass(frozen=True)
class Form:
    """The plan of wagers that is being filled in, with the keys that change it."""

    plan: WagerPlan
    letters: Mapping[str, str]  # key -> the offer it stands for
    typed: str  # an amount, as far as it is typed


@dataclass(frozen=True)
class Furniture:
    """The values from which a card table is drawn: what the person's seat sees, and his totals, wagers and form."""

    view: View
    companions: frozenset[int]  # seats that the house plays
    tally: Tally
    own: Mapping[str, str]  # by area of the person: the chips there, or what became of them
    settled: Mapping[int, SeatResult]  # by seat; empty until the round is settled
    owed: Mapping[int, int]  # cents that a seat owes the house
    form: Form | None = None  # while wagers are taken


def furnish(canvas: Canvas, table: Furniture) -> int:
    """Draw the table; returns the first row below it."""
    result = f"result {signed_dollars(table.tally.result)}"
    canvas.put(0, canvas.width - 1 - len(result), result)
    _draw_dealer(canvas, table.view)
    _draw_others(canvas, table)
    return _draw_own(canvas, table)


def result_width(tally: Tally) -> int:
    return len(f"result {signed_dollars(tally.result)}") + 2


def abbreviate(spot: str) -> str:
    """Return the first character of each word of an area's name: b1 for bet 1."""
    return "".join(word[0] for word in spot.split())


# --- the far side of the table


def _draw_dealer(canvas: Canvas, view: View) -> None:
    """Draw what the dealer says, the pot, his cards and the community cards."""
    if view.said:
        for row, words in enumerate(wrap(f"“{view.said[-1]}”", SIDE - 1)[:2], 2):
            canvas.put(row, 1, words)
    area = load(view.game).furniture.pot
    if pot_cents := sum(spots.get(area, 0) for spots in view.wagers.values()):
        canvas.put(4, 1, f"{area} {dollars(pot_cents)}", BOLD)
    furniture, label = load(view.game).furniture, "dealer" + _button_text(view, 0)
    if furniture.middle:
        canvas.put(1, 1, label, DIM)
        _draw_named_hands(canvas, ((furniture.middle, view.community), (furniture.opposite, view.dealer)))
        return
    dealer_cards, board = view.dealer, tuple(reversed(view.community))
    has_both = dealer_cards and board
    width = _cards_width(dealer_cards) + _cards_width(board) + (BETWEEN if has_both else 0)
    column = max(SIDE + 1 if dealer_cards else SIDE + BETWEEN, (canvas.width - width) // 2)
    canvas.put(1, column - len(label) - 1 if dealer_cards and not board else 1, label, DIM)
    _draw_cards(canvas, 1, column, dealer_cards)
    if board:
        column += _cards_width(dealer_cards) + (BETWEEN if has_both else 0)
        for row, words in enumerate(("community", "cards"), 1):
            canvas.put(row, column - 10, words, DIM)
        _draw_cards(canvas, 1, column, board)


def _draw_named_hands(canvas: Canvas, hands: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Draw hands that belong to nobody side by side, each with its name."""
    width = sum(_cards_width(cards) for _, cards in hands) + BETWEEN
    column = max(SIDE + 1, (canvas.width - width) // 2)
    for name, cards in hands:
        if cards:
            canvas.put(1, column - len(name) - 1, name, DIM)
        _draw_cards(canvas, 1, column, cards)
        column += _cards_width(cards) + BETWEEN


def _button_text(view: View, position: int) -> str:
    button = load(view.game).furniture.button
    return " ●" if button is not None and view.marks.get(button.word) == position else ""


# --- the others


def _draw_others(canvas: Canvas, table: Furniture) -> None:
    """Draw the other players: higher seats to the left of the person, lower ones to the right."""
    view = table.view
    left = sorted((seat for seat in view.players if seat > view.seat), reverse=True)
    right = sorted(seat for seat in view.players if seat < view.seat)
    room = min(ROOMY, (canvas.width - 2) // max(1, len(left) + len(right)) - 1)
    columns = {seat: 1 + index * (room + 1) for index, seat in enumerate(left)}
    columns |= {seat: canvas.width - (index + 1) * (room + 1) for index, seat in enumerate(right)}
    for seat, column in columns.items():
        name, chips = view.players[seat] + _button_text(view, seat), dollars(view.chips[seat])
        house = " (house)" if seat in table.companions else ""
        wordings = f"seat {seat} {name}{house} {chips}", f"{seat} {name}{house} {chips}", f"{seat} {name} {chips}"
        canvas.put(5, column, first_fitting(room, *wordings))
        if seat in table.settled:
            change = signed_dollars(table.settled[seat].change)
            outcome = ", ".join(filter(None, (table.settled[seat].hand, _debt_text(table, seat))))
            lines = wrap(f"{change} {outcome}", room, max_lines=2, placeholder="…")
            for row, words in enumerate(lines, 6):
                canvas.put(row, column, words)
            canvas.put(6, column, change, BOLD)
        else:
            for row, words in enumerate(_wager_lines(table, seat, room), 6):
                canvas.put(row, column, words)
        canvas.write(8, column, _hand_text(view.hands.get(seat, ()), room))


def _debt_text(table: Furniture, seat: int) -> str:
    return f"owes {dollars(table.owed[seat])}" if seat in table.owed else ""


def _wager_lines(table: Furniture, seat: int, room: int) -> list[str]:
    """Return the wagers of a seat in at most two lines, abbreviated if the room is too narrow, or else their sum."""
    view = table.view
    pot = load(view.game).furniture.pot
    wagers = {spot: dollars(cents) for spot, cents in view.wagers.get(seat, {}).items() if spot != pot}
    extras = ["*"] if seat in view.lit else []
    extras += [owes] if len(owes := _debt_text(table, seat)) in range(1, room + 1) else []
    for name in (str, abbreviate):
        for parts in (
            [f"{name(spot)} {cents}" for spot, cents in wagers.items()],
            [f"{name(spot)} {cents.replace('$', '')}" for spot, cents in wagers.items()],
        ):
            lines = _join_lines(parts + extras, room)
            if len(lines) <= 2 and all(len(line) <= room for line in lines):
                return lines
    return [f"{dollars(sum(view.wagers[seat].values()))} out"[:room]]


def _join_lines(parts: Iterable[str], room: int) -> list[str]:
    """Join parts into lines of at most `room` columns, without breaking a part."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 1 + len(part) <= room:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines


def _hand_text(cards: Sequence[str], room: int) -> str:
    """Return the cards of another player in a line of at most `room` columns."""
    signs = ["░░" if card == HIDDEN else pretty(card) for card in cards]
    return first_fitting(room, " ".join(signs), "".join(signs), "".join(signs).replace("10", "T"))


# --- the person's own position


def _draw_own(canvas: Canvas, table: Furniture) -> int:
    """Draw the person's own position: name, chips, cards and wagers, or the form. Returns the first row below it."""
    view = table.view
    if view.seat not in view.players:
        return OWN + TALL
    cards = view.hands.get(view.seat, ())
    width = max(_cards_width(cards), 3 * (CARD + 1) - 1)
    left, right = (canvas.width - width) // 2 - 2, (canvas.width + width) // 2 + 2
    rows = [
        (f"{view.players[view.seat]} (you)", BOLD),
        (f"seat {view.seat}{_button_text(view, view.seat)}", DIM),
        (dollars(view.chips[view.seat]), ""),
    ]
    if debt := _debt_text(table, view.seat):
        rows.append((debt, ""))
    if own_result := table.settled.get(view.seat):
        rows.append((signed_dollars(own_result.change), BOLD))
    if table.form is not None:
        left = LEFT - 2
    for row, (words, style) in enumerate(rows, OWN):
        canvas.put(row, left - len(words), words, style)
    if table.form is not None:
        return OWN + max(TALL, len(rows), _draw_form(canvas, table.form))
    _draw_cards(canvas, OWN, (canvas.width - _cards_width(cards)) // 2, cards)
    for row, (spot, chips) in enumerate(table.own.items(), OWN):
        canvas.put(row, right, f"{spot} {chips}")
    return OWN + max(TALL, len(rows), len(table.own))


def _draw_form(canvas: Canvas, form: Form) -> int:
    """Draw each offer on a line of its own; returns the number of lines."""
    plan, letters = form.plan, {name: letter for letter, name in form.letters.items()}
    names = [f"{offer.name} ({letters[offer.name]})" for offer in plan.offers]
    amounts = [_amount_text(form, offer) for offer in plan.offers]
    end = LEFT + 8 + max(map(len, names)) + max(map(len, amounts))
    for row, (offer, name, amount) in enumerate(zip(plan.offers, names, amounts, strict=True), OWN):
        current, included = offer == plan.current, offer.name in plan.included
        canvas.put(
            row, LEFT, f"{'▸' if current else ' '} [{'x' if included else ' '}] {name}", CHOSEN if current else ""
        )
        canvas.put(row, end - len(amount), amount, "" if included else DIM)
        if offer.least < offer.most:
            canvas.put(row, end + 2, f"{dollars(offer.least)} to {dollars(offer.most)}", DIM)
    return len(names)


def _amount_text(form: Form, offer: Offer) -> str:
    typing = form.typed and offer == form.plan.current
    amount = f"${form.typed}_" if typing else dollars(form.plan.amounts[offer.name])
    return f"{len(offer.spots)} × {amount}" if len(offer.spots) > 1 else amount


# --- cards


def _cards_width(cards: Sequence[str]) -> int:
    return len(cards) * (CARD + 1) - 1 if cards else 0


def _draw_cards(canvas: Canvas, row: int, column: int, cards: Sequence[str]) -> None:
    """Draw cards side by side, each four lines high."""
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
    """Yield the lines of the help page as (term, words). `spots` are the areas for wagers."""
    citation_help = ("18.10(b)", "the paragraph of N.J.A.C. 19:47 behind the act beside it")
    if rules.is_beyond:
        citation_help = ("beyond:…", "a fact of other sources: no text of this game is held")
    abbreviations = [f"{abbreviate(spot)} {spot}" for spot in spots]
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
        citation_help,
        ("house:…", "a practice of the house, not of the law"),
        ("reading:…", "a doubt in the text; 'pitboss readings' shows how it is read"),
        ("seats, cards", "count from the dealer's left: seat 1 is on your right"),
        ("●  *", "the button; a wagering device that shows a bet"),
        ("for short", " · ".join(abbreviations)),
    ):
        for number, line in enumerate(wrap(words, 65)):
            yield "" if number else term, line
