"""Draws cards and dice for print: as strokes and shapes, so that no font changes them and a gray printer shows the
suits."""

from __future__ import annotations

from html import escape

from pitboss.table.cards import card_name

# SVG paths of strokes on a grid of 14 by 20.
RANKS = {
    "A": "M1 19L7 1l6 18M3.4 13h7.2",
    "K": "M2 1v18M12.4 1L2.4 11.4M5.8 8.4L12.8 19",
    "Q": "M7 1C2.6 1 1.4 5 1.4 10S2.6 19 7 19s5.6-4 5.6-9S11.4 1 7 1zM8.4 13.6L13 19.6",
    "J": "M6.6 1h6M11 1v13.4c0 3-1.7 4.6-4.4 4.600S2 17.4 1.8 14.4",
    "T": "M.8 4L3.6 1v18M10.2 1C7.4 1 7 5 7 10s.4 9 3.2 9 3.2-4 3.2-9-.4-9-3.2-9z",
    "9": "M12 6.800c0 3.5-2 5.7-5 5.700s-5-2.2-5-5.700S4 1 7 1s5 2.3 5 5.800V10c0 6-2 9-6.6 9",
    "8": "M7 9.300c-2.8 0-4.3-1.8-4.3-4.100S4.3 1 7 1s4.3 1.9 4.3 4.200S9.8 9.3 7 9.300zm0 0c-3.2 0-5.2 2-5.2 "
    "4.900S3.8 19 7 "
    "19s5.2-1.9 5.2-4.8-2-4.9-5.2-4.900z",
    "7": "M1.5 1.500h11L5.5 19",
    "6": "M11.5 1C5 2.5 2 7 2 13c0 3.8 2 6 5 6s5-2.3 5-6-2-5.7-5-5.7-5 2.2-5 5.7",
    "5": "M11.5 1.500h-8l-1 7.700C4 7.8 5.5 7.4 7 7.400c3.3 0 5.2 2.3 5.2 5.700S10 19 6.7 19c-2.7 0-4.4-1.2-5.2-3.3",
    "4": "M9.5 19V1l-8 12.500H13",
    "3": "M2 3c1.3-1.4 2.9-2 4.7-2 2.9 0 4.8 1.6 4.8 4.200S9.5 9.4 6 9.400c3.8 0 6 1.8 6 4.700S9.9 19 6.7 "
    "19c-2.3 0-4.1-.9-5.2-"
    "2.7",
    "2": "M2 5.500C2 2.8 4 1 7 1s5 1.8 5 4.500c0 2.2-1.2 3.9-3.6 6.200L2 18.700h10.5",
}
# SVG paths of shapes on a grid of 20 by 20.
SUITS = {
    "h": "M10 18.500C4 13.5 1 10.3 1 6.6 1 3.7 3.1 1.8 5.6 1.800c1.9 0 3.5 1.1 4.4 2.8.9-1.7 2.5-2.8 4.4-2.8 "
    "2.5 0 4.6 1.9 "
    "4.6 4.8 0 3.7-3 6.9-9 11.900z",
    "d": "M10 .6L17.2 10 10 19.4 2.8 10z",
    "s": "M10 .8c3 4.2 8.8 7.2 8.8 11.5 0 2.4-1.7 4.1-3.9 4.1-1.6 0-2.9-.8-3.7-2 .2 2.2.9 3.6 2.3 "
    "4.800h-7c1.4-1.2 2.1-2.6 "
    "2.3-4.8-.8 1.2-2.1 2-3.7 2-2.2 0-3.9-1.7-3.9-4.100C1.2 8 7 5 10 .8z",
    "c": "M10 .7a4.4 4.4 0 0 1 3.5 7.1 4.4 4.4 0 1 1-2.5 6.600c.2 2 .9 3.5 2.4 4.800H6.600c1.5-1.3 2.2-2.8 "
    "2.4-4.800a4.4 4.4 0 "
    "1 1-2.5-6.600A4.4 4.4 0 0 1 10 .7z",
}
RED, BLACK = "#b00020", "#111"
COLORS = {"h": RED, "d": RED, "s": BLACK, "c": BLACK}
WIDTH, HEIGHT, STEP = 40, 56, 43  # of a card, and the distance from one card to the next

# Where the pips of a die are, on a grid of three by three.
PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
DIE, DIE_STEP, PAIR_STEP = 30, 33, 78


def cards(hand: tuple[str, ...]) -> str:
    """Return a row of cards as SVG, with a label that names them for screen readers."""
    inside = "".join(_card(card, index * STEP) for index, card in enumerate(hand))
    return _svg("cards", STEP * len(hand) - STEP + WIDTH, HEIGHT, ", ".join(map(card_name, hand)), inside)


def _card(card: str, x: int) -> str:
    rank, suit = card[0], card[1]
    color = COLORS[suit]
    edge = f'<rect x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" rx="4" fill="#fff" stroke="#555"/>'
    stroke = f'fill="none" stroke="{color}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<g transform="translate({x})">{edge}'
        f'<path transform="translate(5.5 6)" d="{RANKS[rank]}" {stroke}/>'
        f'<path transform="translate(14 29) scale(1.1)" d="{SUITS[suit]}" fill="{color}"/></g>'
    )


def dice(throws: tuple[tuple[int, int], ...]) -> str:
    """Return throws of two dice as SVG, with a label that names them for screen readers."""
    inside = "".join(
        _die(face, index * PAIR_STEP + die * DIE_STEP)
        for index, throw in enumerate(throws)
        for die, face in enumerate(throw)
    )
    width = PAIR_STEP * (len(throws) - 1) + DIE_STEP + DIE
    return _svg("dice", width, DIE, ", ".join(f"{first} and {second}" for first, second in throws), inside)


def _die(face: int, x: int) -> str:
    pips = "".join(
        f'<circle cx="{7.5 + 7.5 * (pip % 3)}" cy="{7.5 + 7.5 * (pip // 3)}" r="2.7"/>' for pip in PIPS[face]
    )
    edge = f'<rect x=".75" y=".75" width="{DIE - 1.5}" height="{DIE - 1.5}" rx="5" fill="#fff" stroke="#333"/>'
    return f'<g transform="translate({x})">{edge}{pips}</g>'


def _svg(kind: str, width: int, height: int, label: str, inside: str) -> str:
    return f'<svg class="{kind}" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{inside}</svg>'
