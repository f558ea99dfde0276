"""Records outlive the elections of a house: what a later version adds is not elected where a record lacks its key.

Each game is given an amount and a switch that its house class does not have, as a later version would. Whatever reads
records, databases and the corpus must say of them what it says without. A test holds each house class against the
elections that earlier versions knew, and refuses a new one by which a record of theirs would be read otherwise.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from corpus import frozen
from pitboss.cli.main import main
from pitboss.engine.carry import Carry
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, House, amount, from_cents
from pitboss.engine.record import encode_item
from pitboss.games import REGISTERED, load
from pitboss.law.rules import Rules
from pitboss.record.replay import RoundRecord, begin, entries_of, read
from pitboss.record.round_playback import MismatchError, replay_entries
from pitboss.server.live.setting_form import build_form, describe_differences
from pitboss.server.live.table_settings import from_text, resolve_setting
from pitboss.server.live.tables import Casino
from pitboss.store.chains.checkpoint_file import checkpoint_path
from pitboss.store.rounds import round_rows
from pitboss.table.money import Money
from upgrade import make_data
from upgrade.test_upgrade import HERE, NEWEST, VERSIONS, LeftDatabase, left_by, read_kept_file

SINCE = [version for version in VERSIONS if (HERE / f"v{version}" / "elections.json").exists()]
KNOWN: dict[str, dict[str, make_data.Elections]] = {
    version: json.loads((HERE / f"v{version}" / "elections.json").read_text(encoding="utf-8")) for version in SINCE
}
ADDED = ("six-card-maximum", "six-card-bonus", "six-card-table", "six-card-pay")


def with_more(kind: type[House]) -> type[House]:
    """Return the house of a later version, which has one more wager."""

    class Later(kind, frozen=True, kw_only=True, rename="kebab"):  # type: ignore[call-arg, misc, valid-type]
        six_card_maximum: Money = amount(10_000)
        six_card_bonus: bool = False
        six_card_table: Literal["A", "B"] | None = None
        six_card_pay: dict[str, str] = msgspec.field(default_factory=dict)
        elections = tuple(Election(key, "What a later version lets a house elect.") for key in ADDED)

    return Later


def give(monkeypatch: pytest.MonkeyPatch, name: str, house: Callable[[type[House]], type[House]]) -> Game:
    later = replace(load(name), house=house(load(name).house))
    monkeypatch.setattr(import_module(REGISTERED[name]), "GAME", later)
    return later


# --- what reads a record


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    return code, *capsys.readouterr()


COMMANDS = {
    "verify": ("verify", "--json"),
    "replay": ("replay",),
    "explain": ("explain",),
    "hold": ("hold", "--companions"),
    "dispute": ("dispute",),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", REGISTERED)
def test_a_record_is_read_as_before_there_was_one_election_more(
    name: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.jsonl"
    file.write_bytes(read_kept_file(NEWEST, f"{name}.jsonl.xz"))
    word, *options = COMMANDS[command]
    before = run_command(capsys, word, str(file), *options)
    give(monkeypatch, name, with_more)
    assert run_command(capsys, word, str(file), *options) == before
    assert command == "dispute" or before[1] or before[0] == 3  # this version may play its rounds otherwise


@pytest.mark.parametrize("name", REGISTERED)
def test_a_record_of_a_later_version_is_refused_where_it_elects_what_is_not_known(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.jsonl"
    with monkeypatch.context() as later:
        give(later, name, with_more)
        _, [record, *_] = read(read_kept_file(NEWEST, f"{name}.jsonl.xz"))
        driver = begin(record)
        house = msgspec.structs.replace(driver.house, six_card_bonus=True)
        file.write_bytes(b"\n".join([_opened_by(record, house), b""]))
        assert main(["verify", str(file)]) == 0
    capsys.readouterr()
    assert main(["verify", str(file)]) not in (0, 1)
    told = capsys.readouterr()
    assert "line 1, house: there is no key six-card-" in told.out + told.err


def _opened_by(record: RoundRecord, house: House) -> bytes:
    body = {**msgspec.json.decode(record.opened), "prev": "0" * 64, "house": house}
    return msgspec.json.encode(body, enc_hook=int)


# --- what reads a database


@pytest.fixture
def newest(tmp_path: Path) -> LeftDatabase:
    return left_by(NEWEST, tmp_path)


def test_an_older_database_continues_with_elections_added_since(
    newest: LeftDatabase, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables, their settings and forms, the audit and the export are as they were without them."""
    other = newest.path.parent / "other" / "pitboss.db"
    other.parent.mkdir()
    shutil.copy(newest.path, other)
    shutil.copy(checkpoint_path(newest.path), checkpoint_path(other))
    before = asyncio.run(look_at(other)), _run_audit(other, capsys)
    for name in REGISTERED:
        give(monkeypatch, name, with_more)
    assert (asyncio.run(look_at(newest.path)), _run_audit(newest.path, capsys)) == before


