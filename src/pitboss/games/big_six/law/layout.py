"""The wheel and the layout: the symbols, their order, and the symbol that each wager wins by."""

from __future__ import annotations

from pitboss.law.force import in_force, number, rule

JOKER, FLAG = "joker", "flag"
SPOTS = ("$1", "$2", "$5", "$10", "$20", JOKER, FLAG)
ORDER = {spot: at for at, spot in enumerate(SPOTS)}

USUAL, OTHER = "23-15-8-4-2", "24-15-7-4-2"  # how many sections show each amount
CLOCKWISE = (
    "joker 1 2 1 5 2 1 10 1 5 1 2 1 20 1 2 1 5 2 1 10 1 2 5 1 2 1",
    "flag 2 5 2 1 2 1 10 1 5 1 2 1 20 1 2 1 5 2 1 10 1 2 5 1 2 1",
)
CHANGED = 29  # the section that shows $1 on the other wheel, where the usual one shows $5
SECTIONS = 54

NAMED = {
    "$1": "beyond:big-six.5(c)1",
    "$2": "beyond:big-six.5(c)2",
    "$5": "beyond:big-six.5(c)3",
    "$10": "beyond:big-six.5(c)4",
    "$20": "beyond:big-six.5(c)5",
    JOKER: "beyond:big-six.5(c)6",
    FLAG: "beyond:big-six.5(c)7",
}


# --- the wheel


@rule("beyond:big-six.1(b)", ())
def symbols() -> tuple[str, ...]:
    """Return the symbols that a section may show."""
    return SPOTS


@rule("beyond:big-six.1(c)", frozenset())
def pictures() -> frozenset[str]:
    """Return the two symbols that are no amounts."""
    return frozenset({JOKER, FLAG})


@rule("beyond:big-six.2(d)", ())
def clockwise() -> tuple[str, ...]:
    """Return the symbols of the usual wheel in their order."""
    return tuple(symbol if symbol in (JOKER, FLAG) else f"${symbol}" for symbol in " ".join(CLOCKWISE).split())


@rule("beyond:big-six.1(a)", ())
def sections(wheel: str) -> tuple[str, ...]:
    """Return the symbol of each section of a wheel, clockwise.

    For the other wheel only the counts are known, so its order is assumed.
    """
    usual = clockwise()
    return usual if wheel == USUAL else (*usual[:CHANGED], "$1", *usual[CHANGED + 1 :])


def section_count() -> int:
    """Return how many sections every wheel has."""
    return number("beyond:big-six.2(b)", "sections", SECTIONS)


def usual_counts() -> dict[str, int]:
    many = zip(SPOTS, (23, 15, 8, 4, 2, 1, 1), strict=True)
    return {symbol: number("beyond:big-six.2(c)", symbol, each) for symbol, each in many}


def other_counts() -> dict[str, int]:
    many = zip(SPOTS, (24, 15, 7, 4, 2, 1, 1), strict=True)
    return {symbol: number("beyond:big-six.2(g)", symbol, each) for symbol, each in many}


def counts(wheel: str) -> dict[str, int]:
    """Return how many sections of a wheel show each symbol."""
    return {USUAL: usual_counts, OTHER: other_counts}[wheel]()


@rule("beyond:big-six.1(d)", 0)
def section_under_clapper(stop: int) -> int:
    """Return the section under the clapper when the wheel stands still."""
    return stop


@rule("beyond:big-six.1(e)", "")
def winning_symbol(wheel: str, section: int) -> str:
    return sections(wheel)[section]


# --- the layout


@rule("beyond:big-six.2(f)", ())
def areas() -> tuple[str, ...]:
    """Return the betting areas: one for each symbol."""
    return symbols()


def is_other_picture(spot: str, symbol: str) -> bool:
    return spot in pictures() and symbol in pictures() and spot != symbol


def is_named(spot: str, symbol: str) -> bool:
    """Return whether a wager is on the symbol after which it is called."""
    return spot == symbol and in_force(NAMED[spot])
