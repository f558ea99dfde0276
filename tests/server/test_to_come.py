"""Planned incidents: one that cannot happen yet happens later in the round as a row of its own, or not at all."""

from __future__ import annotations

import json
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kit.inside import Inside
from kit.leaky import Guest
from kit.pit import Ear, Pit
from kit.series import two_games
from kit.stacked import StackedSource
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.engine.incidents.incident_kinds import ExtraCard
from pitboss.games import load
from pitboss.games.casino_war.law.house import CasinoWarHouse
from pitboss.games.minibaccarat.law.house import MinibaccaratHouse
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.sic_bo.law.house import SicBoHouse
from pitboss.record.account import account_of, unpack
from pitboss.record.round_playback import MismatchError
from pitboss.server.live.table import LiveTable
from pitboss.store.audit.database_audit import audit
from pitboss.store.errors import StoreError
from pitboss.store.rounds import round_rows
from pitboss.store.row_types import StaffAct
from pitboss.table.card_steps import DealUp
from pitboss.table.cards import parse_cards
from pitboss.table.steps import Step

WHY = "a drill"
BURN = "2c "  # the first card of a shoe
WINS, TIES = "Kc 2h 9c", "Qc Qh 2d 3d 4d 5d 8d"
INCIDENT, SUPERVISION = "POST /api/tables/1/incident", "GET /api/tables/1/supervision"
SURRENDERS = {"input": "answer", "choice": "surrender"}
EXTRA = {"kind": "extra card", "place": "hand 3"}
SEEN = {"kind": "burned card seen"}
NO_CARD = {"kind": "card too many", "card": "9x"}
FACTS = "beyond:casino-war."
TO_COME, MISSED = "To come later in this round, unless the server stops: ", "Did not happen in this round: "


class War:
    """A table of Casino War at which Ann has wagered at seat 3, with these cards to come next."""

    def __init__(self, inside: Inside, cards: str = WINS, pit: Pit | None = None) -> None:
        self.pit, self.inside = pit or Pit(inside), inside
        self.table.terms.setting = msgspec.structs.replace(self.table.terms.setting, companions=0)
        self.table.dealer.source = StackedSource(parse_cards(BURN + cards, 6))
        self.pit.sits("Ann")
        self.wagers()

    @property
    def table(self) -> LiveTable:
        table: LiveTable = self.inside.casino.tables[1]
        return table

    def act(self, id_: str, **act: Any) -> None:
        self.pit.ok("Ann", "POST /api/tables/1/act", id=id_, act=act)

    def wagers(self, round_: int = 1) -> None:
        self.act(f"ann-wagers-{round_}", input="wager", stakes={"initial": 1_000})

    def ready(self, round_: int = 1) -> None:
        self.act(f"ann-is-ready-{round_}", table="ready", round=round_)

    def later(self, **incident: Any) -> str:
        """Plan an incident, and return the one that is planned."""
        return str(self.pit.ok("Sue", INCIDENT, incident=incident, later=True, why=WHY)["to_come"])

    def citations(self, round_: int = 1) -> set[str]:
        return {act["cite"] for act in self.pit.ok("Ann", f"GET /api/tables/1/rounds/{round_}")["acts"]}

    def did(self) -> list[str]:
        """Return what the staff did."""
        return [what for _, what, _ in self.pit.acts()]

    def supervision(self) -> Any:
        return self.pit.ok("Sue", SUPERVISION)


def rows_of(war: War, round_: int = 1) -> tuple[str, list[str]]:
    found: tuple[str, list[str]] | None = war.inside.casino.store.rounds.lines(1, round_)
    assert found is not None
    return found


def deal_of(driver: Driver) -> list[str]:
    """Return where cards were dealt, including the extra card."""
    dealt = [item for item in driver.log if isinstance(item, DealUp | ExtraCard)]
    return [item.place if isinstance(item, DealUp) else f"extra, amid {item.amid}" for item in dealt]


# --- it happens


def test_an_incident_to_come_happens_at_the_first_possible_moment(path: Path) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside)
        assert war.pit.ask("Sue", INCIDENT, incident=EXTRA, why=WHY)[0] == 409  # no card is being dealt
        assert war.later(**EXTRA) == "extra card (position 3)"
        war.ready()
        assert f"{FACTS}9(e)" in war.citations()
        carry, lines = rows_of(war)
        assert deal_of(round_rows.replay(round_rows.read_carry(carry), lines)) == [
            "hand 3",
            "extra, amid True",
            "dealer",
        ]
        assert war.pit.acts() == [
            ("Sue", f"{TO_COME}extra card (position 3)", WHY),
            ("Sue", "Caused: extra card (position 3)", WHY),
        ]
        assert (war.supervision()["to_come"], war.table.round.to_come) == ("", None)
        war.wagers(2)
        war.ready(2)
        assert f"{FACTS}9(e)" not in war.citations(2)  # once, and not in the next round