def _run_audit(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    code = main(["verify", "--db", str(path), "--json"])
    return code, json.loads(capsys.readouterr().out)["checks"][:-1]  # the last tells where the newest mark is


async def look_at(path: Path, added: Collection[str] = ADDED) -> list[Any]:
    """Return what a server finds at the tables of a database; its forms without the elections that were added."""
    casino = Casino(path, source=lambda: seeded_source(1947))
    await casino.open()
    found: list[Any] = [casino.troubles(), sorted(casino.out_of_service.why.items())]
    for row in casino.store.tables.rows():
        if row.id in casino.out_of_service.why:
            continue
        setting = from_text(row.setting)
        offered = [each.key for each in build_form(setting).house if each.key not in added]
        found.append((row.id, describe_differences(setting, setting), offered, resolve_setting(setting)[2].posted))
    for table in casino.tables.values():
        events = round_rows.events_digest(table.driver.log)
        found.append((table.id, table.service.held, table.driver.carry.digest, events))
    await casino.close()
    return found


@pytest.mark.parametrize("name", REGISTERED)
def test_rows_that_elect_what_is_not_known_are_not_played(name: str) -> None:
    """Their table is held so that its round can be wound up; nobody plays it without the elections."""
    carry, opened = _first_round(name)
    body = json.loads(opened)
    body["house"]["six-card-bonus"] = True
    with pytest.raises(MismatchError, match="there is no key six-card-bonus"):
        round_rows.replay(carry, [json.dumps(body)])
    assert round_rows.setting_of(json.dumps(body)) is None


def _first_round(name: str) -> tuple[Carry, str]:
    """Return the table before the first round, and the row that opens it."""
    game = load(name)
    house = game.house.usual()
    driver = Driver(game, game.rules({}), house, game.opening(house))
    body = {**round_rows.open_body(driver, "live", "", 0), "number": 1}
    return driver.carry, msgspec.json.encode(body, enc_hook=int).decode()


# --- the corpus


@pytest.mark.parametrize("name", REGISTERED)
def test_rounds_of_the_corpus_open_with_one_election_more(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, found = frozen.read(frozen.path_of(name))
    some = found[:: max(len(found) // 8, 1)]
    with frozen.watched_by(None):
        before = list(frozen.differences(load(name), some))
        later = give(monkeypatch, name, with_more)
        assert list(frozen.differences(later, some)) == before


# --- which elections a later version may add


@pytest.mark.parametrize("name", REGISTERED)
@pytest.mark.parametrize("version", SINCE)
def test_a_new_election_does_not_change_earlier_records(version: str, name: str) -> None:
    if name in KNOWN[version]:
        faults = list(against(name, load(name), KNOWN[version][name], version))
        assert not faults, "\n".join(faults)


def against(name: str, game: Game, then: make_data.Elections, version: str) -> Iterator[str]:
    """Explain why records of a version would be read differently with the present elections."""
    now = make_data.elections(game.house)
    keys = {*now["written"], *now["defaults"]}
    for key in (*then["written"], *then["defaults"]):
        if key not in keys:
            yield f"{name}: there is no {key} any more, and records of {version} may elect it"
    for key, value in then["defaults"].items():
        if key in now["written"]:
            yield f"{name}: {key} was {json.dumps(value)} where a record of {version} lacks it; keep that default"
        elif key in keys and now["defaults"][key] != value:
            yield (
                f"{name}: {key} is {json.dumps(now['defaults'][key])} by itself, and was {json.dumps(value)}, which "
                f"records of {version} do not say; keep that default, and elect the other in `usual`"
            )
    known = {*then["written"], *then["defaults"]}
    for key in sorted(keys - known):
        if key in now["defaults"] and now["defaults"][key] not in (None, False, "", {}, []):
            yield (
                f"{name}: {key} is {json.dumps(now['defaults'][key])} where a record of {version} lacks it; "
                "its default must be None, False or nothing, which is: not elected"
            )
        elif key in now["written"] and makes_a_difference(name, game, key):
            yield f"{name}: {key} changes rounds of {version}, which did not elect it; make it None by itself"


def makes_a_difference(name: str, game: Game, key: str) -> bool:
    """Return whether an amount changes a round of the newest record of a game in which nothing is elected that it
    applies to."""
    [field] = [each.name for each in msgspec.structs.fields(game.house) if each.encode_name == key]
    for record in read(read_kept_file(NEWEST, f"{name}.jsonl.xz"))[1]:
        house = from_cents(game.house, record.opening.house)
        others = (msgspec.structs.replace(house, **{field: Money(cents)}) for cents in (0, 1, 10**9))
        usual, *changed = [list(_replay_record(game, record, each)) for each in (house, *others)]
        if any(log != usual for log in changed):
            return True
    return False


def _replay_record(game: Game, record: RoundRecord, house: House) -> Iterator[bytes]:
    """Return what happens with the inputs of a record, as far as they can be given, and what is wrong with the
    house."""
    opened = begin(record)
    driver = Driver(game, opened.rules, house, opened.carry, stepwise=True)
    yield from (finding.cite.encode() for finding in house.breaches(opened.rules))
    try:
        for _ in replay_entries(driver, entries_of(record)):
            pass
    except MismatchError as differs:
        yield str(differs).encode()
    yield from map(encode_item, driver.log)


@pytest.mark.parametrize("name", REGISTERED)
def test_every_amount_is_stored(name: str) -> None:
    """A record must keep its meaning when the default of an amount changes."""
    usual = load(name).house.usual()
    amounts = {
        field.encode_name for field in msgspec.structs.fields(usual) if isinstance(getattr(usual, field.name), Money)
    }
    written = msgspec.json.decode(msgspec.json.encode(usual, enc_hook=int))
    assert {"smallest-chip", "inventory"} < amounts <= written.keys()


@pytest.mark.parametrize("name", REGISTERED)
def test_an_additional_wager_is_allowed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    later = give(monkeypatch, name, with_more)
    assert not list(against(name, later, KNOWN[NEWEST][name], NEWEST))


def _elected_unasked(kind: type[House]) -> type[House]:
    class Later(kind, frozen=True, kw_only=True, rename="kebab"):  # type: ignore[call-arg, misc, valid-type]
        six_card_bonus: bool = True

    return Later


def _chosen_unasked(kind: type[House]) -> type[House]:
    class Later(kind, frozen=True, kw_only=True, rename="kebab"):  # type: ignore[call-arg, misc, valid-type]
        six_card_table: Literal["A", "B"] | None = "A"

    return Later


def _fewer_seats(kind: type[House]) -> type[House]:
    class Later(kind, frozen=True, kw_only=True, rename="kebab"):  # type: ignore[call-arg, misc, valid-type]
        seats: int = 2

    return Later


def _an_amount_that_counts(kind: type[House]) -> type[House]:
    class Later(kind, frozen=True, kw_only=True, rename="kebab"):  # type: ignore[call-arg, misc, valid-type]
        least_of_all: Money = amount(100)
        elections = (Election("least-of-all", "The least of all wagers.", cites=("house:limits",)),)

        def findings(self, rules: Rules) -> Iterable[Finding]:
            if self.least_of_all > self.minimum:
                yield Finding(
                    "least-of-all", "house:limits", "it is above the minimum", "set it to the minimum or less"
                )

    return Later


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_elected_unasked, f"six-card-bonus is true where a record of {NEWEST} lacks it"),
        (_chosen_unasked, f'six-card-table is "A" where a record of {NEWEST} lacks it'),
        (_fewer_seats, "seats is 2 by itself, and was"),
        (_an_amount_that_counts, f"least-of-all changes rounds of {NEWEST}"),
    ],
)
def test_an_election_that_changes_earlier_rounds_is_refused(
    change: Callable[[type[House]], type[House]], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("let-it-ride", "craps", "roulette"):
        with monkeypatch.context() as later:
            found = list(against(name, give(later, name, change), KNOWN[NEWEST][name], NEWEST))
        assert any(told in each for each in found), (name, found)


def test_a_removed_election_is_refused() -> None:
    known = KNOWN[NEWEST]["craps"]
    then: make_data.Elections = {"written": [*known["written"], "field-maximum"], "defaults": known["defaults"]}
    assert list(against("craps", load("craps"), then, NEWEST)) == [
        f"craps: there is no field-maximum any more, and records of {NEWEST} may elect it"
    ]
