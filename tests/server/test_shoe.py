"""A shoe at a server's table: what leaves the house over its rounds, over a stop, and when a round is void.

The same evening is played from two shoes that differ in nothing but what nobody has seen. Whatever anybody can ask for
must then be the same. Every address of the server is asked, found by its routes, and every game with a shoe is played,
found by its registration.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.routing import APIRoute
from msgspec import UNSET

from kit.inside import Inside
from kit.leaky import HASH, Guest, cards_named
from kit.pit import Pit
from kit.series import SOAK, first
from kit.shoes import Twin, other_shoe
from pitboss.cli.main import main
from pitboss.common.shoe import in_play
from pitboss.engine.carry import Shoe
from pitboss.engine.chance import SALT_BYTES, Source, live_source, seeded_source
from pitboss.engine.inputs import Input
from pitboss.engine.waits import CuttingCardWanted, Wait
from pitboss.games import REGISTERED, load
from pitboss.store.audit.database_audit import audit
from pitboss.store.rounds.round_rows import read_carry, replay
from pitboss.table.shoe_steps import ShuffleShoe
from pitboss.table.steps import Manner

GAMES = [name for name in REGISTERED if load(name).rests]
WHOLE_SHOE = 400  # rounds; none lasts so long
LOOKS = 20  # rounds after which everybody looks at everything once more
PLAYERS = ("Ann", "Bob")
# What depends on nothing but the law, and a page that tells how busy the server is; and reports that take a process.
LEFT_OUT = ("/law", "/api/law", "/readings", "/api/readings", "/api/openapi", "/api/view", "/static", "/evidence")
BUSY = ("/api/metrics", "/api/shift", "/house/shift/report")
HEX = re.compile(r"[0-9a-f]{8,64}")  # of heads, which cover salts
# What players may try to say: what chance alone says, and what makes no sense.
TRIED: tuple[dict[str, Any], ...] = (
    {"input": "card order", "cards": ["As"], "salt": "x" * 64},
    {"input": "cut", "count": 20},
    {"input": "answer", "choice": "the next card", "position": 3},
    {"input": "wager", "stakes": {"no such area": 500}},
    {"input": "no such thing"},
)


class Noting(Source):
    """A source that notes how few cards may lie behind the cutting card."""

    def __init__(self, source: Any) -> None:
        self._source, self.label, self.fewest = source, source.label, 0

    def answers(self, wait: Wait | None) -> Input | None:
        if isinstance(wait, CuttingCardWanted):
            self.fewest = wait.fewest
        found: Input | None = self._source.answers(wait)
        return found

    def salt(self) -> str:
        return str(self._source.salt())


def shoe_at(inside: Inside) -> Shoe | None:
    """Return the shoe of a table between rounds."""
    shoe = inside.casino.tables[1].driver.carry.shoe
    return None if shoe is UNSET else shoe


def addresses(inside: Inside, number: int) -> Iterator[str]:
    """Return every address that can be requested, with one round of the table where an address has one."""
    for route in inside.app.routes:
        if isinstance(route, APIRoute) and "GET" in (route.methods or ()) and not route.path.startswith(LEFT_OUT):
            path = route.path.replace("{table}", "1").replace("{number}", str(number)).replace("{name}", "Ann")
            if "{" not in path and path not in BUSY:
                yield path


def everything_seen(pit: Pit, number: int) -> Iterator[str]:
    """Return everything that players, spectators and the staff can request."""
    who = {**pit.cookies, "": ""}
    for path in addresses(pit.inside, number):
        for name, cookie in who.items():
            yield f"{name} {path} {pit.inside.request('GET', path, cookie).text}"
    for name, cookie in who.items():
        yield f"{name} is sent {pit.inside.socket('/ws/tables/1', cookie)}"
        for at, act in enumerate(TRIED):
            body = {"id": f"tries-{number}-{at}-{name}", "act": act}
            yield f"{name} {act} {pit.inside.request('POST', '/api/tables/1/act', cookie, json=body).text}"


def plays(pit: Pit, guests: dict[str, Guest]) -> Iterator[str]:
    """Play one round with all who are seated, and return what they are told in the middle of it."""
    before = pit.inside.casino.tables[1].driver.carry.round
    for number in range(200):
        for name, guest in guests.items():
            guest.view = pit.ok(name, "GET /api/tables/1")
            if guest.view["round"] > before:
                return
            if guest.view["asked"]:
                cookie = pit.cookies[name]
                yield f"{name} is advised {pit.inside.request('GET', '/api/tables/1/advice', cookie).text}"
                yield f"{name} sees {guest.view}"
            if (act := guest.something_to_do()) is not None:
                answer = pit.ask(name, "POST /api/tables/1/act", id=f"{name}-{before}-{number}-does", act=act)
                yield f"{name} does {act}: {answer}"
    raise AssertionError("the round does not end")


class Evening:
    """The rounds of one shoe, and everything that anybody was told of them."""

    def __init__(self, path: Path, game: str, source: Any, rounds: int, capsys: Any) -> None:
        self.source, self.told, self.salts = Noting(source), list[str](), set[str]()
        self.busy: list[str] = []
        path.parent.mkdir(exist_ok=True)
        inside = Inside(path, [load(game).house.usual()])
        inside.casino._source = lambda: self.source
        with inside:
            pit = Pit(inside)
            pit.clock(1_700_000_000)
            guests = {name: Guest(name, 7) for name in PLAYERS}
            for number in range(1, rounds + 1):
                during = [*plays(pit, guests)]
                if (shoe := shoe_at(inside)) is None:
                    break  # it is out of play: what was in it may be known
                self.told += during
                self.salts.add(shoe.salt)
                self.told += [f"{name} {pit.ok(name, 'GET /api/tables/1')}" for name in (*PLAYERS, "Sue", "")]
                if number in (2, 3) or not number % LOOKS:
                    self.told += everything_seen(pit, number)
                    self.busy.append(inside.request("GET", "/api/metrics", pit.cookies["Chief"]).text)
                self.rounds = number
            lines = [inside.casino.store.rounds.lines(1, number) for number in range(1, self.rounds + 1)]
        self.drivers = [replay(read_carry(carry), rows) for carry, rows in lines]
        self.busy.append(path.with_name(path.name + ".heads").read_text())
        self._commands(path, capsys)

    def _commands(self, path: Path, capsys: Any) -> None:
        """Return the output of the house's commands, which somebody may pass on."""
        capsys.readouterr()
        for form in ("csv", "jsonl"):
            folder = path.with_suffix(f".{form}")
            assert main(["export", str(folder), "--db", str(path), "--format", form]) == 0
            for file in sorted(folder.iterdir()):
                (self.busy if file.stem == "register" else self.told).append(file.read_text())
        capsys.readouterr()
        assert main(["verify", str(path), "--db"]) == 0
        self.busy.append(capsys.readouterr().out)  # it counts how often heads were noted, which is a matter of time
        assert main(["hold", "--db", str(path)]) == 0
        assert main(["shift", "--db", str(path), "--json"]) == 0
        self.told += capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("game", first(1, GAMES))
