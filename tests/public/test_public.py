"""The names that `import pitboss` offers: held still, typed, and closed where they must be."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss.engine import inputs
from pitboss.engine.incidents import incident_kinds
from pitboss.engine.view import HIDDEN
from pitboss.games import REGISTERED, load
from pitboss.table.cards import SUIT_SIGNS

SIGNATURES = Path(__file__).with_name("signatures.txt")


def describe_interface() -> str:
    """Describe every public name with its signature, its fields or its members."""
    lines = []
    for name in pitboss.__all__:
        lines += _describe(name, getattr(pitboss, name))
    for module in (pitboss.inputs, pitboss.evaluate):
        for name in module.__all__:
            lines += _describe(f"{module.__name__.rpartition('.')[2]}.{name}", getattr(module, name))
    return "\n".join(lines) + "\n"


def _describe(name: str, thing: Any) -> list[str]:
    if name == "__version__":
        return []
    if inspect.ismodule(thing) and not callable(thing):
        return [f"{name}: a module"]
    if inspect.isclass(thing):
        members = [
            f"  .{member}{_signature(found) if callable(found) else ''}"
            for member, found in sorted(vars(thing).items())
            if not member.startswith("_") and (callable(found) or isinstance(found, property))
        ]
        if issubclass(thing, msgspec.Struct):
            fields = ", ".join(f.name if f.required else f"{f.name}=" for f in msgspec.structs.fields(thing))
            return [f"{name}({fields})", *members]
        return [f"{name}: a class", *members]
    return [f"{name}{_signature(thing)}"]


def _signature(thing: Any) -> str:
    return str(inspect.signature(thing))


def test_the_interface_stays_as_it_is() -> None:
    """Compare the interface with signatures.txt. To change it, write the new text there, and a line into
    CHANGELOG.md."""
    assert describe_interface() == SIGNATURES.read_text(encoding="utf-8")


def test_what_is_not_public_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no public name 'driver'"):
        pitboss.driver  # noqa: B018
    assert dir(pitboss) == pitboss.__all__


def test_importing_costs_nothing() -> None:
    code = "import sys, pitboss; print(sorted(m for m in sys.modules if m.startswith(('pitboss', 'numpy', 'msgspec'))))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "['pitboss']"


def test_the_games_are_listed() -> None:
    assert [game.name for game in pitboss.games()] == list(REGISTERED)
    import pitboss.games as folder  # the folder of the same name is still one

    assert folder.load("craps").name == "craps"
    assert pitboss.games()[0].wagers[:3] == ("bet 1", "bet 2", "bet 3")


def ultimate(**terms: Any) -> pitboss.Table:
    table = pitboss.open_table("ultimate-texas-holdem", **terms)
    table.sit(1, "Ann", chips=500_00)
    table.give(pitboss.Close())
    return table


def finish(table: pitboss.Table, pick: Random) -> None:
    """Finish a round: everybody wagers the least he may and answers at random."""
    while not table.over:
        asks = table.asks
        if asks.question is not None:
            question = asks.question
            table.give(pitboss.Answer(question.seat, pick.choice(question.choices), question.position))
        elif asks.waiting == "wagers":
            for seat in asks.offers:
                offer = table.asks.offers[seat][0]
                table.give(pitboss.Wager(seat, dict.fromkeys(offer.spots, offer.least)))
            table.give(pitboss.Close())
        elif asks.ruling is not None:
            table.give(pitboss.Order(asks.ruling.choices[0]))
        else:
            table.give(pitboss.Close())


def test_only_those_who_sit_are_offered_wagers() -> None:
    """Assert that a player who left a wager behind has no seat any longer."""
    for seed in range(99):
        table = pitboss.open_table("craps", seed=seed)
        for seat, name in ((1, "Ann"), (2, "Bob")):
            table.sit(seat, name, chips=500_00)
            table.give(pitboss.Wager(seat, {"pass": 500}))
        table.give(pitboss.Close())
        table.next_round()
        assert list(table.asks.offers) == [1, 2]
        table.leave(2)
        if table.view().wagers.get(2):
            break
    assert [item.wrong for item in table.refusals(pitboss.Wager(2, {"field": 500}))] == ["Nobody is in seat 2."]
    assert list(table.asks.offers) == [1]


def test_a_round_with_my_own_decisions() -> None:
    table = ultimate(seed=5)
    assert table.asks.waiting == "wagers"
    assert table.result is None
    assert table.record == b""
    with pytest.raises(ValueError, match="round 1 is not over"):
        table.next_round()
    acts = table.give(pitboss.Wager(1, {"ante": 10_00, "blind": 10_00}))
    assert [act.cite for act in acts] == ["32.6(b)", "32.6(b)"]
    table.give(pitboss.Close())
    question = table.asks.question
    assert question is not None
    assert question.choices == ("check", "play 4x", "play 3x")
    before = table.acts
    with pytest.raises(pitboss.Refused, match="answer 'check' or 'play 4x'") as refused:
        table.give(pitboss.Answer(1, "fold"))
    assert refused.value.reasons[0].cite == question.cite
    assert table.refusals(pitboss.Answer(1, "fold")) == refused.value.reasons
    assert table.refusals(pitboss.Answer(1, "check")) == ()
    assert table.acts == before
    table.give(pitboss.Answer(1, "play 4x"))
    assert table.over
    result = table.result
    assert result is not None
    [ann] = result.seats
    assert ann.after - ann.before - ann.brought == ann.net == sum(wager.net for wager in ann.wagers)
    assert table.view(1).chips[1] == 500_00 + ann.net
    assert pitboss.verify(table.record).ok
    assert pitboss.explain(table.record) == (result,)
    table.next_round()
    assert (table.round, table.asks.waiting) == (2, "wagers")


@pytest.mark.parametrize("game", list(REGISTERED))
def test_every_game_is_played_for_rounds_on_end(game: str) -> None:
    pick = Random(game)
    table = pitboss.open_table(game, seed=3)
    for seat in range(1, min(4, table.house.seats) + 1):
        table.sit(seat, f"Player {seat}", chips=2_000_00)
    for played in range(1, 6):
        assert table.round == played
        finish(table, pick)
        result = table.result
        assert result is not None
        assert sum(seat.net for seat in result.seats) == result.net
        assert len(pitboss.explain(table.record)) == played
        table.next_round()
    verdict = pitboss.verify(table.record)
    assert verdict.ok, verdict.checks
    views = list(pitboss.replay(table.record))
    assert {seen.round for seen in views} == {1, 2, 3, 4, 5}


def test_the_same_seed_deals_the_same_and_live_chance_does_not() -> None:
    def acts(table: pitboss.Table) -> tuple[pitboss.Act, ...]:
        finish(table, Random(1))
        return table.acts

    assert acts(ultimate(seed=9)) == acts(ultimate(seed=9))
    assert acts(ultimate()) != acts(ultimate())  # one in more than 2**100 that they agree


def cards_named(cards: set[str], thing: object) -> list[str]:
    """Return which of the cards a thing names, in letters or with the sign of its suit."""
    text = repr(thing)
    return [card for card in cards if re.search(rf"\b{card}\b", text) or card[0] + SUIT_SIGNS[card[1]] in text]


@pytest.mark.parametrize("game", ["let-it-ride", "three-card-poker", "ultimate-texas-holdem", "winners-pot-poker"])
def test_hidden_cards_are_not_reachable(game: str) -> None:
    """Assert at every stop of many rounds that nothing public names a card that the seat has not seen."""
    pick, stops = Random(game), 0
    table = pitboss.open_table(game, seed=11)
    for seat in range(1, 4):
        table.sit(seat, f"Player {seat}", chips=2_000_00)
    for _ in range(4):
        up: set[str] = set()  # since the round began
        while not table.over:
            if table.asks.question is None:
                step(table, pick)
                continue
            driver = vars(table)["_driver"]
            for seat in range(4):
                seen = table.view(seat)
                own = {card for at, cards in seen.hands.items() if seen.owners[at] == seat for card in cards}
                up |= {lying.card for pile in driver.table.places.values() for lying in pile if lying.up}
                secret = {lying.card for pile in driver.table.places.values() for lying in pile} - own - up
                assert not cards_named(secret, seen if seat else (seen, table.acts, table.asks, table.result, table))
                stops += 1
            assert table.record.count(b'"line":"open"') == table.round - 1  # no word of the round in play
            step(table, pick)
        table.next_round()
    assert stops > 20
    assert sorted(cards_named({"As", "Kd", "Ac"}, ("As", "Act K♦"))) == ["As", "Kd"]  # it would be noticed


def step(table: pitboss.Table, pick: Random) -> None:
    question = table.asks.question
    if question is not None:
        table.give(pitboss.Answer(question.seat, pick.choice(question.choices), question.position))
        return
    for seat, offers in table.asks.offers.items():
        table.give(pitboss.Wager(seat, dict.fromkeys(offers[0].spots, offers[0].least)))
    table.give(pitboss.Close())


def test_a_folded_hand_is_in_no_result() -> None:
    table = ultimate(seed=5)
    table.give(pitboss.Wager(1, {"ante": 10_00, "blind": 10_00}))
    table.give(pitboss.Close())
    mine = table.view(1).hands[1]
    assert HIDDEN not in mine
    for choice in ("check", "check", "fold"):
        table.give(pitboss.Answer(1, choice))
    result = table.result
    assert result is not None
    assert result.own == {}
    assert not any(card in cards for cards in result.cards.values() for card in mine)
    assert pitboss.explain(table.record) == (result,)


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"game": "poker"}, "there is no game called 'poker'"),
        ({"house": {"minimun": 5}}, "minimun: unknown key; did you mean 'minimum'"),
        ({"house": {"minimum": "five"}}, "minimum: 'five' is not an amount"),
        ({"house": {"minimum": 50, "maximum": 10}}, r"maximum: the maximum is below the minimum.*\[house:limits\]"),
        ({"house": {"seats": 0}}, "seats"),
        ({"as_of": "1990-01-01"}, "adopted on 1995-10-02; choose that day or a later one"),
        ({"as_of": "yesterday"}, "yesterday"),
        ({"readings": {"no-such": "x"}}, "no-such"),
    ],
)
def test_what_makes_no_table_is_told(terms: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=f"(?s){says}"):
        pitboss.open_table(**{"game": "let-it-ride", **terms})


def test_a_house_in_every_form(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('[[table]]\ngame = "let-it-ride"\nname = "A"\nminimum = 15\n', encoding="utf-8")
    table = pitboss.open_table("let-it-ride", house=path)
    assert (table.house.name, table.house.minimum) == ("A", 15_00)
    assert pitboss.open_table("let-it-ride", house=table.house).house is table.house
    assert pitboss.open_table("let-it-ride", house={"name": "A", "minimum": 15}).house == table.house
    with pytest.raises(ValueError, match="this is a let-it-ride table"):
        pitboss.open_table("craps", house=table.house)
    with pytest.raises(ValueError, match=r"one craps table, but it has none; add a \[\[table\]\]"):
        pitboss.open_table("craps", house=str(path))
    more = '[[table]]\ngame = "let-it-ride"\nname = "B"\n'
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    with pytest.raises(ValueError, match=r"but it has 'A', 'B'; choose one"):
        pitboss.open_table("let-it-ride", house=path)
    assert pitboss.open_table("let-it-ride", house=pitboss.houses(path)["B"]).house.name == "B"
    path.write_text('[[table]]\ngame = "let-it-ride"\nminimum = 0\n', encoding="utf-8")
    with pytest.raises(pitboss.HouseFileError, match=r"line 3, table\.1\.minimum"):
        pitboss.houses(path)


def test_records_are_read_from_a_file_too(tmp_path: Path) -> None:
    table = ultimate(seed=5)
    finish(table, Random(5))
    path = tmp_path / "a.pitboss.jsonl"
    path.write_bytes(table.record)
    assert pitboss.verify(path).ok
    assert pitboss.explain(str(path)) == pitboss.explain(table.record)
    lines = table.record.splitlines()
    assert not pitboss.verify(table.record, head=(len(lines), "0" * 64)).ok
    changed = table.record.replace(b'"choice":"', b'"choice":"x')
    assert not pitboss.verify(changed).ok
    for read in (pitboss.explain, lambda record: list(pitboss.replay(record))):
        with pytest.warns(UserWarning, match="does not have the hash"), pytest.raises(ValueError, match="line"):
            read(changed)
    with pytest.raises(ValueError, match="line 1"):
        pitboss.verify(b"no record\n")


def test_the_questions_of_analysis() -> None:
    [base, *_] = pitboss.edge("three-card-poker").wagers
    assert base.row.house_edge > 0
    again = pitboss.edge("three-card-poker", house={"minimum": 5}, bet=5)
    assert again.wagers[0].row.house_edge == base.row.house_edge
    assert pitboss.strategy("three-card-poker").tables
    assert "play" in str(pitboss.ask("three-card-poker", "Ah Kd Qs"))
    assert pitboss.exposure("three-card-poker").exposures
    with pytest.raises(ValueError, match="there is no game called"):
        pitboss.edge("poker")


def test_every_input_of_every_game_is_public() -> None:
    given = {
        *inputs.COMMON,
        *incident_kinds.INCIDENTS,
        *(kind for name in REGISTERED for kind in load(name).more_inputs),
    }
    drawn = {inputs.CardOrder, inputs.Cut, inputs.Throw, inputs.Spin}  # the table's own
    public = {getattr(pitboss.inputs, name) for name in pitboss.inputs.__all__}
    assert given - drawn <= public
    with pytest.raises(AttributeError, match="there is no input 'Cut'"):
        pitboss.inputs.Cut  # noqa: B018


def test_a_table_is_opened_again_where_its_record_ends() -> None:
    table = ultimate(seed=5)
    finish(table, Random(5))
    again = pitboss.reopen(table.record, seed=6)
    table.next_round()
    assert (again.round, again.view(1).chips, again.house, again.law) == (
        2,
        table.view(1).chips,
        table.house,
        table.law,
    )
    finish(again, Random(6))
    assert again.record.startswith(table.record)
    assert pitboss.verify(again.record).ok
    assert len(pitboss.explain(again.record)) == 2
    with pytest.raises(ValueError, match="failed verification: line 5 does not have"):
        pitboss.reopen(table.record.replace(b'"chips":50000', b'"chips":60000', 1))
    open_round = b"".join(line + b"\n" for line in table.record.splitlines()[:-1])
    with pytest.raises(ValueError, match="ends in the middle of a round"):
        pitboss.reopen(open_round)


@pytest.mark.parametrize("game", list(REGISTERED))
def test_step_by_step_the_same_happens(game: str) -> None:
    def play(table: pitboss.Table) -> tuple[pitboss.Act, ...]:
        while table.asks.waiting == "dealer":
            table.step()
        table.sit(1, "Ann", chips=2_000_00)
        if table.house.seats > 1:
            table.sit(2, "Ben", chips=2_000_00)
        pick = Random(2)
        while not table.over:
            done = len(table.acts)
            acts = table.step()
            assert table.acts[done:] == acts
            assert len(acts) <= 1
            if table.asks.waiting == "opening":
                table.give(pitboss.Close())
            elif table.asks.waiting in ("wagers", "decision"):
                step(table, pick)
        assert table.step() == ()
        return table.acts

    whole, slow = pitboss.open_table(game, seed=3), pitboss.open_table(game, seed=3, stepwise=True)
    assert play(whole) == play(slow)
    assert pitboss.verify(slow.record).ok


def test_a_card_too_many_in_the_middle_of_the_deal() -> None:
    table = pitboss.open_table("three-card-poker", seed=4, stepwise=True)
    while table.step():
        assert table.asks.waiting in ("dealer", "opening")
    table.sit(1, "Ann", chips=200_00)
    extra = pitboss.inputs.ExtraCard("hand 1")
    taken = False
    while not table.over:
        table.step()
        if table.asks.waiting == "opening":
            table.give(pitboss.Close())
        elif table.asks.waiting == "wagers":
            table.give(pitboss.Wager(1, {"ante": 5_00}))
            table.give(pitboss.Close())
        elif table.asks.question:
            table.give(pitboss.Answer(1, "play"))
        elif table.asks.waiting == "dealer" and not taken and not table.refusals(extra):
            table.give(extra)
            taken = True
    assert taken
    assert pitboss.verify(table.record).ok


def test_what_is_no_input_is_told() -> None:
    table = pitboss.open_table("craps", seed=4)
    table.sit(1, "Ann", chips=200_00)
    for wrong in (
        pitboss.Wager(1, {"pass": 10.5}),  # type: ignore[dict-item]
        pitboss.Wager("1", {"pass": 500}),  # type: ignore[arg-type]
        pitboss.inputs.ForgottenButton(),
        "pass",
    ):
        before = table.view(1)
        with pytest.raises(ValueError, match="is not an input of craps"):
            table.give(wrong)  # type: ignore[arg-type]
        assert table.view(1) == before
    for seat in (-1, table.house.seats + 1, "1"):
        with pytest.raises(ValueError, match="there is no seat"):
            table.view(seat)  # type: ignore[arg-type]


def test_refusals_of_an_input_of_another_game() -> None:
    """Assert that an input of another game is refused like any other: to ask for it is not an error."""
    table = pitboss.open_table("three-card-poker", seed=1)
    for given in (pitboss.inputs.PassDice(1), pitboss.Sit("one", "Anna", 10_000)):  # type: ignore[arg-type]
        before = table.view()
        [refused] = table.refusals(given)
        assert "three-card-poker" in refused.right
        assert refused.cite == "house:input"
        with pytest.raises(ValueError, match="is not an input of"):
            table.give(given)
        assert table.view() == before
    [foreign] = table.refusals(pitboss.inputs.PassDice(1))
    assert foreign.wrong == "“pass dice” is not an input of three-card-poker."


DAY = date(2007, 12, 1)


@pytest.mark.parametrize("day", [DAY, datetime(2007, 12, 1, 20, 30)])
def test_a_day_may_be_a_date(day: date, tmp_path: Path) -> None:
    table, same = (pitboss.open_table("let-it-ride", seed=1, as_of=each) for each in (day, DAY.isoformat()))
    assert table.view() == same.view()
    terms: dict[str, Any] = {"as_of": day}
    assert pitboss.edge("let-it-ride", **terms).json() == pitboss.edge("let-it-ride", as_of=DAY.isoformat()).json()
    assert pitboss.check("[[table]]\ngame = 'let-it-ride'\n", day) == pitboss.check(
        "[[table]]\ngame = 'let-it-ride'\n", DAY.isoformat()
    )
    log = tmp_path / "log"
    log.write_bytes(table.record or b"")
    with pytest.raises(ValueError, match="is not a date"):
        pitboss.open_table("let-it-ride", as_of=2007)  # type: ignore[arg-type]


def test_an_offered_row_stands_for_its_wager() -> None:
    """A house has one of the lettered tables, and the others are rows beside it."""
    for game, house, wager in (
        ("ultimate-texas-holdem", {"trips": "B"}, "trips"),
        ("let-it-ride", {"three-card-bonus": "C"}, "three card bonus"),
    ):
        report = pitboss.edge(game, house=house)
        row = report[wager]
        assert (row.variant, row.offered) == (next(iter(house.values())), True)
        for letter in "ABCD":
            if any(each.row.variant == letter for each in report.wagers):
                assert report[wager, letter].variant == letter
        offered = {(each.row.wager, each.row.variant): each.row.offered for each in report.wagers}
        for told in (report.json()["wagers"], report.records(), report.outcomes().json()["wagers"]):
            assert {(each["wager"], each["variant"]): each["offered"] for each in told} == offered
        assert {each["offered"] for each in report.outcomes().records()} == set(offered.values())
        lines = [line for line in report.to_text().splitlines() if line.startswith(f"  {wager} ")]
        marks = [line.split(row.unit)[0].split()[-2] == "no" for line in lines]
        assert marks == [not offered[key] for key in offered if key[0] == wager]
        # The readings below name the same rows, with the same marks.
        below = report.to_text().partition("Readings that change an edge")[2].splitlines()
        for key, is_offered in offered.items():
            for line in (line for line in below if f"  {' '.join(filter(None, key))}  " in line):
                assert (line.split()[-2] == "no") == (not is_offered), line
    assert pitboss.edge("let-it-ride")["three card bonus"].variant == "A"  # none is offered: the first
