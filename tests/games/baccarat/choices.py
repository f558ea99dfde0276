"""A scene for every choice of every reading of Baccarat, and what comes of it. test_choices.py plays them."""

from __future__ import annotations

from collections.abc import Callable

from games.baccarat.scene import Punto
from kit.coups import BANKER_8, BANKER_DRAWS, MISLAID, PLAYER_9, STANDS, TIE
from pitboss.common.punto_banco.irregular import ThirdAtBanker, ThirdInError, ThirdLeftOut
from pitboss.engine.inputs import Wager
from pitboss.games.baccarat.law.steps import GiveToLook
from pitboss.table.table import DISCARD_RACK


def both_hands(choice: str) -> set[str]:
    scene = Punto(TIE, 1, readings={"both-hands": choice}).bet(1, "player")
    return scene.bars_against(Wager(1, {"banker": 1_000}))


def vigorish_rate(choice: str) -> int:
    return Punto(BANKER_8, 1, readings={"vigorish-rate": choice}).bet(1, "banker", 100).deal().answer("d").debt_of(1)


def vigorish_rounding(choice: str) -> int:
    return Punto(BANKER_8, 1, readings={"vigorish-rounding": choice}).bet(1, "banker", 12).deal().answer("d").debt_of(1)


def last_round(choice: str) -> int:
    """Count the cards in the shoe after a round in which the cutting card came first."""
    scene = Punto(PLAYER_9, 1, behind=120, readings={"last-round": choice})
    return scene.bet(1, "player").deal().answer("d").cards_left()


def burn_ace(choice: str) -> int:
    """Count the cards in the discard rack when betting opens."""
    return len(Punto.new_table("As", 1, readings={"burn-ace": choice}).t.cards(DISCARD_RACK))


def error_card_seen(choice: str) -> int:
    """Count the cards in the shoe after a round of four cards and one in error."""
    scene = Punto(STANDS, 1, readings={"error-card-seen": choice}).bet(1, "player").give(ThirdInError("banker"))
    return scene.deal().answer("d").cards_left()


def missed_third(choice: str) -> int:
    scene = Punto(BANKER_DRAWS, 1, readings={"missed-third": choice}).bet(1, "player")
    return scene.give(ThirdLeftOut("banker", "too late")).deal().answer("d").winnings(1)


def bankers_turn(choice: str) -> int:
    """Return what player 5 wins against banker 2 with a 5 next, which may make the banker's hand 7."""
    scene = Punto("2c 2d 3s Kh 5c", 1, readings={"bankers-turn": choice}).bet(1, "player")
    return scene.give(ThirdLeftOut("player", "too late")).deal().answer("d").winnings(1)


def third_at_banker(choice: str) -> int:
    """Return what the player's hand wins: it loses with its own card, and nothing is lost in a void round."""
    scene = Punto(MISLAID, 1, readings={"third-at-banker": choice}).bet(1, "player")
    return scene.give(ThirdAtBanker()).deal().answer("d").winnings(1)


def tie_and_hands(choice: str) -> dict[str, int]:
    return Punto(TIE, 1, readings={"tie-and-hands": choice}).bet(1, "player").deal().answer("d").wagers_of(1)


def curator_minimum(choice: str) -> int | None:
    """Return the seat that is asked when seat 1 has no wager."""
    asked = Punto(TIE, 1, 2, readings={"curator-minimum": choice}).bet(2, "player").deal().driver.question
    return None if asked is None else asked.seat


def silent_curator(choice: str) -> str | None:
    asked = Punto(TIE, 1, readings={"silent-curator": choice}).bet(1, "player").deal().driver.question
    return None if asked is None else asked.default


def shoe_again(choice: str) -> int | None:
    """Return the seat that is asked in the next round after seats 1 and 2 have declined and the banker's hand has
    won."""
    scene = Punto(f"{BANKER_8} {TIE}", 1, 2, readings={"shoe-again": choice}).bet(1, "player").bet(2, "player").deal()
    asked = scene.answer("dd").bet(1, "player").bet(2, "player").deal().driver.question
    return None if asked is None else asked.seat


def equal_wagers(choice: str) -> int:
    scene = Punto(STANDS, 1, 2, readings={"equal-wagers": choice}).bet(1, "player").bet(2, "player").deal()
    (looks,) = scene.all_answer("d").acts(GiveToLook)
    seat: int = looks.seat
    return seat


WANTED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "both-hands": (both_hands, {"barred": {"beyond:minibaccarat.5(f)"}, "allowed": set()}),
    "vigorish-rate": (vigorish_rate, {"5": 500, "4": 400}),
    "vigorish-rounding": (vigorish_rounding, {"exact": 60, "up-25-cents": 75, "down-25-cents": 50}),
    "last-round": (last_round, {"one-more": 116, "that-only": 0}),
    "burn-ace": (burn_ace, {"one": 2, "eleven": 12}),
    "error-card-seen": (error_card_seen, {"discard": 115, "use": 116}),
    "missed-third": (missed_third, {"stands": 1_000, "undone": 0}),
    "bankers-turn": (bankers_turn, {"as-if-stayed": -1_000, "no-card": 1_000}),
    "third-at-banker": (third_at_banker, {"moved": -1_000, "void": 0}),
    "tie-and-hands": (tie_and_hands, {"back": {}, "stay": {"player": 1_000}}),
    "curator-minimum": (curator_minimum, {"yes": 2, "no": 1}),
    "silent-curator": (silent_curator, {"declines": "decline", "takes": "take"}),
    "shoe-again": (shoe_again, {"when-it-passes": None, "every-round": 1}),
    "equal-wagers": (equal_wagers, {"from-the-right": 2, "from-the-left": 1}),
}