@pytest.mark.parametrize("rounds", [3, pytest.param(WHOLE_SHOE, marks=SOAK)])
def test_cards_still_in_the_shoe_are_hidden_from_everybody(
    tmp_path: Path, game: str, rounds: int, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        one = Evening(tmp_path / "one" / "pitboss.db", game, seeded_source(3), rounds, capsys)
        if one.rounds < rounds:  # once more, and it ends before the shoe does
            one = Evening(tmp_path / "once more" / "pitboss.db", game, seeded_source(3), one.rounds, capsys)
    drawn = other_shoe(one.drivers, one.source.fewest, Random(3))
    other = Evening(tmp_path / "other" / "pitboss.db", game, Twin(drawn), one.rounds, capsys)
    assert [driver.next.shoe for driver in one.drivers] != [driver.next.shoe for driver in other.drivers]  # type: ignore[union-attr]
    assert one.rounds >= min(rounds, 20)
    assert len(one.told) == len(other.told)
    for mine, yours in zip(one.told, other.told, strict=True):
        assert HEX.sub("", mine) == HEX.sub("", yours)
    everything = [*one.told, *one.busy, *caplog.messages]
    assert not [text for text in everything if "seeded:" in text or any(salt in text for salt in one.salts)]
    assert not [text for text in (*one.busy, *caplog.messages) if cards_named(text) - {HASH}]


@pytest.mark.parametrize("game", first(1, GAMES))
def test_every_row_has_a_salt_of_its_own(path: Path, game: str) -> None:
    """Heads of a chain are noted between rows and leave the house. Whoever has two of them knows all that is in the row
    between them but the cards that lie face down: these he could try, if there were nothing else in it."""
    with Inside(path, [load(game).house.usual()]) as inside:
        pit = Pit(inside)
        guests = {name: Guest(name, 7) for name in PLAYERS}
        for _ in range(2):
            assert [*plays(pit, guests)]
    with sqlite3.connect(path) as db:
        rows = [json.loads(line) for (line,) in db.execute('SELECT line FROM rows WHERE "table" = 1')]
    given = [row for row in rows if row["line"] == "input"]
    assert len(given) > 5
    assert all(re.fullmatch(rf"[0-9a-f]{{{2 * SALT_BYTES}}}", row["salt"]) for row in given)
    assert len({row["salt"] for row in given}) == len(given)
    assert audit(path).ok


@pytest.mark.parametrize("game", first(1, GAMES))
def test_live_chance_reveals_neither_seed_nor_salt(path: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    evening = Evening(path, game, live_source(), 2, capsys)
    order = next(step.order for step in evening.drivers[0].log if isinstance(step, ShuffleShoe))
    later = " ".join(order[60:70])
    for text in (*evening.told, *evening.busy):
        assert not any(salt in text for salt in evening.salts)
        assert later not in text.replace('", "', " ").replace('","', " ")


@pytest.mark.parametrize("game", first(1, GAMES))
def test_a_shoe_outlives_a_stop_and_leaves_with_a_void_round(path: Path, game: str) -> None:
    with Inside(path, [load(game).house.usual()]) as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        for _ in range(3):
            assert [*plays(pit, {"Ann": Guest("Ann", 7)})]
        shoe = shoe_at(inside)
        assert shoe is not None
        seen_before = pit.ok("Ann", "GET /api/tables/1")
    with Inside(path) as inside:
        assert shoe_at(inside) == shoe
        ann, sue = inside.cookie("Ann"), inside.cookie("Sue")
        data = inside.request("GET", "/api/tables/1", ann).json()
        assert {key: data[key] for key in ("piles", "roads", "cutting_card")} == {
            key: seen_before[key] for key in ("piles", "roads", "cutting_card")
        }
        live_table = inside.casino.tables[1]
        offer = data["you"]["offers"][0]
        wager = {"input": "wager", "stakes": {offer["spots"][0]: offer["least"]}}
        asked = inside.request("POST", "/api/tables/1/act", ann, json={"id": "one-more-wager", "act": wager})
        assert asked.status_code == 200, asked.text
        why = {"why": "the shoe fell over", "cite": "house:void", "round": live_table.driver.carry.round}
        voided = inside.request("POST", "/api/tables/1/void", sue, json=why)
        assert voided.status_code == 200, voided.text
        assert shoe_at(inside) is None
        assert any(isinstance(item, ShuffleShoe) for item in live_table.driver.log), "the next round has a new shoe"
    assert audit(path).ok


def test_a_version_that_deals_differently_holds_the_shoe_until_it_is_wound_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The drill of an upgrade with a shoe in play: the same version goes on with it, and another one that would deal
    the open round otherwise removes it with the round. Nobody loses a chip."""
    game = GAMES[0]
    with Inside(path, [load(game).house.usual()]) as inside:
        pit = Pit(inside)
        guest = Guest("Ann", 7)
        for _ in range(2):
            assert [*plays(pit, {"Ann": guest})]
        has = pit.ok("Ann", "GET /api/tables/1")
        offer = has["you"]["offers"][0]
        wager = {"input": "wager", "stakes": {offer["spots"][0]: offer["least"]}}
        pit.ok("Ann", "POST /api/tables/1/act", id="wagers-before-the-upgrade", act=wager)
        shoe = shoe_at(inside)
    with Inside(path) as inside:
        assert not inside.casino.tables[1].service.held
        assert shoe_at(inside) == shoe
    with monkeypatch.context() as upgraded:
        plain = load(game).play

        def bowing(r: Any) -> Any:
            if in_play(r.table):
                yield Manner("house:bow", "The dealer bows to the shoe.")
            yield from plain(r)

        upgraded.setattr(import_module(REGISTERED[game]), "GAME", replace(load(game), play=bowing))
        with Inside(path) as inside:
            ann, chief = inside.cookie("Ann"), inside.cookie("Chief")
            table = inside.casino.tables[1]
            assert table.service.held
            seen_then = inside.request("GET", "/api/tables/1", ann).text
            assert shoe is not None
            assert shoe.salt not in seen_then
            answer = inside.request("POST", "/api/tables/1/wind-up", chief, json={"why": "the dealer bows now"})
            assert answer.status_code == 200, answer.text
            assert shoe_at(inside) is None
            assert not table.service.held
            now = inside.request("GET", "/api/tables/1", ann).json()
            assert now["you"]["chips"] == has["you"]["chips"]
            assert now["round"] == has["round"] + 1
    assert audit(path).ok
