"""Minibaccarat, part 9 of its facts: what goes wrong."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET

from games.minibaccarat.scene import Coup
from games.minibaccarat.test_law_table import FACTS, law
from kit.coups import BANKER_8, BANKER_DRAWS, MISLAID, PANDA, PLAYER_9, STANDS, TIE
from pitboss.common.punto_banco.facts import AT_FIRST, CUT_OUT, DEVICE_DOWN, LATER, RESULT
from pitboss.common.punto_banco.irregular import (
    BurnedWrong,
    ShoeUnsound,
    ShufflerFails,
    ThirdAtBanker,
    ThirdInError,
    ThirdLeftOut,
    WrongCount,
    WrongHand,
)
from pitboss.common.punto_banco.steps import CallCount, CallResult, DealOpen
from pitboss.engine.incidents.incident_kinds import DrawnInError, FaceUpCard
from pitboss.engine.inputs import Close
from pitboss.engine.waits import ShoeOrderWanted
from pitboss.table.card_steps import BurnCard
from pitboss.table.facts import PLAYED_ON
from pitboss.table.table import COMMUNITY, DEALER, DISCARD_RACK, SHOE


@law("9(a)")
def test_a_card_found_face_up_is_not_used() -> None:
    scene = Coup(f"9h {BANKER_8}", 1).bet(1, "banker").give(FaceUpCard(0)).deal()
    assert scene.winnings(1) == 950
    assert scene.t.faces(DISCARD_RACK)[4] == "9h"
    assert scene.cards_left() == 115


def test_the_cutting_card_right_behind_a_face_up_card_comes_first() -> None:
    """Check that nothing of the round is dealt when it comes out, so that this round is the last."""
    for behind, when, left in ((120, AT_FIRST, 0), (119, AT_FIRST, 0), (118, LATER, 115)):
        scene = Coup(f"9h {BANKER_8}", 1, behind=behind).bet(1, "banker").give(FaceUpCard(0)).deal()
        assert CUT_OUT.get(scene.last.table) == when
        assert scene.cards_left() == left
        assert scene.winnings(1) == 950


@law("9(b)")
def test_a_second_one_in_a_round_voids_it() -> None:
    one = Coup(f"9h {BANKER_8}", 1).bet(1, "banker").give(FaceUpCard(0)).deal()
    assert one.last.table.void == ""
    two = Coup(f"9h 2h {BANKER_8}", 1).bet(1, "banker").give(FaceUpCard(0), FaceUpCard(1)).deal()
    assert (two.last.table.void, two.winnings(1)) == (f"{FACTS}9(b)", 0)
    assert two.cards_left() == 118  # the shoe goes on


@law("9(c)")
def test_a_card_drawn_in_error_and_not_seen_is_the_next_card() -> None:
    scene = Coup(f"{PLAYER_9} {BANKER_8}", 1).bet(1, "player").give(DrawnInError())
    assert scene.t.faces(SHOE)[0] == "9c"
    scene.deal()
    assert scene.winnings(1) == 1_000
    late = Coup(f"{PLAYER_9} {BANKER_8}", 1).bet(1, "player").step(Close()).run_until(CallCount, 2)
    late.give_amid(DrawnInError()).bet(1, "player").deal()  # of the next round
    assert late.winnings(1) == 0
    seen = Coup(f"2h {PLAYER_9}", 1).bet(1, "player").give(DrawnInError(exposed=True)).deal()
    assert seen.winnings(1) == 1_000


@law("9(d)")
def test_a_third_card_for_a_players_hand_that_stays() -> None:
    for seen in (False, True):
        needed = Coup(f"{BANKER_DRAWS} {PLAYER_9}", 1).bet(1, "banker").give(ThirdInError("player", seen)).deal()
        assert RESULT.of(needed.last.table) == (6, 7, "banker")
        assert needed.cards_left() == 115
        assert needed.bet(1, "player").deal().winnings(1) == 950 + 1_000
    unseen = Coup(f"{STANDS} {PLAYER_9}", 1).bet(1, "banker").give(ThirdInError("player", seen=False)).deal()
    assert (unseen.cards_left(), unseen.t.faces(SHOE)[0]) == (116, "9c")
    assert not unseen.t.cards(SHOE)[0].up
    seen_too = Coup(f"{STANDS} {PLAYER_9}", 1).bet(1, "banker").give(ThirdInError("player")).deal()
    assert (seen_too.cards_left(), seen_too.t.faces(SHOE)[0]) == (115, "Qd")
    assert seen_too.t.faces(DISCARD_RACK)[4] == "9c"
    natural = Coup(f"{PLAYER_9} 2h", 1).bet(1, "player").give(ThirdInError("player")).deal()
    assert (natural.winnings(1), natural.cards_left()) == (1_000, 115)
    rightly = Coup(PANDA, 1).bet(1, "player").give(ThirdInError("player")).deal()
    assert (rightly.winnings(1), PLAYED_ON.get(rightly.last.table)) == (
        1_000,
        "The player's hand was to draw: its third card is no error",
    )


@law("9(e)")
def test_a_third_card_for_a_bankers_hand_that_stays() -> None:
    unseen = Coup(f"{STANDS} {PLAYER_9}", 1).bet(1, "banker").give(ThirdInError("banker", seen=False)).deal()
    assert (unseen.winnings(1), unseen.cards_left(), unseen.t.faces(SHOE)[0]) == (950, 116, "9c")
    seen = Coup(f"{STANDS} {PLAYER_9}", 1).bet(1, "banker").give(ThirdInError("banker")).deal()
    assert (seen.winnings(1), seen.cards_left(), seen.t.faces(SHOE)[0]) == (950, 115, "Qd")
    assert seen.t.faces(DISCARD_RACK)[4] == "9c"
    rightly = Coup(BANKER_DRAWS, 1).bet(1, "banker").give(ThirdInError("banker")).deal()
    assert PLAYED_ON.get(rightly.last.table) == "The banker's hand was to draw: its third card is no error"


@law("9(f)")
def test_a_card_at_the_wrong_hand_is_moved_or_the_round_is_void() -> None:
    for dealt in range(4):
        scene = Coup(STANDS, 1).bet(1, "banker").step(Close())
        if dealt:
            scene.run_until(DealOpen, dealt)
        scene.give_amid(WrongHand())
        assert (RESULT.of(scene.last.table), scene.winnings(1)) == ((6, 7, "banker"), 950)
    unsure = Coup(STANDS, 1).bet(1, "banker").give(WrongHand(certain=False)).deal()
    assert (unsure.last.table.void, unsure.winnings(1), unsure.cards_left()) == (f"{FACTS}9(f)", 0, 119)


@law("9(f)")
def test_the_players_third_card_is_moved_before_settlement_or_the_round_is_void() -> None:
    scene = Coup(MISLAID, 1).bet(1, "banker").give(ThirdAtBanker()).step(Close()).run_until(CallResult)
    assert (scene.t.faces(COMMUNITY), scene.t.faces(DEALER)) == (("2c", "3s"), ("Kd", "7h", "5h"))
    assert RESULT.of(scene.t) == (5, 2, "player")  # nobody has noticed
    scene.run()
    assert (RESULT.of(scene.last.table), scene.winnings(1), scene.cards_left()) == ((0, 7, "banker"), 950, 115)
    draws = Coup("2c 2d 3s Kh 5h 5c", 1).bet(1, "banker").give(ThirdAtBanker()).deal()
    assert (RESULT.of(draws.last.table), draws.winnings(1), draws.cards_left()) == ((0, 7, "banker"), 950, 114)
    unsure = Coup(MISLAID, 1).bet(1, "banker").give(ThirdAtBanker(certain=False)).deal()
    assert (unsure.last.table.void, unsure.winnings(1), unsure.cards_left()) == (f"{FACTS}9(f)", 0, 115)
    stays = Coup(STANDS, 1).bet(1, "banker").give(ThirdAtBanker()).deal()
    assert (RESULT.of(stays.last.table), PLAYED_ON.get(stays.last.table)) == (
        (6, 7, "banker"),
        "The player's hand had to stay: no third card was laid at the wrong hand",
    )


@law("9(g)")
def test_a_third_card_left_out_is_dealt_before_settlement_or_not_at_all() -> None:
    player = Coup(PANDA, 1).bet(1, "player").give(ThirdLeftOut("player")).deal()
    assert (RESULT.of(player.last.table), player.winnings(1), player.cards_left()) == ((8, 7, "player"), 1_000, 115)
    both = Coup("2c Kd Ks 2h 3c 4c", 1).bet(1, "banker").give(ThirdLeftOut("player")).deal()
    assert RESULT.of(both.last.table) == (5, 6, "banker")
    banker = Coup(BANKER_DRAWS, 1).bet(1, "banker").give(ThirdLeftOut("banker")).deal()
    assert (RESULT.of(banker.last.table), banker.winnings(1)) == ((6, 7, "banker"), 950)
    late = Coup(BANKER_DRAWS, 1).bet(1, "banker").give(ThirdLeftOut("banker", "too late")).deal()
    assert (RESULT.of(late.last.table), late.winnings(1), late.cards_left()) == ((6, 2, "player"), -1_000, 116)
    assert (late.last.table.void, PLAYED_ON.get(late.last.table)) == (
        "",
        "A third card for the banker's hand was left out. What was settled stands",
    )
    one = Coup("2c 2d 3s Kh 5c", 1).bet(1, "banker").give(ThirdLeftOut("player", "too late")).deal()
    assert (RESULT.of(one.last.table), one.winnings(1), one.cards_left()) == (
        (5, 7, "banker"),
        950,
        115,
    )  # one card, and not two
    assert PLAYED_ON.get(one.last.table) == "A third card for the player's hand was left out. What was settled stands"
    for has, drawn in ((5, True), (6, False)):  # as where the player's hand has stayed, on either side
        scene = Coup(f"2c {has}d 3s Kh 2h", 1).bet(1, "tie").give(ThirdLeftOut("player", "too late")).deal()
        assert RESULT.of(scene.last.table)[:2] == (5, has + 2 * drawn)
    reads = {"bankers-turn": "no-card"}
    none = Coup("2c 2d 3s Kh 5c", 1, readings=reads).bet(1, "banker").give(ThirdLeftOut("player", "too late")).deal()
    assert (RESULT.of(none.last.table), none.cards_left()) == ((5, 2, "player"), 116)
    told = "A third card for the player's hand was left out, and the banker's hand did not have its turn"
    assert PLAYED_ON.get(none.last.table) == f"{told}. What was settled stands"
    stays = Coup(STANDS, 1).bet(1, "banker").give(ThirdLeftOut("player", "too late")).deal()
    assert PLAYED_ON.get(stays.last.table) == "The player's hand had to stay: no card was left out"


@law("9(h)")
def test_a_shoe_that_runs_out_voids_the_round() -> None:
    house: dict[str, Any] = {"vigorish_taken": "end-of-shoe"}
    for left, void in ((3, True), (4, True), (5, False)):
        scene = Coup(f"{BANKER_DRAWS}", 1, behind=None, left=5, **house) if left == 5 else None
        if scene is None:
            cards = " ".join(BANKER_DRAWS.split()[:left])
            scene = Coup(cards, 1, behind=None, left=left, **house)
        scene.bet(1, "player").deal()
        assert (scene.last.table.void == f"{FACTS}9(h)") == void
        assert scene.winnings(1) == (0 if void else -1_000)
        assert isinstance(scene.driver.wait, ShoeOrderWanted)
        assert len(scene.driver.wait.cards) == 416


@law("9(i)")
def test_a_device_that_fails_to_somebodys_disadvantage_ends_the_round() -> None:
    scene = Coup.new_table(PLAYER_9, 1, shuffler="continuous").bet(1, "player")
    assert scene.bars_against(ShufflerFails(harm=True)) == {"house:incident"}  # no round is dealt yet
    scene.step(Close()).run_until(DealOpen, 2).give_amid(ShufflerFails(harm=True))
    assert (scene.last.table.void, scene.winnings(1)) == (f"{FACTS}9(i)", 0)
    assert isinstance(scene.driver.wait, ShoeOrderWanted)
    assert Coup(PLAYER_9, 1).bet(1, "player").bars_against(ShufflerFails()) == {"house:incident"}


@law("9(j)")
def test_a_device_that_fails_and_harms_nobody_is_replaced() -> None:
    scene = Coup.new_table(PLAYER_9, 1, shuffler="continuous").bet(1, "player").give(ShufflerFails())
    assert not DEVICE_DOWN(scene.t)
    assert scene.deal().winnings(1) == 1_000
    batch = Coup(PLAYER_9, 1, behind=None, shuffler="device").bet(1, "player").deal().give(ShufflerFails())
    assert batch.shoe(f"As 2c {PLAYER_9}").bet(1, "player").deal().winnings(1) == 2_000
    assert batch.bars_against(ShufflerFails()) == {"house:incident"}  # it has done its work


@law("9(k)")
def test_a_wrong_count_is_put_right_and_the_cards_decide() -> None:
    scene = Coup("Kc Qd 7s 6h", 1, 2).bet(1, "player").bet(2, "tie").give(WrongCount()).deal()  # called 7 and 7
    assert (RESULT.of(scene.last.table), scene.winnings(1, 2)) == ((7, 6, "player"), [1_000, -1_000])
    tied = Coup("Kc Qd 7s 7h", 1, 2).bet(1, "banker").bet(2, "tie").give(WrongCount()).deal()  # called 7 and 8
    assert (RESULT.of(tied.last.table), tied.winnings(1, 2)) == ((7, 7, "tie"), [0, 8_000])


@law("9(l)")
def test_a_shoe_that_is_not_sound_voids_the_round_and_leaves() -> None:
    whats: tuple[Literal["missing card", "surplus card", "foreign card", "factory order"], ...] = (
        "missing card",
        "surplus card",
        "foreign card",
        "factory order",
    )
    for what in whats:
        scene = Coup(PLAYER_9, 1).bet(1, "player").step(Close()).run_until(DealOpen, 3).give_amid(ShoeUnsound(what))
        assert (scene.last.table.void, scene.winnings(1)) == (f"{FACTS}9(l)", 0)
        assert scene.last.next is not None
        assert scene.last.next.shoe is UNSET
        assert scene.last.next.decks[0].cards == ()
        scene.give(Close())
        assert isinstance(scene.driver.wait, ShoeOrderWanted)
        assert len(scene.driver.wait.cards) == 416


@law("9(m)")
def test_a_wrong_burn_has_no_remedy_once_a_round_has_begun() -> None:
    whats: tuple[tuple[Literal["few", "many"], int], ...] = (("few", 2), ("many", 4))
    for what, burned in whats:
        scene = Coup(TIE, 1, behind=None).bet(1, "tie").deal().give(BurnedWrong(what))
        scene.shoe(f"3s {' '.join(['2c', '4c', '5c', '6c'][:burned])} {BANKER_8}")
        assert len(scene.acts(BurnCard)) == burned
        assert scene.bars_against(BurnedWrong(what)) == {"house:incident"}
        scene.bet(1, "banker").deal()
        assert scene.winnings(1) == 8_000 + 950
        told = "The wrong number of cards was burned, and a round has begun"
        assert PLAYED_ON.get(scene.last.table) == told
