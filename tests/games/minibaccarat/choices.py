"""A scene for every choice of every reading of Minibaccarat, and what comes of it. test_choices.py plays them."""

from __future__ import annotations

from collections.abc import Callable

from games.minibaccarat.scene import Coup
from kit.coups import BANKER_8, BANKER_DRAWS, MISLAID, PLAYER_9, STANDS, TIE
from pitboss.common.punto_banco.irregular import ThirdAtBanker, ThirdInError, ThirdLeftOut
from pitboss.engine.inputs import Wager
from pitboss.table.table import DISCARD_RACK


def both_hands(choice: str) -> set[str]:
    scene = Coup(TIE, 1, readings={"both-hands": choice}).bet(1, "player")
    return scene.bars_against(Wager(1, {"banker": 1_000}))


def vigorish_rate(choice: str) -> int:
    return Coup(BANKER_8, 1, readings={"vigorish-rate": choice}).bet(1, "banker", 100).deal().winnings(1)


def vigorish_rounding(choice: str) -> int:
    return Coup(BANKER_8, 1, readings={"vigorish-rounding": choice}).bet(1, "banker", 12).deal().winnings(1)


def vigorish_moment(choice: str) -> tuple[int, int]:
    """Return what is won, and what is owed."""
    scene = Coup(BANKER_8, 1, readings={"vigorish-moment": choice}).bet(1, "banker", 100).deal()
    return scene.winnings(1), scene.debt_of(1)


def last_round(choice: str) -> int:
    """Count the cards in the shoe after a round in which the cutting card came first."""
    return Coup(PLAYER_9, 1, behind=120, readings={"last-round": choice}).bet(1, "player").deal().cards_left()


def burn_ace(choice: str) -> int:
    """Count the cards in the discard rack when betting opens."""
    return len(Coup.new_table("As", 1, readings={"burn-ace": choice}).t.cards(DISCARD_RACK))


def error_card_seen(choice: str) -> int:
    """Count the cards in the shoe after a round of four cards and one in error."""
    scene = Coup(STANDS, 1, readings={"error-card-seen": choice}).bet(1, "player").give(ThirdInError("banker"))
    return scene.deal().cards_left()


def missed_third(choice: str) -> int:
    scene = Coup(BANKER_DRAWS, 1, readings={"missed-third": choice}).bet(1, "player")
    return scene.give(ThirdLeftOut("banker", "too late")).deal().winnings(1)


def bankers_turn(choice: str) -> int:
    """Return what player 5 wins against banker 2 with a 5 next, which may make the banker's hand 7."""
    scene = Coup("2c 2d 3s Kh 5c", 1, readings={"bankers-turn": choice}).bet(1, "player")
    return scene.give(ThirdLeftOut("player", "too late")).deal().winnings(1)


def third_at_banker(choice: str) -> int:
    """Return what the player's hand wins: it loses with its own card, and nothing is lost in a void round."""
    scene = Coup(MISLAID, 1, readings={"third-at-banker": choice}).bet(1, "player")
    return scene.give(ThirdAtBanker()).deal().winnings(1)


def tie_and_hands(choice: str) -> dict[str, int]:
    return Coup(TIE, 1, readings={"tie-and-hands": choice}).bet(1, "player").deal().wagers_of(1)


def continuous(choice: str) -> int:
    """Count the cards in the discard rack when betting opens."""
    scene = Coup.new_table("As", 1, readings={"continuous": choice}, shuffler="continuous")
    return len(scene.t.cards(DISCARD_RACK))


WANTED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "both-hands": (both_hands, {"barred": {"beyond:minibaccarat.5(f)"}, "allowed": set()}),
    "vigorish-rate": (vigorish_rate, {"5": 9_500, "4": 9_600}),
    "vigorish-rounding": (vigorish_rounding, {"exact": 1_140, "up-25-cents": 1_125, "down-25-cents": 1_150}),
    "vigorish-moment": (vigorish_moment, {"at-the-win": (9_500, 0), "end-of-shoe": (10_000, 500)}),
    "last-round": (last_round, {"one-more": 116, "that-only": 0}),
    "burn-ace": (burn_ace, {"one": 2, "eleven": 12}),
    "error-card-seen": (error_card_seen, {"discard": 115, "use": 116}),
    "missed-third": (missed_third, {"stands": 1_000, "undone": 0}),
    "bankers-turn": (bankers_turn, {"as-if-stayed": -1_000, "no-card": 1_000}),
    "third-at-banker": (third_at_banker, {"moved": -1_000, "void": 0}),
    "tie-and-hands": (tie_and_hands, {"back": {}, "stay": {"player": 1_000}}),
    "continuous": (continuous, {"none": 0, "first-card-burned": 1}),
}
