"""The adviser: exact values of a seat's choices, computed only from its view, in another process."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import time
import uuid
from collections.abc import Awaitable, Callable, Iterable
from fractions import Fraction
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from games.craps.scene import Craps
from games.let_it_ride.scene import Scene as Ride
from games.three_card_poker.scene import Scene as ThreeCard
from games.ultimate_texas_holdem.scene import Scene as Ultimate
from games.winners_pot_poker.scene import Pot
from kit.patience import PATIENCE as MOST_SECONDS
from kit.scene import Scene
from pitboss.analysis import ask, edge
from pitboss.engine.chance import seeded_source
from pitboss.engine.situation import situation_at
from pitboss.engine.view import HIDDEN, view
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.server.app import build
from pitboss.server.routes import advice
from pitboss.server.workers import adviser
from pitboss.server.workers.adviser import (
    BUSY,
    TOO_LONG,
    WARMING_UP,
    Adviser,
    Case,
    Told,
    answer_case,
    as_ways,
    signed_dollars,
    unsigned_dollars,
)


def case_of(scene: Scene, seat: int = 1) -> Case:
    driver = scene.driver
    offers = tuple(driver.game.offers(driver.round, seat)) if driver.question is None else ()
    return Case(driver.rules, driver.house, view(driver, seat, len(driver.log)), offers)


def advise(scene: Scene, seat: int = 1) -> Told:
    return answer_case(case_of(scene, seat))


def choices(found: Told) -> dict[str, Told]:
    return {choice["choice"]: choice for choice in found["choices"]}


# --- figures that the page was designed with


def test_advice_on_bet_1_with_jack_ten_eight() -> None:
    advice = advise(Ride({1: "Jd Tc 8h"}).deal(1_000))
    assert (advice["subject"], advice["per"], advice["best"]) == ("bet 1", "the bet", ["withdraw"])
    ride, withdraw = choices(advice)["let it ride"], choices(advice)["withdraw"]
    assert (ride["counted"], ride["dollars"], ride["best"]) == ("−351/1176", "−$2.98", False)
    assert Fraction(ride["value"]) == Fraction(-351, 1176)
    assert Fraction(ride["cents"]) == Fraction(-351, 1176) * 1_000
    assert (withdraw["value"], withdraw["dollars"], withdraw["best"]) == ("0/1", "$0.00", True)
    assert ride["said"] == "Letting bet 1 ride on J-10-8 cost 351/1176 of the bet, $2.98 on average."
    assert withdraw["said"] == "That was the best choice."
    assert advice["said"] == "Withdraw is better by $2.98."


def test_advice_on_bet_2_with_an_open_straight() -> None:
    scene = Ride({1: "Jd Tc 8h"}, "2c 9s Qh").deal(1_000).answer("w")
    advice = advise(scene)
    ride = choices(advice)["let it ride"]
    assert (ride["value"], ride["counted"], ride["dollars"], ride["best"]) == ("1/4", "12/48", "+$2.50", True)
    assert choices(advice)["withdraw"]["loses"]["dollars"] == "$2.50"


def test_advice_with_queen_seven_four() -> None:
    advice = advise(ThreeCard({1: "Qc 7d 4s"}).deal(seat_1=(1_000, 500)))
    play, fold = choices(advice)["play"], choices(advice)["fold"]
    assert (play["counted"], play["dollars"]) == ("−17614/18424", "−$9.56")
    assert (fold["value"], fold["dollars"]) == ("-1/1", "−$10.00")
    assert advice["said"] == "Play is better by $0.44."
    assert advice["notes"] == ["Your pair plus is lost either way and is not counted."]


def test_a_pair_plus_that_would_be_paid_is_counted() -> None:
    advice = advise(ThreeCard({1: "Qc Qd 4s"}).deal(seat_1=(1_000, 500)))
    wanted = ask("three-card-poker", "Qc Qd 4s", wagers={"ante": 10, "pair plus": 5}).answer
    assert {name: Fraction(each["value"]) for name, each in choices(advice).items()} == {
        choice.name: choice.value for choice in wanted.choices
    }
    assert choices(advice)["fold"]["dollars"] == "−$15.00"


LAYOUT = {"pass": 1_000, "pass odds": 2_000, "place 8": 1_200, "hard 8": 500}


def test_advice_says_what_the_standing_layout_costs_a_roll() -> None:
    advice = advise(Craps(1, point=6, standing={1: LAYOUT}))
    standing = advice["standing"]
    assert standing["said"] == "The layout you have out costs 17/36 of a dollar a roll."
    assert (standing["dollars"], standing["out"], Fraction(standing["cents"])) == (
        "−$0.47",
        4_700,
        Fraction(-1_700, 36),
    )
    lying = ask("craps", point=6, wagers={spot: cents // 100 for spot, cents in LAYOUT.items()}).answer.choices
    assert Fraction(standing["in_the_end"]["cents"]) == sum(each.value * each.stake for each in lying)


def test_a_place_bet_called_on_works_on_the_come_out_roll() -> None:
    off = advise(Craps(1, standing={1: {"place 8": 1_200}}))["standing"]
    on = advise(Craps(1, standing={1: {"place 8": 1_200}}, marks={"on place 8 @1": 1}))["standing"]
    assert (off["cents"], off["said"]) == ("0/1", "The layout you have out costs nothing on the next roll.")
    assert Fraction(on["cents"]) == Fraction(5 * 1_400 - 6 * 1_200, 36)
    assert "in_the_end" in off
    assert "in_the_end" not in on


# --- the same as `pitboss ask` and `pitboss edge`


def values(found: Told) -> dict[str, Fraction]:
    return {name: Fraction(each["value"]) for name, each in choices(found).items()}


@pytest.mark.parametrize("hand", ["Ah Kh Qh", "2c 7d 9s", "Tc Ts 4d", "4c 5c 6c"])
def test_let_it_ride_advice_equals_the_ask_command(hand: str) -> None:
    scene = Ride({1: hand, 4: "3c 3d 3h"}, "2h 9c Kd").deal(700)
    first = ask("let-it-ride", hand, bet=7).answer.choices
    assert values(advise(scene)) == {each.name: each.value - first[1].value for each in first}
    scene.answer("r", "w")
    second = ask("let-it-ride", hand, board="9c", bet=7).answer.choices
    assert values(advise(scene)) == {each.name: each.value - second[1].value for each in second}


@pytest.mark.parametrize("hand", ["Ah Kd", "7c 2d", "9s 9h"])
def test_ultimate_advice_equals_the_ask_command(hand: str) -> None:
    scene = Ultimate({1: hand}, board="4c Jd Qs 2h 8d").deal(1_000, trips={1: 500})
    for board in ("", "4c Jd Qs", "4c Jd Qs 2h 8d"):
        found, wanted = advise(scene), ask("ultimate-texas-holdem", hand, board=board, bet=10).answer
        assert values(found) == {choice.name: choice.value for choice in wanted.choices}
        assert found["best"] == list(wanted.best)
        assert found["notes"] == ["Trips goes by your cards alone, whatever you choose, and is not counted."]
        if len(board) < 14:
            scene.answer("c")


def test_winners_pot_advice_covers_jacks_plus_alone() -> None:
    scene = Pot({1: "Jc Jd 4h", 3: "As Kd 2c"}).deal(jacks={1: 500})
    while (asked := scene.driver.question) is not None and asked.seat != 1:
        scene.answer("b")
    mine = case_of(scene)
    out = {card for at, cards in mine.view.hands.items() if at != 1 for card in cards} | set(mine.view.dealer)
    own = " ".join(mine.view.hands[1])
    wanted = ask("winners-pot-poker", own, seen=" ".join(out - {HIDDEN}), bet=5).answer.choices
    found = answer_case(mine)
    assert list(values(found).values()) == [each.value for each in wanted]
    assert found["best"] == []
    assert not any(choice["best"] or "loses" in choice for choice in found["choices"])
    assert "depends on the other players" in found["notes"][-1]


def test_advice_is_silent_about_the_pot_without_jacks_plus() -> None:
    scene = Pot({1: "Jc Jd 4h", 3: "As Kd 2c"}).deal()
    asked = scene.driver.question
    assert asked is not None
    assert "depends on the other players" in advise(scene, asked.seat)["nothing"]


OFFERED: dict[str, tuple[Callable[[], Scene], dict[str, str]]] = {
    "let-it-ride": (lambda: Ride({1: ""}).open_betting(), {"three equal bets": "base"}),
    "three-card-poker": (
        lambda: ThreeCard({1: ""}).open_betting(),
        {"ante": "ante and play", "pair plus": "pair plus"},
    ),
    "ultimate-texas-holdem": (lambda: Ultimate({1: ""}).open_betting(), {"ante and blind": "ante, blind and play"}),
    "craps": (lambda: Craps(1), {"pass": "pass", "field": "field", "any seven": "any seven"}),
}


@pytest.mark.parametrize("game", list(OFFERED))
def test_every_offered_wager_has_its_edge(game: str) -> None:
    scene, rows = OFFERED[game]
    found = {offer["name"]: offer for offer in advise(scene())["offers"]}
    for name, row in rows.items():
        wanted = edge(game, bet=found[name]["stake"] // 100)[row]
        assert Fraction(found[name]["edge"]) == wanted.house_edge, name
        assert found[name]["per"] == ("the wager" if game == "craps" else wanted.unit)


def test_odds_behind_the_line_are_the_best_next_dollar() -> None:
    advice = advise(Craps(1, point=6, standing={1: {"pass": 1_000}}))
    assert advice["best"] == ["pass odds"]
    assert {offer["name"]: offer for offer in advice["offers"]}["pass odds"]["percent"] == "0.00%"


def test_wagers_paid_from_the_pot_are_offered_without_an_edge() -> None:
    (ante,) = advise(Pot({1: "", 3: ""}).open_betting())["offers"]
    assert ante["name"] == "ante"
    assert "depends on the other players" in ante["nothing"]


# --- from the view alone


def hidden_otherwise(case: Case, cards: Iterable[str]) -> None:
    assert HIDDEN in str(case.view)
    assert not any(card in str(msgspec.to_builtins(case.view)) for card in cards)


@pytest.mark.parametrize(
    ("one", "other", "secret"),
    [
        (
            lambda: Ride({1: "Jd Tc 8h", 4: "Ac Ad Ah"}, "2c 9s Qh").deal(),
            lambda: Ride({1: "Jd Tc 8h", 4: "2d 3d 5h"}, "6c 7s Kh").deal(),
            "Ac Ad Ah 2c 9s Qh 2d 3d 5h 6c 7s Kh",
        ),
        (
            lambda: ThreeCard({1: "Qc 7d 4s", 4: "Ac Ad Ah"}, "Kc Kd Kh").deal(),
            lambda: ThreeCard({1: "Qc 7d 4s", 4: "2c 3d 5h"}, "6c 8d 9h").deal(),
            "Ac Ad Ah Kc Kd Kh 2c 3d 5h 6c 8d 9h",
        ),
        (
            lambda: Ultimate({1: "7c 2d", 3: "Ac Ad"}, "Kc Kd", "4c Jd Qs 2h 8d").deal().answer("c", "c"),
            lambda: Ultimate({1: "7c 2d", 3: "9c 9d"}, "3c 3d", "4c Jd Qs Th 6d").deal().answer("c", "c"),
            "Ac Ad Kc Kd 2h 8d 9c 9d 3c 3d Th 6d",
        ),
    ],
    ids=["let-it-ride", "three-card-poker", "ultimate-texas-holdem"],
)
def test_hidden_cards_do_not_change_the_advice(one: Any, other: Any, secret: str) -> None:
    first, second = case_of(one()), case_of(other())
    hidden_otherwise(first, secret.split())
    hidden_otherwise(second, secret.split())
    assert first.key == second.key
    assert "choices" in answer_case(first)
    assert answer_case(first) == answer_case(second)


def test_an_exposed_card_counts_in_the_advice() -> None:
    case = case_of(Ride({1: "Jd Tc 8h", 4: ""}, "2c 9s Qh").deal(1_000))
    hands = {**case.view.hands, 4: ("Qc", HIDDEN, HIDDEN)}
    open_card = msgspec.structs.replace(case, view=msgspec.structs.replace(case.view, hands=hands))
    assert situation_at(open_card.view, 1).seen == ("Qc",)
    found, wanted = answer_case(open_card), ask("let-it-ride", "Jd Tc 8h", seen="Qc", bet=10).answer.choices
    assert values(found)["let it ride"] == wanted[0].value - wanted[1].value
    assert found != answer_case(case)


def test_an_exposed_card_counts_before_the_flop() -> None:
    case = case_of(Ultimate({1: "Ah Kd", 3: ""}).deal(1_000))
    hands = {**case.view.hands, 3: ("Qc", HIDDEN)}
    found = answer_case(msgspec.structs.replace(case, view=msgspec.structs.replace(case.view, hands=hands)))
    wanted = ask("ultimate-texas-holdem", "Ah Kd", seen="Qc", bet=10).answer.choices
    assert found["notes"] == []
    assert values(found) == {each.name: each.value for each in wanted}
    assert values(found) != values(answer_case(case))


def test_no_advice_is_given_on_misplaced_cards() -> None:
    case = case_of(Ride({1: "Jd Tc 8h"}, "2c 9s Qh").deal(1_000))
    shown = msgspec.structs.replace(case.view, community=("2c", HIDDEN, HIDDEN))
    assert "do not lie as they usually do" in answer_case(msgspec.structs.replace(case, view=shown))["nothing"]


def test_a_seat_that_is_not_asked_gets_no_advice() -> None:
    scene = Ride({1: "Jd Tc 8h", 4: "Ac Ad Ah"}).deal()
    assert advise(scene, 4) == {"nothing": adviser.NOT_ASKED}


def test_no_advice_is_given_on_a_question_with_one_answer() -> None:
    scene = ThreeCard({1: "Qc 7d 4s"}, chips=500).deal()
    assert advise(scene) == {"nothing": adviser.NO_CHOICE}


def test_a_case_can_be_sent_to_the_other_process() -> None:
    case = case_of(Ride({1: "Jd Tc 8h"}).deal())
    assert pickle.loads(pickle.dumps(case)) == case


def test_figures_are_formatted_as_ways_and_dollars() -> None:
    assert as_ways(Fraction(-117, 392), 1176) == "−351/1176"
    assert as_ways(Fraction(1, 7), 48) == "1/7"
    assert as_ways(Fraction(-1, 7), 0) == "−1/7"
    assert [signed_dollars(Fraction(cents)) for cents in (-250, 0, 123_456)] == ["−$2.50", "$0.00", "+$1,234.56"]
    assert signed_dollars(Fraction(-1, 3)) == "$0.00"
    assert unsigned_dollars(Fraction(-29_847, 100)) == "$2.98"


# --- in a process of its own


def stopped_at(here: Adviser) -> int:
    """Stop the process that counts until the context ends."""
    assert here._process is not None
    number = here._process.result()
    os.kill(number, signal.SIGSTOP)
    return number


def with_adviser(play: Callable[[Adviser], Awaitable[None]]) -> None:
    async def run() -> None:
        here = Adviser()
        try:
            await play(here)
        finally:
            here.close()

    asyncio.run(run())


FIRST, SECOND, THIRD = ("Jd Tc 8h", "2c 7d 9s", "4c 5c 6c")


def test_an_answer_that_takes_too_long_is_there_when_asked_for_again() -> None:
    first, second = (case_of(Ride({1: hand}).deal()) for hand in (FIRST, SECOND))

    async def play(here: Adviser) -> None:
        assert await here.advise(first, 0) == {"nothing": WARMING_UP}
        assert await here.advise(first, MOST_SECONDS) == answer_case(first)
        number = stopped_at(here)
        assert await here.advise(second, 0) == {"nothing": BUSY}
        assert await here.advise(first, 0) == answer_case(first)  # what is known needs nobody to count
        os.kill(number, signal.SIGCONT)
        assert await here.advise(second, MOST_SECONDS) == answer_case(second)

    with_adviser(play)


def test_a_computation_cut_off_is_not_repeated_and_blocks_nobody() -> None:
    cases = [case_of(Ride({1: hand}).deal()) for hand in (FIRST, SECOND, THIRD)]

    async def play(here: Adviser) -> None:
        assert "choices" in await here.advise(cases[0], MOST_SECONDS)
        number = stopped_at(here)
        waiting = [asyncio.create_task(here.advise(each, MOST_SECONDS)) for each in cases[1:]]
        await asyncio.sleep(0)
        os.kill(number, signal.SIGKILL)  # as the alarm does
        assert [await each for each in waiting] == [{"nothing": TOO_LONG}, {"nothing": BUSY}]
        assert await here.advise(cases[1], MOST_SECONDS) == {"nothing": TOO_LONG}
        assert await here.advise(cases[2], MOST_SECONDS) == answer_case(cases[2])
        assert await here.advise(cases[0], 0) == answer_case(cases[0])

    with_adviser(play)


def test_the_queue_of_cases_to_compute_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adviser, "MOST_WAITING", 1)
    cases = [case_of(Ride({1: hand}).deal()) for hand in (FIRST, SECOND, THIRD)]

    async def play(here: Adviser) -> None:
        await here.advise(cases[0], MOST_SECONDS)
        stopped_at(here)
        assert await here.advise(cases[1], 0) == {"nothing": BUSY}
        assert await here.advise(cases[2], MOST_SECONDS) == {"nothing": BUSY}
        assert cases[2].key not in here._answers

    with_adviser(play)


def test_the_advice_process_ends_with_the_server() -> None:
    case = case_of(Ride({1: FIRST}).deal())
    numbers = []

    async def play(here: Adviser) -> None:
        await here.advise(case, MOST_SECONDS)
        numbers.append(stopped_at(here))

    with_adviser(play)
    deadline = time.monotonic() + MOST_SECONDS
    while any(child.pid in numbers for child in active_children()):
        assert time.monotonic() < deadline
        time.sleep(0.01)


# --- over HTTP


class Guest:
    def __init__(self, app: FastAPI, client: httpx.AsyncClient) -> None:
        self.app, self.client = app, client

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.client.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def act(self, table: int, act: Told) -> None:
        answer = await self.client.post(f"/api/tables/{table}/act", json={"id": uuid.uuid4().hex, "act": act})
        assert answer.status_code == 200, answer.text

    async def advice(self, table: int) -> Any:
        """Return the advice, once the adviser has warmed up."""
        while (found := await self.get(f"/api/tables/{table}/advice")).get("nothing") in (WARMING_UP, BUSY):
            pass
        return found

    async def name(self, name: str) -> None:
        assert (await self.client.post("/api/session", json={"name": name})).status_code == 201


def visit(path: Path, play: Callable[[Guest], Awaitable[None]]) -> None:
    async def run() -> None:
        houses = [LetItRideHouse(), CrapsHouse()]
        app = build(path, houses, source=lambda: seeded_source(7))
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")
        async with app.router.lifespan_context(app), client:
            await play(Guest(app, client))

    asyncio.run(run())


RIDE, CRAPS = 1, 2
BETS = {"bet 1": 1_000, "bet 2": 1_000, "bet 3": 1_000}


async def up_to_the_question(guest: Guest) -> None:
    await guest.name("Guest")
    await guest.act(RIDE, {"input": "sit", "seat": 3, "chips": 20_000})
    await guest.act(RIDE, {"input": "wager", "stakes": BETS})
    await guest.act(RIDE, {"table": "ready", "round": 1})
    while (await guest.get(f"/api/tables/{RIDE}"))["asked"]["seat"] != 3:
        await asyncio.sleep(0)


def test_advice_follows_a_whole_round(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.act(RIDE, {"input": "sit", "seat": 3, "chips": 20_000})
        betting = await guest.advice(RIDE)
        assert (betting["round"], betting["number"], betting["kind"]) == (1, None, "wagers")
        assert betting["offers"][0]["name"] == "three equal bets"
        await guest.act(RIDE, {"input": "wager", "stakes": BETS})
        await guest.act(RIDE, {"table": "ready", "round": 1})
        said = []
        for subject in ("bet 1", "bet 2"):
            asked = (await guest.get(f"/api/tables/{RIDE}"))["asked"]
            found = await guest.advice(RIDE)
            assert (found["round"], found["number"], found["subject"]) == (1, asked["number"], subject)
            said.append({choice["choice"]: choice["said"] for choice in found["choices"]}["let it ride"])
            await guest.act(RIDE, {"input": "answer", "choice": "let it ride"})
            last = await guest.get(f"/api/tables/{RIDE}/advice/last")  # also when the round is over
            assert [answer["said"] for answer in last["answers"]] == said
            assert (last["round"], last["said"]) == (1, said[-1])
            assert last["answers"][-1]["chosen"] == "let it ride"
            assert last["answers"][-1]["cost"].keys() == {"value", "counted", "cents", "dollars"}
        assert (await guest.get(f"/api/tables/{RIDE}"))["round"] == 2

    visit(tmp_path / "pit.db", play)


def test_nothing_is_kept_about_a_choice_made_without_advice(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await up_to_the_question(guest)
        await guest.act(RIDE, {"input": "answer", "choice": "let it ride"})
        assert not guest.app.state.desk._asked
        assert guest.app.state.desk.adviser._pool is None
        assert await guest.get(f"/api/tables/{RIDE}/advice/last") == {"nothing": advice.NOT_FOLLOWED}

    visit(tmp_path / "pit.db", play)


def test_a_person_without_a_seat_is_refused_advice(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.get(f"/api/tables/{RIDE}/advice", 401)
        await guest.name("Guest")
        refused = await guest.get(f"/api/tables/{RIDE}/advice", 409)
        assert refused["refused"][0]["cite"] == "house:seats"
        assert await guest.get(f"/api/tables/{RIDE}/advice/last") == {"nothing": advice.NOT_FOLLOWED}
        await guest.get("/api/tables/99/advice", 404)

    visit(tmp_path / "pit.db", play)


def test_the_event_loop_is_free_while_the_adviser_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(guest: Guest) -> None:
        await up_to_the_question(guest)
        desk = guest.app.state.desk
        await desk.adviser.advise(case_of(Ride({1: FIRST}).deal()), MOST_SECONDS)
        number = stopped_at(desk.adviser)
        asked = asyncio.create_task(guest.client.get(f"/api/tables/{RIDE}/advice"))
        while not desk._asked:
            await asyncio.sleep(0)
        for _ in range(20):
            assert (await guest.get("/healthz"))["ok"]
        await guest.act(RIDE, {"input": "answer", "choice": "withdraw"})  # the table does not wait either
        assert not asked.done()
        os.kill(number, signal.SIGCONT)
        assert (await asked).json()["subject"] == "bet 1"

    monkeypatch.setattr(Adviser.advise, "__defaults__", (MOST_SECONDS,))
    visit(tmp_path / "pit.db", play)


def test_advice_covers_the_standing_craps_layout(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.act(CRAPS, {"input": "sit", "seat": 1, "chips": 20_000})
        assert (await guest.advice(CRAPS))["standing"] is None
        await guest.act(CRAPS, {"input": "wager", "stakes": {"field": 500}})
        found = await guest.advice(CRAPS)
        assert found["standing"]["out"] == 500
        assert found["standing"]["said"] == "The layout you have out costs 10/36 of a dollar a roll."
        assert "pass" in {offer["name"] for offer in found["offers"]}

    visit(tmp_path / "pit.db", play)