def test_an_auditor_sees_an_incident_to_come_only_after_it_happened(path: Path) -> None:
    """An auditor could tell the people at the table what is going to happen to them."""
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside)
        war.pit.cookies["Aud"] = inside.name("Aud")[0]
        inside.set_role("Aud", "auditor")

        def read() -> str:
            asked = (SUPERVISION, "GET /api/tables/1/staff-acts", "GET /api/staff-acts", "GET /api/shift")
            page = inside.request("GET", "/house", war.pit.cookies["Aud"])
            assert page.status_code == 200
            return json.dumps([war.pit.ok("Aud", each) for each in asked]) + page.text

        war.later(**EXTRA)
        assert "extra card" not in read()
        assert war.supervision()["to_come"] == "extra card (position 3)"
        assert war.did() == [f"{TO_COME}extra card (position 3)"]
        war.ready()
        assert read().count(f"{TO_COME}extra card (position 3)") == 5
        assert read().count("Caused: extra card (position 3)") == 5


def test_an_incident_to_come_is_hidden_as_soon_as_it_is_recorded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside)
        note, waiting = inside.casino.store.note_staff_act, []

        def note_and_observe(act: StaffAct) -> Future[None]:
            done: Future[None] = note(act)
            done.result()
            waiting.append(inside.casino.waiting())
            return done

        monkeypatch.setattr(inside.casino.store, "note_staff_act", note_and_observe)
        war.later(**EXTRA)
        assert waiting == [{(1, 1)}]


def test_an_incident_that_can_happen_now_does_not_wait(path: Path) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside)
        assert war.later(kind="drawn in error", exposed=False) == ""
        assert war.did() == ["Caused: drawn in error (exposed no)"]


def test_an_incident_may_be_caused_while_a_player_decides(path: Path) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside, TIES)
        war.ready()
        assert war.later(**SEEN) == "burned card seen"
        war.act("ann-goes-to-war", input="answer", choice="war")
        assert war.supervision()["to_come"] == "burned card seen"  # nothing is burned yet
        war.act("ann-is-ready-again", table="ready", round=1)
        assert f"{FACTS}9(i)" in war.citations()
        assert war.did()[-1] == "Caused: burned card seen"
    assert audit(path).ok


@pytest.mark.parametrize(
    ("house", "incident", "why"),
    [
        (RouletteHouse(), {"kind": "spin astray", "how": "touched"}, "Nobody can touch the ball in its wheel so."),
        (MinibaccaratHouse(), {"kind": "shuffler fails"}, "There is no shuffling device at the table."),
        (SicBoHouse(), {"kind": "shaker stops"}, "The dealer works this shaker by hand."),
    ],
    ids=lambda given: getattr(given, "game", ""),
)
def test_an_incident_impossible_at_this_table_is_refused(
    path: Path, house: House, incident: dict[str, Any], why: str
) -> None:
    with Inside(path, [house]) as inside:
        pit = Pit(inside)
        status, answer = pit.ask("Sue", INCIDENT, incident=incident, later=True, why=WHY)
        assert (status, [refusal["wrong"] for refusal in answer["refused"]], answer["to_come"]) == (409, [why], "")
        found = pit.ok("Sue", SUPERVISION)
        alike = [each for each in (*found["incidents"], *found["later"]) if each["kind"] == incident["kind"]]
        assert bool(alike) == ("how" in incident)  # a spin can go astray otherwise
        values = [choice["value"] for each in alike for field in each["fields"] for choice in field["choices"]]
        assert incident.get("how") not in values
        assert pit.acts() == []


# --- what is written


def test_an_incident_to_come_has_its_own_row_and_verifies(path: Path) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside)
        war.later(**EXTRA)
        war.ready()
        carry, lines = rows_of(war)
        given = [json.loads(line) for line in lines if json.loads(line)["line"] == "input"]
        closed, extra = given[-2:]
        assert (closed["given"]["input"], extra["given"]) == (
            "close",
            {"input": "extra card", "by": "supervisor", "amid": True, "place": "hand 3"},
        )
        assert [row.get("acts") for row in given] == [None] * (len(given) - 2) + [closed["acts"], None]
        driver = round_rows.replay(round_rows.read_carry(carry), lines)
        assert driver.done
        told = inside.casino.store.rounds.account_of(1, 1)
        assert unpack(told) == account_of(driver)
        for acts in (closed["acts"] - 1, closed["acts"] + 1, 0):
            wrong = [line.replace(f'"acts":{closed["acts"]}', f'"acts":{acts}') for line in lines]
            assert wrong != lines
            with pytest.raises(MismatchError):
                round_rows.replay(round_rows.read_carry(carry), wrong)
    assert audit(path).ok


