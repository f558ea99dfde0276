"""The tables of third cards, 6(f) to 6(i) of the facts: D means that the hand draws one, S that it stays."""

from __future__ import annotations

from pitboss.law.force import rule
from pitboss.table.cards import RANK_OF
from pitboss.table.table import COMMUNITY, DEALER

PLAYER, BANKER = "player", "banker"
HANDS = (PLAYER, BANKER)
FIRST_CARDS, MOST_CARDS = 2, 3
NATURALS = (8, 9)

# By the hand's own count, from 0 to 7.
PLAYER_DRAWS = "DDDDDDSS"
BANKER_ALONE = "DDDDDDSS"  # where the player's hand has stayed

# Table T: a row for each count of the banker's hand, 0 to 7; in it, by the value of the player's third card, 0 to 9.
TABLE_T = (
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDSD",
    "SSDDDDDDSS",
    "SSSSDDDDSS",
    "SSSSSSDDSS",
    "SSSSSSSSSS",
)


@rule("beyond:minibaccarat.1(a)", "")
def place_of(hand: str) -> str:
    """Return the place of a hand. Neither hand belongs to a person: the player's hand lies in front of everybody, the
    banker's hand in the dealer's place."""
    return COMMUNITY if hand == PLAYER else DEALER


def other(hand: str) -> str:
    """Return the other hand."""
    return BANKER if hand == PLAYER else PLAYER


@rule("beyond:minibaccarat.1(b)", 0)
def value(card: str) -> int:
    """Return what a card counts."""
    rank = card[0]
    return 1 if rank == "A" else RANK_OF[rank] if rank in "23456789" else 0


@rule("beyond:minibaccarat.1(c)", 0)
def count(cards: tuple[str, ...]) -> int:
    """Return what a hand counts: the last digit of the sum."""
    return sum(map(value, cards)) % 10


@rule("beyond:minibaccarat.1(d)", False)
def is_natural(counted: int) -> bool:
    """Return whether a hand of two cards with this count is a natural."""
    return counted in NATURALS


def player_draws(counted: int) -> bool:
    """Return whether the player's hand draws a third card."""
    return counted not in NATURALS and PLAYER_DRAWS[counted] == "D"


def banker_draws(counted: int, deal_players_third: str | None) -> bool:
    """Return whether the banker's hand draws. `deal_players_third` is the card that the player's hand drew, if it drew
    one."""
    if counted in NATURALS:
        return False
    return (BANKER_ALONE[counted] if deal_players_third is None else TABLE_T[counted][value(deal_players_third)]) == "D"


def is_pair(cards: tuple[str, ...]) -> bool:
    """Return whether a hand begins with two cards of one rank; a jack and a queen are not a pair."""
    return len(cards) >= FIRST_CARDS and cards[0][0] == cards[1][0]


@rule("beyond:minibaccarat.1(g)", False)
def is_dragon_7(player: tuple[str, ...], banker: tuple[str, ...]) -> bool:
    """Return whether the banker's hand wins with a 7 of three cards."""
    return len(banker) == MOST_CARDS and count(banker) == 7 > count(player)


@rule("beyond:minibaccarat.1(g)", False)
def is_panda_8(player: tuple[str, ...], banker: tuple[str, ...]) -> bool:
    """Return whether the player's hand wins with an 8 of three cards."""
    return len(player) == MOST_CARDS and count(player) == 8 > count(banker)
