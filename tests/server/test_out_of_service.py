"""Tables that this version cannot play at: they can be set, closed or deleted, and then nothing stands in the way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kit.inside import Inside
from kit.pit import Pit
from pitboss.games import REGISTERED, load
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.server.live.setting_form import build_form
from pitboss.server.live.table_settings import TableSetting, from_text, resolve_setting, setting_of, to_text
from pitboss.store.audit.database_audit import audit

WHY = "the new version refuses it"
REFUSED = {
    "no commission": to_text(setting_of(WinnersPotHouse(name="Pit 1"))),
    "an election that nobody knows": to_text(
        TableSetting("winners-pot-poker", msgspec.Raw(b'{"commission-percent":5,"luck":"good"}'))
    ),
    "a game that is gone": '{"game":"whist","house":{}}',
    "no setting": "{",
}


def ready(inside: Inside) -> list[Any]:
    """Return the reasons about tables at /readyz."""
    answer = inside.request("GET", "/readyz")
    reasons = answer.json()["reasons"]
    assert (answer.status_code == 200) is not bool(reasons)
    return [reason["table"] for reason in reasons]


def leave_behind(path: Path, setting: str, *, seated: bool = True) -> None:
    """Leave a table of Winner's Pot Poker, optionally with Ann seated, with a setting that this version refuses."""
    houses = [WinnersPotHouse(name="Pit 1", commission_percent=5), LetItRideHouse(name="Pit 2")]
    with Inside(path, houses) as inside:
        pit = Pit(inside)
        if seated:
            pit.sits("Ann")
        live = inside.casino.tables[1]
        inside.casino.store.tables.set_setting(1, live.epoch, setting).result()


@pytest.fixture(params=["no commission", "no setting"])
def database_with_refused_table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "pitboss.db"
    leave_behind(path, REFUSED[request.param])
    yield path
    assert [check for check in audit(path).checks if check.ok is False] == []


def test_a_broken_table_is_closed_and_deleted_once_nobody_has_chips_there(database_with_refused_table: Path) -> None:
    with Inside(database_with_refused_table) as inside:
        pit = Pit.after_restart(inside, "Chief", "Sue", "Ann")
        assert ready(inside) == [1]
        for what, body in (("PUT /api/tables/1/state", {"state": "closed"}), ("DELETE /api/tables/1", {})):
            assert "Only a supervisor" in pit.wrong("Ann", what, why=WHY, **body)
            message = pit.wrong("Sue", what, why=WHY, **body)
            assert "People have chips at this table." in message
            assert "Wind it up first" in message
        pit.ok("Sue", "POST /api/tables/1/wind-up", why=WHY)
        assert inside.account("Ann").balance == 100_000
        assert ready(inside) == [1]  # nobody has looked after it yet
        assert "not closed" in pit.wrong("Sue", "DELETE /api/tables/1", why=WHY)
        assert "his version cannot run this table" in pit.wrong("Sue", "PUT /api/tables/1/state", state="open", why=WHY)
        pit.ok("Sue", "PUT /api/tables/1/state", state="closed", why=WHY)
        assert ready(inside) == []
    with Inside(database_with_refused_table) as inside:  # closed it stays, and in nobody's way
        pit = Pit.after_restart(inside, "Chief", "Sue")
        assert (ready(inside), set(inside.casino.out_of_service.why)) == ([], {1})
        pit.ok("Sue", "DELETE /api/tables/1", why=WHY)
        assert [table["table"] for table in pit.ok("Sue", "GET /api/tables")] == [2]
        assert pit.wrong("Sue", "DELETE /api/tables/1", why=WHY) == "{'detail': 'There is no table 1.'}"
        whats = [what for _, what, why in pit.acts() if why == WHY]
        assert whats[-2:] == ["Closed the table, which this version cannot run", "Put the table “Pit 1” away"]
        assert ready(inside) == []


@pytest.mark.parametrize("kind", ["no commission", "an election that nobody knows"])
def test_the_form_of_a_broken_table_leads_to_a_playable_setting(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    leave_behind(path, REFUSED[kind])
    with Inside(path) as inside:
        pit = Pit.after_restart(inside, "Chief", "Sue", "Ann")
        answer = pit.ok("Sue", "GET /api/tables/1/setting-form")
        setting = answer["setting"]
        assert {each["key"]: each["value"] for each in answer["house"]}["commission-percent"] == setting["house"][
            "commission-percent"
        ]
        if kind == "no commission":
            assert "33.10(h)2i" in pit.wrong("Sue", "PUT /api/tables/1/setting?try=1", **setting)
            setting["house"]["commission-percent"] = "10"
        assert pit.ok("Sue", "PUT /api/tables/1/setting?try=1", **setting)["refused"] == []
        pit.ok("Sue", "PUT /api/tables/1/setting", why=WHY, **setting)
        assert (ready(inside), inside.casino.out_of_service.why) == ([], {})
        assert pit.acts()[-1] == ("Sue", "Gave the table settings by which it can be played", WHY)
        pit.plays("Ann")


@pytest.mark.parametrize("kind", ["a game that is gone", "no setting"])
def test_a_table_whose_setting_cannot_be_changed_says_so(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    leave_behind(path, REFUSED[kind], seated=False)
    with Inside(path) as inside:
        pit = Pit.after_restart(inside, "Chief", "Sue")
        status, found = pit.ask("Sue", "GET /api/tables/1/setting-form")
        assert (status, "internal" in str(found)) == (409, False)


def test_supervisors_see_the_fault_and_the_possible_remedies(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    leave_behind(path, REFUSED["no commission"])
    with Inside(path) as inside:
        pit = Pit.after_restart(inside, "Chief", "Sue", "Ann")
        answer = pit.ok("Sue", "GET /api/tables/1/supervision")
        assert "33.10(h)2i" in answer["out_of_service"]
        assert (answer["stuck"], answer["may_be_put_away"], answer["orders"]) == (True, False, [])
        assert pit.ok("Sue", "GET /api/tables/2/supervision")["out_of_service"] == ""
        page = inside.request("GET", "/t/1", pit.cookies["Sue"])
        assert page.status_code == 200
        assert "33.10(h)2i" in page.text
        page = inside.request("GET", "/t/1", pit.cookies["Ann"])
        assert (page.status_code, "33.10(h)2i" in page.text) == (503, False)


@pytest.mark.parametrize("game", REGISTERED)
def test_every_game_has_a_form_for_a_setting_that_cannot_be_read(game: str) -> None:
    """The form keeps what can be read, and has the usual values for the rest."""
    house = load(game).house.usual(seats=3, name="Pit 9")
    plain = json.loads(msgspec.json.encode(house, enc_hook=int))
    wrong = {**plain, "minimum": "much", "luck": "good"}
    setting = TableSetting(game, msgspec.Raw(json.dumps(wrong).encode()), {"no-such-doubt": "yes"}, as_of="1776-07-04")
    with pytest.raises(ValueError, match=r"valid|unknown"):
        resolve_setting(setting)
    proposed = build_form(setting).setting
    assert (proposed["house"]["seats"], proposed["house"]["name"]) == (3, "Pit 9")
    _, _, other = resolve_setting(from_text(json.dumps(proposed)))
    usual = load(game).house.usual()
    assert other == msgspec.structs.replace(house, minimum=usual.minimum)


def test_an_accepted_setting_keeps_its_form() -> None:
    for game in REGISTERED:
        setting = setting_of(load(game).house.usual(seats=3), companions=2)
        assert resolve_setting(from_text(json.dumps(build_form(setting).setting))) == resolve_setting(setting)
