"""Golden rounds of Baccarat: both walks of the sheet of facts with a curator, how the shoe passes, what goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.baccarat.scene import Punto
from kit.coups import BANKER_8, BANKER_DRAWS, DRAGON, MISLAID, PANDA, PLAYER_9, STANDS, TIE, middle_of_a_shoe
from kit.scene import holding
from pitboss.common.punto_banco.house import DRAGON_7, PANDA_8
from pitboss.common.punto_banco.irregular import ThirdAtBanker, ThirdInError, ThirdLeftOut
from pitboss.engine.incidents.incident_kinds import CardExposed, DrawnInError
from pitboss.engine.inputs import SUPERVISOR, Answer, Close, Cut, Fill, Leave, Order, Sit, Wager
from pitboss.games.baccarat.law.curator import TAKE_AWAY, GiveUpShoe
from pitboss.games.baccarat.law.steps import DealByCurator


def a_tie_and_the_curator_goes_on() -> Punto:
    """The first walk: nobody pays vigorish on a tie."""
    scene = Punto(f"{TIE} {BANKER_8}", 1, 2, 3, minimum=500)
    scene.bet(1, "banker", 100).bet(2, "player", 50).bet(2, "tie", 10).bet(3, "banker", 7).deal().answer("t")
    return scene.bet(1, "banker").deal()


def a_natural_with_marked_and_rounded_vigorish() -> Punto:
    """The second walk, from the first card of the shoe on."""
    house: dict[str, Any] = {"vigorish_rounding": "up-to-the-next-25-cents", "minimum": 500}
    scene = Punto.new_table(f"6h 2c 3c 4d 5d 7d 8d {BANKER_8}", 1, 2, 3, 4, **house)
    scene.bet(1, "banker", 100).bet(2, "player", 50).bet(3, "banker", 7).bet(4, "tie", 20).deal()
    return scene.answer("t")


def marked_vigorish_is_collected_and_new_cards_come() -> Punto:
    scene = Punto(f"{BANKER_8} {BANKER_8}", 1, 2, behind=118).bet(1, "banker", 100).deal().answer("t")
    scene.bet(1, "banker", 50).bet(2, "banker", 30).deal()
    return scene


def the_shoe_passes_counterclockwise() -> Punto:
    scene = Punto(f"{PLAYER_9} {PLAYER_9} {BANKER_8}", 1, 4, 9)
    for seat in (1, 4, 9):
        scene.bet(seat, "player")
    scene.deal().answer("t")
    for seat in (1, 4, 9):
        scene.bet(seat, "player")
    scene.deal().answer("dt")
    for seat in (1, 9):
        scene.bet(seat, "banker")
    return scene.deal().answer("dt")


def nobody_wants_the_shoe() -> Punto:
    return Punto(BANKER_DRAWS, 1, 2, 3).bet(1, "banker").bet(2, "tie", 10).bet(3, "tie", 5).deal().answer("dd")


def who_declined_is_asked_when_the_shoe_next_passes() -> Punto:
    """Pass the shoe from a dealer, after the player's hand has won, and from a curator. A player who sits down has not
    declined."""
    scene = Punto(f"{BANKER_8} {PLAYER_9} {PLAYER_9} {BANKER_8}", 1, 2).bet(1, "banker").bet(2, "tie", 10).deal()
    scene.answer("dd").give(Leave(2), Sit(2, "Second Sam", 100_000)).bet(1, "banker").bet(2, "tie", 10).deal()
    scene.answer("d").bet(1, "banker").bet(2, "banker").deal().answer("dt")
    return scene.bet(1, "banker").bet(2, "banker").deal().answer("dd")


def who_declined_is_asked_again_by_another_reading() -> Punto:
    scene = Punto(f"{BANKER_8} {BANKER_8}", 1, readings={"shoe-again": "every-round"}).bet(1, "banker").deal()
    return scene.answer("d").bet(1, "banker").deal().answer("t")


def a_curator_without_a_bet_loses_the_shoe() -> Punto:
    scene = Punto(f"{BANKER_8} {BANKER_8}", 1, 2).bet(1, "banker").deal().answer("t")
    return scene.bet(2, "banker").deal().answer("t")


def a_curator_gives_the_shoe_up() -> Punto:
    scene = Punto(f"{BANKER_8} {BANKER_8} {BANKER_8}", 1, 2, 3).bet(1, "banker").deal().answer("t")
    scene.give(GiveUpShoe(1)).bet(3, "banker").bet(1, "banker").deal().answer("t")
    scene.bet(3, "banker").give(Order(TAKE_AWAY, by=SUPERVISOR)).bet(2, "banker").deal().answer("t")
    return scene


def a_curator_leaves() -> Punto:
    scene = Punto(f"{BANKER_8} {PANDA}", 1, 2).bet(1, "banker", 40).deal().answer("t")
    return scene.give(Leave(1)).bet(2, "player").deal().answer("d")


def everybody_leaves_and_the_shoe_is_offered_again() -> Punto:
    scene = Punto(BANKER_8, 4).bet(4, "banker").deal().answer("t").give(Leave(4))
    scene.give(Sit(3, "Third Tom", 100_000), Sit(1, "First Fay", 100_000), Close()).shoe(f"As 2c {STANDS}")
    return scene.bet(3, "banker").bet(1, "player").deal().answer("t")


def equal_wagers_by_another_reading() -> Punto:
    scene = Punto(STANDS, 1, 2, 3, readings={"equal-wagers": "from-the-left", "silent-curator": "takes"})
    return scene.bet(1, "player").bet(2, "player", 20).bet(3, "player", 20).deal().answer("t")


def a_curator_need_not_wager_by_another_reading() -> Punto:
    scene = Punto(f"{BANKER_8} {BANKER_8}", 1, 2, readings={"curator-minimum": "no"}).bet(2, "banker").deal()
    return scene.answer("t").bet(2, "player").deal()


def cards_are_turned_and_drawn_too_early() -> Punto:
    scene = Punto(f"{PANDA} {STANDS}", 1).bet(1, "player").deal().step(Answer(1, "take"))
    scene.run_until(DealByCurator, 3).give_amid(CardExposed("community", 1))
    scene.bet(1, "player").give(DrawnInError()).deal().answer("d")
    return scene


def third_cards_go_wrong() -> Punto:
    scene = Punto(f"{STANDS} 2c {PANDA}", 1).bet(1, "banker").give(ThirdInError("player")).deal().answer("t")
    return scene.bet(1, "player").give(ThirdLeftOut("player")).deal()


def the_players_third_card_lies_at_the_bankers_hand() -> Punto:
    scene = Punto(f"2c 2d 3s Kh 5h 5c {MISLAID}", 1).bet(1, "banker").give(ThirdAtBanker()).deal().answer("t")
    return scene.bet(1, "banker").give(ThirdAtBanker(certain=False)).deal()


def a_supervisor_has_the_cards_cut_again() -> Punto:
    scene = Punto.new_table(f"As 2c {BANKER_8}", 1).give(Order("recut", by=SUPERVISOR), Cut(40), Cut(20))
    return scene.bet(1, "banker").deal().answer("t")


def a_third_card_that_nobody_saw_begins_the_next_round() -> Punto:
    scene = Punto(f"{STANDS} {PLAYER_9}", 1).bet(1, "player").give(ThirdInError("player", seen=False))
    return scene.deal().answer("t").bet(1, "player").deal()


def a_settled_round_is_undone_by_another_reading() -> Punto:
    """Undo a round together with the vigorish that was marked in it."""
    scene = Punto(PANDA, 1, 2, readings={"missed-third": "undone"})
    scene.bet(1, "player").bet(2, "banker", 20).give(ThirdLeftOut("player", "too late")).deal()
    return scene.answer("t")


def a_payment_waits_for_a_fill() -> Punto:
    carry = holding(middle_of_a_shoe(8, PLAYER_9, (1,)), 5_000)
    return Punto(carry=carry).bet(1, "player", 100).deal().answer("t").give(Fill(100_000))


def limits_of_dragon_7_and_panda_8() -> Punto:
    """Check the limits of two areas that only the form without vigorish has."""
    scene = Punto(DRAGON, 1, form="without-vigorish").bet(1, "banker")
    for spot in (DRAGON_7, PANDA_8):
        for cents in (400, 50_100):  # just below the least, and just above the most
            assert scene.refusal_of(Wager(1, {spot: cents})) == {"beyond:minibaccarat.5(h)"}
        scene.bet(1, spot, 500)
    return scene.deal().answer("t")


ROUNDS: tuple[Callable[[], Punto], ...] = (
    a_tie_and_the_curator_goes_on,
    a_natural_with_marked_and_rounded_vigorish,
    marked_vigorish_is_collected_and_new_cards_come,
    the_shoe_passes_counterclockwise,
    nobody_wants_the_shoe,
    who_declined_is_asked_when_the_shoe_next_passes,
    who_declined_is_asked_again_by_another_reading,
    a_curator_without_a_bet_loses_the_shoe,
    a_curator_gives_the_shoe_up,
    a_curator_leaves,
    everybody_leaves_and_the_shoe_is_offered_again,
    equal_wagers_by_another_reading,
    a_curator_need_not_wager_by_another_reading,
    cards_are_turned_and_drawn_too_early,
    third_cards_go_wrong,
    the_players_third_card_lies_at_the_bankers_hand,
    a_supervisor_has_the_cards_cut_again,
    a_third_card_that_nobody_saw_begins_the_next_round,
    a_settled_round_is_undone_by_another_reading,
    a_payment_waits_for_a_fill,
    limits_of_dragon_7_and_panda_8,
)