def test_an_incident_to_come_still_waits_after_a_failed_write(path: Path) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war, store = War(inside), inside.casino.store
        war.later(**EXTRA)
        failed: Future[int] = Future()
        failed.set_exception(StoreError("nothing can be written: disk full"))
        good, store.tables.append = store.tables.append, lambda batch: failed
        assert "disk full" in war.pit.wrong(
            "Ann", "POST /api/tables/1/act", id="ann-is-unlucky", act={"table": "ready", "round": 1}
        )
        store.tables.append = good
        assert war.supervision()["to_come"] == "extra card (position 3)"
        assert war.did() == [f"{TO_COME}extra card (position 3)"]
        war.ready()
        assert f"{FACTS}9(e)" in war.citations()
    assert audit(path).ok


def test_an_incident_that_happened_is_there_after_a_stop(path: Path) -> None:
    """The dealer had a card too many, and the round goes on to a question."""
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside, TIES)
        war.later(kind="extra card", place="dealer")
        war.ready()
        before = list(war.table.driver.log)
        assert war.table.driver.question is not None
        assert f"{FACTS}9(g)" in {item.cite for item in before if isinstance(item, Step)}
    with Inside(path, [CasinoWarHouse()]) as inside:
        table: LiveTable = inside.casino.tables[1]
        assert table.driver.log == before
        ann = inside.cookie("Ann")
        body = {"id": "ann-surrenders", "act": {"input": "answer", "choice": "surrender"}}
        assert inside.request("POST", "/api/tables/1/act", ann, json=body).status_code == 200
        assert table.driver.carry.round == 2
    assert audit(path).ok


def test_a_stop_drops_an_incident_to_come_as_its_record_says(path: Path) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside)
        war.later(**EXTRA)
    with Inside(path, [CasinoWarHouse()]) as inside:
        table: LiveTable = inside.casino.tables[1]
        assert table.round.to_come is None
        body = {"id": "ann-is-ready-1", "act": {"table": "ready", "round": 1}}
        assert inside.request("POST", "/api/tables/1/act", inside.cookie("Ann"), json=body).status_code == 200
        (act,) = inside.casino.store.staff_acts(1)
        assert act.what == f"{TO_COME}extra card (position 3)"
        told = inside.casino.store.rounds.account_of(1, 1)
        assert f"{FACTS}9(e)" not in {each.cite for each in unpack(told).acts}
    assert audit(path).ok


# --- it does not happen


def test_an_impossible_incident_is_refused_and_not_recorded(path: Path) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside)
        for incident, said in (
            ({"kind": "moonquake"}, "cannot happen at this table"),
            ({"kind": "wrong count"}, "cannot happen at this table"),  # of another game
            ({"kind": "extra card", "place": "hand 99"}, "No cards are ever dealt to “hand 99” at this table"),
            ({"kind": "extra card", "place": "shoe"}, "No cards are ever dealt to “shoe” at this table"),
            (NO_CARD, "There is no such card"),
            ({"kind": "few burned", "noticed": "never"}, "Noticed: 'never' is not an accepted value"),
        ):
            assert said in war.pit.wrong("Sue", INCIDENT, incident=incident, later=True, why=WHY)
        assert "There is no such card" in war.pit.wrong("Sue", INCIDENT, incident=NO_CARD, why=WHY)
        assert "the reason (why) is missing" in war.pit.wrong("Sue", INCIDENT, incident=EXTRA, later=True)
        assert "Only a supervisor" in war.pit.wrong("Ann", INCIDENT, incident=EXTRA, later=True, why=WHY)
        assert war.did() == []
        war.later(**SEEN)
        refused = war.pit.wrong("Sue", INCIDENT, incident=EXTRA, later=True, why=WHY)
        assert "burned card seen already waits for its moment" in refused.lower()
        assert war.did() == [f"{TO_COME}burned card seen"]


def test_an_incident_that_missed_its_round_is_dropped_with_a_message(path: Path) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside, f"{WINS} {TIES}")  # no war in the first round
        war.later(**SEEN)
        war.ready()
        assert war.pit.acts()[1:] == [("Sue", f"{MISSED}burned card seen", WHY)]
        assert [act["round"] for act in war.pit.ok("Sue", "GET /api/tables/1/staff-acts")] == [1, 1]
        assert war.supervision()["to_come"] == ""
        war.wagers(2)
        war.ready(2)
        assert len(war.did()) == 2
    assert audit(path).ok


@pytest.mark.parametrize("ended", ["wind-up", "put away"])
def test_each_way_to_end_a_round_reports_the_dropped_incident(path: Path, ended: str) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war = War(inside)
        war.later(**SEEN)
        if ended == "wind-up":
            war.pit.ok("Sue", "PUT /api/tables/1/state", state="paused", why=WHY)
            war.pit.ok("Sue", "POST /api/tables/1/wind-up", why="it is late")
            assert war.supervision()["to_come"] == ""
        else:
            war.act("ann-takes-back", input="take back", spot="initial")
            war.act("ann-gets-up-now", input="leave")
            war.pit.ok("Sue", "PUT /api/tables/1/state", state="closed", why=WHY)
            war.pit.ok("Sue", "DELETE /api/tables/1", why="it is late")
        assert f"{MISSED}burned card seen" in war.did()
    assert audit(path).ok


# --- nobody is told


def test_a_waiting_incident_sends_no_frame_and_restarts_no_clock(path: Path) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        war, ear = War(inside), Ear()
        war.table.onlookers.listen(ear)  # type: ignore[arg-type]
        onlookers, clock = war.table.onlookers, war.table.clock
        before = (onlookers.version, clock.deadline, onlookers.acts_shown)
        war.later(**EXTRA)
        assert (onlookers.version, clock.deadline, onlookers.acts_shown, ear.woken) == (*before, 0)


def test_a_waiting_incident_does_not_change_what_players_are_sent(path: Path) -> None:
    """The same evening with something that waits and does not come, and without it: a player is sent the same."""

    def evening(name: str, *, disturbed: bool) -> list[Any]:
        with Inside(path.with_name(name), [CasinoWarHouse()]) as inside:
            war = War(inside, TIES)
            found: list[Any] = []
            if disturbed:
                war.later(kind="few burned", noticed="in time")
            asked = ("GET /api/tables/1", "GET /api/tables", "GET /api/me", "GET /api/tables/1/rounds")
            found += [war.pit.ok("Ann", what) for what in asked]
            war.ready()
            found += [war.pit.ok("Ann", what) for what in asked]
            found.append(war.pit.ok("Ann", "POST /api/tables/1/act", id="ann-gives-up", act=SURRENDERS))
            found += [war.pit.ok("Ann", what) for what in (*asked, "GET /api/tables/1/rounds/1")]
            found.append(war.pit.wrong("Ann", "GET /api/tables/1/supervision"))
            for view in found:
                if isinstance(view, dict):
                    view.pop("clock", None)  # whole seconds, of two evenings
            assert any(what.startswith(MISSED) for what in war.did()) is disturbed
            return found

    assert evening("plain.db", disturbed=False) == evening("disturbed.db", disturbed=True)


def test_an_unnoticed_incident_that_happened_is_not_shown_yet(path: Path) -> None:
    """The dealer is about to burn too few, since between two acts: until he does, a player is sent the same."""

    def evening(name: str, *, disturbed: bool) -> list[Any]:
        with Inside(path.with_name(name), [CasinoWarHouse()]) as inside:
            war = War(inside, TIES)
            war.ready()
            if disturbed:
                war.later(kind="few burned", noticed="too late")
            to_war = {"input": "answer", "choice": "war"}
            found = [war.pit.ok("Ann", "POST /api/tables/1/act", id="ann-goes-to-war", act=to_war)]
            assert [what for what in war.did() if "Caused: few burned" in what] or not disturbed
            found.append(war.pit.ok("Ann", "GET /api/tables/1"))
            del found[-1]["clock"]  # whole seconds, of two evenings
            return found

    assert evening("plain.db", disturbed=False) == evening("disturbed.db", disturbed=True)


# --- any game


@pytest.mark.parametrize("game", two_games(3))
def test_every_incident_offered_for_later_happens_or_is_reported_as_dropped(path: Path, game: str) -> None:
    with Inside(path, [load(game).house.usual()]) as inside:
        pit, player = Pit(inside), Guest("Ann", 1)
        pit.sits("Ann")
        ids = (f"ann-does-{number:06d}" for number in count())
        for each in pit.ok("Sue", SUPERVISION)["later"]:
            for field in each["fields"]:
                assert field["label"]
                assert field.get("choices") or field["most"], field
            values = {
                field["name"]: field["choices"][0]["value"] if "choices" in field else 0 for field in each["fields"]
            }
            pit.ok("Sue", INCIDENT, incident={"kind": each["kind"], **values}, later=True, why=WHY)
            while (now := pit.ok("Sue", SUPERVISION))["to_come"] or now["asked"]:
                if asked := now["asked"]:
                    what = next(choice for choice in asked["choices"] if choice != asked["naming"])
                    pit.ok("Sue", "POST /api/tables/1/order", what=what, why=WHY)
                else:
                    player.view = pit.ok("Ann", "GET /api/tables/1")
                    pit.ask("Ann", "POST /api/tables/1/act", id=next(ids), act=player.something_to_do())
            told = [what for _, what, _ in pit.acts() if each["kind"] in what]
            assert told[-1].startswith(("Caused: ", MISSED)), each
    assert audit(path).ok
