"""Checks the frozen corpus: same `behaviour`, same acts. docs/corpus.md says what it holds."""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from corpus import frozen as corpus
from corpus import held as held_page
from corpus import make as corpus_make
from corpus import page as corpus_page
from corpus import stale
from corpus.changelog import CHANGELOG, HEAD, faults, faults_of_form, rows
from corpus.frozen import FOLDER, MOST_BYTES, describe_differences, differences, path_of, read, trouble, watched_by
from corpus.grid import KIND, READING, cells
from corpus.kinds import act_kinds
from corpus.make import RefusedError, make
from corpus.page import load_corpus, section
from corpus.scenes import FailedError, watch_law_tests
from corpus.stale import acts_not_shown, golden_rounds
from corpus.survey import AS_ACT, AS_WAIT, OTHERWISE, ChangedError, Seam, Survey, survey
from kit.parts import ROOT, ROUNDS
from kit.series import SOAK
from pitboss.engine.carry import Carry, pack
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.inputs import Input
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, Procedure, Refusal
from pitboss.games import REGISTERED, load
from pitboss.law.register import register
from pitboss.table.steps import Announce, Step
from pitboss.table.table import Table
from toy import GAME as TOY

PAGE = ROOT / "docs" / "corpus.md"
HANDFUL = 5  # rounds under a choice of a reading, whether they ask for it or not
EACH = 8  # of so many rounds one is played again where it is a change, and not the corpus, that is looked at
every_game = pytest.mark.parametrize("name", REGISTERED)
SMALLEST = "three-card-poker"  # its corpus: what the grid says changes by `make corpus` alone
some_games = pytest.mark.parametrize(
    "name", [SMALLEST, *(pytest.param(name, marks=SOAK) for name in REGISTERED if name != SMALLEST)]
)


def survey_or_skip(name: str) -> Survey:
    """Return the survey of a game's corpus. Skip the test if acts differ, which have a test of their own; the grid of
    such a corpus says nothing."""
    try:
        return corpus_page.survey_of(name)
    except ChangedError as changed:
        pytest.skip(str(changed))


# --- what is frozen


@every_game
@pytest.mark.parametrize("one_in", [3, pytest.param(1, marks=SOAK)])
def test_acts_are_as_they_were(name: str, one_in: int) -> None:
    if wrong := trouble(load(name), one_in=one_in):
        pytest.fail(wrong, pytrace=False)


def test_every_game_has_its_file_and_all_are_small() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {path_of(name).name for name in REGISTERED}
    assert not {file.name: size for file in FOLDER.iterdir() if (size := file.stat().st_size) > MOST_BYTES}


@every_game
def test_golden_rounds_and_a_thousand_seeded_ones_are_in(name: str) -> None:
    sources = Counter(kept.decoded_opening.where.partition(":")[0] for kept in load_corpus(name)[1])
    assert sources["seeded"] == 1_000
    golden = golden_rounds(name)
    assert {each.decoded_opening.where for each in golden} == {
        f"golden: {scenario.__name__}" for scenario in ROUNDS[name]
    }
    assert load_corpus(name)[1][: sources["golden"]] == golden, "a golden round is another one: run 'make renew'"


@some_games
def test_no_cell_of_the_grid_is_empty(name: str) -> None:
    found = survey_or_skip(name)
    assert not found.empty(), f"nothing in the corpus of {name} shows these: run 'make corpus', or write a golden round"


@some_games
def test_cells_are_left_empty_by_rule_only(name: str) -> None:
    """Check that every cell that a rule leaves empty is empty, and that the reason for every rule is known."""
    found = survey_or_skip(name)
    left = found.impossible
    assert left.keys() <= set(cells(found.game))
    assert all(left.values())
    assert not {cell: found.counts[cell] for cell in left if found.counts[cell]}


@some_games
def test_every_choice_of_a_reading_has_a_handful_of_rounds(name: str) -> None:
    found = survey_or_skip(name)
    few = {
        cell: found.chosen[cell] for cell in cells(found.game) if cell[0] == READING and found.chosen[cell] < HANDFUL
    }
    assert not few


@some_games
def test_no_act_is_of_a_kind_that_the_source_does_not_make(name: str) -> None:
    """Check that the list of kinds is complete; otherwise the grid would not be."""
    known = {kind.__name__ for kind in act_kinds(load(name))}
    assert {cell[1] for cell in survey_or_skip(name).counts if cell[0] == KIND} <= known


@some_games
def test_paragraphs_of_acts_are_carried_out_by_acts(name: str) -> None:
    """Check that acts carry them out, or a question that the dealer asks, or the order of acts; nothing else counts."""
    found, package = survey_or_skip(name), load(name).package
    acts = {key for key, each in register(package).items() if each.kind == "act"}
    assert {key for key in acts if not found.ways[key] & {AS_ACT, AS_WAIT, OTHERWISE}} == set()


def test_every_act_of_golden_rounds_and_law_tests_is_in() -> None:
    """Compare acts by their kind, their citation and the text."""
    for name, where in acts_not_shown():
        pytest.fail(f"{name}: {where} does what no round of the corpus shows: run 'make renew'")


def test_what_is_frozen_has_no_reason_to_be_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert stale.reasons([SMALLEST]) == {}
    monkeypatch.setattr(stale, "_acts_shown", lambda name: ())
    assert "does what no round shows" in stale.reasons([SMALLEST])[SMALLEST]
    monkeypatch.setattr(stale, "golden_rounds", lambda name: load_corpus(name)[1][1:3])
    assert stale.reasons([SMALLEST]) == {SMALLEST: "golden rounds are others"}
    monkeypatch.setattr(stale, "load", lambda name: with_behaviour(load(name), 99))
    assert "it is of behaviour" in stale.reasons([SMALLEST])[SMALLEST]


@some_games
def test_the_page_has_a_row_for_every_cell_of_a_game(name: str) -> None:
    survey_or_skip(name)
    assert section(name).startswith(f"## {load(name).title}\n")
    assert section(name).count("\n") > 10


@every_game
def test_the_page_of_what_is_held_counts_no_law_where_none_is_held(name: str) -> None:
    game, acts = load(name), held_page.count_citations(name).acts
    told = held_page.section(name)
    assert ("Held: nothing." in told) == game.is_beyond
    assert "beyond:" not in told  # neither as a section that is not held nor beside a reading
    assert (acts["paragraph"] == 0) == (acts["beyond"] > 0) == game.is_beyond
    assert acts.total() == sum(acts[family] for family in held_page.FAMILIES)
    (row,) = (line for line in held_page.page().splitlines() if line.startswith(f"| {game.title} |"))
    total, *cells = (cell.split()[0] for cell in row.split("|")[2:-1])
    assert [int(cell.replace(",", "")) for cell in cells] == [acts[family] for family in held_page.FAMILIES]
    assert int(total.replace(",", "")) == acts.total()


def test_the_page_of_what_is_held_names_no_span_without_a_day() -> None:
    page = held_page.page()
    assert page.count("Held: nothing.") == sum(load(name).is_beyond for name in REGISTERED) == 6
    assert "(from " not in re.sub(r"\(from \d[\d.()a-z-]* on\)", "", page)
    families = {"18.10(c)": "paragraph", "1.2(a)2iv": "paragraph", "beyond:sic-bo.6(b)": "beyond"}
    families |= {"reading:the-throw": "reading", "house:seats": "house"}
    families |= {"beyond:minibaccarat.9(f)": "assumed", "beyond:baccarat.6(a)": "assumed"}  # no source says these
    assert {cite: held_page.family_of(cite) for cite in families} == families


# --- CHANGELOG.md


@every_game
def test_every_number_has_its_row_in_the_changelog(name: str) -> None:
    assert faults(load(name), CHANGELOG.read_text(encoding="utf-8")) == []


def test_no_row_of_the_changelog_is_about_no_game() -> None:
    games = {row["game"] for row in rows(CHANGELOG.read_text(encoding="utf-8"))}
    assert games == set(REGISTERED)


def test_the_changelog_keeps_its_form() -> None:
    assert faults_of_form(CHANGELOG.read_text(encoding="utf-8")) == []


def with_behaviour(game: Game, number: int) -> Game:
    return replace(game, editions=replace(game.editions, behaviour=number))


FIRST = "| high-card | 1 | 2000-01-01 | all paragraphs held | The first number. |\n"
SECOND = "| high-card | 2 | 2000-01-01 | 99.3(b), reading:odd-chip | Cards are dealt otherwise. |\n"
CHANGES = f"""# Changelog

## [Unreleased]

### Added

- A table.

### Behaviour

{HEAD}{SECOND}
## [0.2.0] - 2026-11-16

### Fixed

- A chip.

## [0.1.0] - 2026-11-15

The first version.

### Behaviour

{HEAD}{FIRST}"""


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (SECOND + FIRST, []),
        (FIRST, ["no row for behaviour 2"]),
        ("", ["no row for behaviour 1", "no row for behaviour 2"]),
        (SECOND.replace("99.3(b)", "99.3(z)") + FIRST, ["names 99.3(z)"]),
        (SECOND.replace("odd-chip", "no-such") + FIRST, ["names reading:no-such"]),
        (SECOND.replace("2000-01-01", "1999-01-01") + FIRST, ["names the text 1999-01-01", "names 99.3(b)"]),
        (FIRST.replace("1", "2", 1) + FIRST, ["must name the paragraphs"]),
        (SECOND + SECOND + FIRST, ["two rows for behaviour 2"]),
        (SECOND.replace("2", "3", 1) + SECOND + FIRST, ["no behaviour 3 yet"]),
        (SECOND.replace("| 2000-01-01 ", "") + FIRST, ["no row for behaviour 2"]),
        (SECOND.replace("Cards are dealt otherwise.", "") + FIRST, ["no row for behaviour 2"]),
    ],
)
def test_a_wrong_row_is_noticed(lines: str, wrong: list[str]) -> None:
    found = faults(with_behaviour(TOY, 2), f"# Changelog\n\n## [Unreleased]\n\n### Behaviour\n\n{HEAD}{lines}")
    assert len(found) == len(wrong)
    assert all(part in fault for part, fault in zip(wrong, found, strict=True))


@pytest.mark.parametrize(
    ("was", "is_now", "wrong"),
    [
        ("", "", []),
        ("## [Unreleased]\n", "## [0.3.0] - 2026-11-17\n", ["does not come first"]),
        ("## [0.2.0] - 2026-11-16", "## 0.2.0", ["0.2.0 is not"]),
        ("[0.2.0] - 2026-11-16", "[0.0.9] - 2026-11-16", ["stands above"]),
        ("[0.2.0] - 2026-11-16", "[0.10.0] - 2026-11-14", ["stands above"]),
        ("### Fixed", "### Mended", ["0.2.0] - 2026-11-16 has Mended"]),
        ("### Added", "### Fixed\n\n### Added", ["[Unreleased] has Fixed, Added, Behaviour"]),
        (HEAD + SECOND, SECOND, ["[Unreleased] has no table"]),
        (SECOND, SECOND + SECOND.replace("| 2 |", "| two |"), ["this is not | <game> |"]),
        (SECOND, SECOND.replace("2000-01-01", ""), ["this is not | <game> |"]),
        ("- A chip.\n", FIRST, ["a row outside of Behaviour"]),
    ],
)
def test_another_form_is_noticed(was: str, is_now: str, wrong: list[str]) -> None:
    found = faults_of_form(CHANGES.replace(was, is_now, 1))
    assert len(found) == len(wrong)
    assert all(part in fault for part, fault in zip(wrong, found, strict=True))


# --- it notices: whatever is changed, wherever


def first(game: Game) -> corpus.Difference | None:
    return next(differences(game, load_corpus(game.name)[1]), None)


def some_game() -> Game:
    return load(next(iter(REGISTERED)))


@every_game
def test_other_words_for_an_act_of_the_game_are_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(name)
    kinds = [kind for kind in act_kinds(game) if "tell" in vars(kind) and not kind.__subclasses__()]
    kinds.sort(key=lambda kind: not kind.__module__.startswith(game.package))  # not every game has acts of its own
    for kind in kinds:
        act = b'[{"act":"%b",' % str(kind.__struct_config__.tag).encode()
        acts = [[line for line in kept.log if line.startswith(act)] for kept in load_corpus(name)[1]]
        cites = {cite for lines in acts for line in lines for cite in corpus.cites_in(line)}
        if cites and not any(cite.startswith("house:") for cite in cites):
            break
    done = [bool(lines) for lines in acts]
    from_here = done.index(True)
    monkeypatch.setattr(kind, "tell", lambda step: "It is done otherwise.")
    with watched_by(None):
        found = list(differences(game, load_corpus(name)[1][from_here::EACH]))
    behaviour = game.editions.behaviour
    told = describe_differences(game, behaviour, found, load_corpus(name)[0].rounds)
    assert told.startswith(
        f"{name}, behaviour {behaviour}: round {found[0].round} ({found[0].where}), act {found[0].act} differs\n"
    )
    assert "\n  was: " in told
    assert f"\n  is:  {json.loads(found[0].now)[0]['cite']} It is done otherwise.\n" in told
    [path] = re.findall(r"raise `behaviour` in (\S+),", told)
    assert (ROOT / path).is_file()
    line = told.rpartition("\n")[2].strip()
    assert line.startswith(f"| {name} | {behaviour + 1} | ")
    log = CHANGELOG.read_text(encoding="utf-8").replace(HEAD, f"{HEAD}{line} It is told otherwise. |\n", 1)
    assert faults(with_behaviour(game, behaviour + 1), log) == faults_of_form(log) == []
    assert len(found) == sum(done[from_here::EACH])


def other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change words in table/."""
    monkeypatch.setattr(Announce, "tell", lambda step: f"Somebody announces: {step.words}.")


def other_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change an effect in table/ without changing its words."""
    plain = Table.live_positions

    def live_positions(t: Table) -> Any:
        return plain(t)[1:]

    monkeypatch.setattr(Table, "live_positions", live_positions)


def other_carry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change a carry in engine/."""

    def other(t: Table, carry: Carry) -> Carry:
        return msgspec.structs.replace(pack(t, carry), round=carry.round + 2)

    monkeypatch.setattr("pitboss.engine.driver.pack", other)


def other_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change what a refusal rests on, in engine/. The words of a refusal do not matter."""
    monkeypatch.setattr(Ask, "_why_not", lambda ask, given: [Refusal("house:round", "no", "yes")])


def other_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change a number in common/ that only a question shows."""
    monkeypatch.setattr("pitboss.common.shuffle.FEWEST_CUT", 11)


def other_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the readings in law/."""
    monkeypatch.setattr("pitboss.law.rules.Rules.reads", lambda rules, reading: "otherwise")


@pytest.mark.parametrize(
    "change",
    [other_words, other_effect, other_carry, other_refusal, other_cut, other_readings],
    ids=lambda c: c.__name__,
)
def test_a_change_is_noticed(change: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a change makes a difference. Another test checks that there is none without it."""
    change(monkeypatch)
    with watched_by(None):
        assert first(some_game()) is not None


class Other(Seam):
    """A watcher by which a paragraph is not in force, or a number of the law is another one."""

    def __init__(self, off: str = "", more: int = 0) -> None:
        super().__init__()
        self.off, self.more = off, more

    def in_force(self, paragraph: str) -> bool:
        return paragraph != self.off

    def number(self, paragraph: str, key: str, number: int) -> int:
        return number + self.more


@every_game
def test_a_paragraph_that_is_not_in_force_is_noticed(name: str) -> None:
    """Suspend the first paragraph that moves chips. An act that only says something leaves no trace in the acts after
    it."""
    game = load(name)
    lines = (
        line
        for kept in load_corpus(name)[1]
        for line in kept.log
        if line.startswith(corpus.ACT) and b'"cents":' in line
    )
    cited = (cite for line in lines for cite in corpus.cites_in(line) if cite.startswith(game.subchapter or "beyond:"))
    with watched_by(Other()):
        assert not any(differences(game, load_corpus(name)[1][::EACH]))
    with watched_by(Other(off=next(cited))):
        assert first(game) is not None


def test_a_number_of_the_law_is_noticed() -> None:
    with watched_by(Other(more=1)):
        assert first(some_game()) is not None


def test_the_order_of_acts_is_noticed() -> None:
    """Let two announcements of the dealer trade places."""
    game = some_game()

    def play(r: Round[Any]) -> Procedure:
        procedure, value, late = game.play(r), None, list[Step]()
        while True:
            try:
                item = procedure.send(value)
            except StopIteration:
                return
            value = None
            if isinstance(item, Announce) and not late:
                late.append(item)
            else:
                value = yield item
                if late:
                    yield late.pop()

    with watched_by(None):
        found = first(replace(game, play=play))
    assert found is not None
    assert b"announce" in found.was


def test_an_error_is_told_as_a_difference() -> None:
    def raise_error(r: Round[Any]) -> Procedure:
        raise ZeroDivisionError("nothing works")
        yield

    with watched_by(None):
        found = first(replace(some_game(), play=raise_error))
    assert found is not None
    assert "it breaks off, ZeroDivisionError: nothing works" in describe_differences(some_game(), 1, [found], 1)


def test_other_words_of_a_refusal_are_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Driver.refusals

    def reword(driver: Driver, given: Input) -> list[Refusal]:
        return [msgspec.structs.replace(each, wrong="no", right="yes") for each in plain(driver, given)]

    monkeypatch.setattr(Driver, "refusals", reword)
    with watched_by(None):
        assert first(some_game()) is None


def test_strategies_have_no_say() -> None:
    with watched_by(None):
        assert first(replace(some_game(), strategies={}, offers=lambda *_: 1 / 0)) is None  # type: ignore[arg-type]


# --- only make corpus writes it


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., list[str]]:
    """Return a function that writes the corpus of the toy game, unchanged or changed, into an empty folder and returns
    the output."""
    monkeypatch.setattr(corpus_make, "watch_law_tests", lambda game: ())

    def run(game: Game = TOY, lines: str = FIRST) -> list[str]:
        told: list[str] = []
        make(game, tmp_path, f"## [Unreleased]\n\n### Behaviour\n\n{HEAD}{lines}", 12, told.append)
        return told

    return run


def test_a_new_game_needs_nothing_but_its_registration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus_make, "watch_law_tests", lambda game: ())
    monkeypatch.setitem(REGISTERED, TOY.name, TOY.package)
    found = survey(TOY, corpus_make.rounds_of(TOY, 200))
    assert found.sources == {"seeded": 200}
    # A table that cannot pay is shown by golden rounds, which a game has none of on its first day.
    assert {kind for _, kind in found.empty()} <= {"SayShort", "PaymentWaits", "BringFill", "SendCredit"}


def shouting(r: Round[Any]) -> Procedure:
    procedure, value = TOY.play(r), None
    while True:
        try:
            item = procedure.send(value)
        except StopIteration:
            return
        value = yield Announce(item.cite, item.words.upper()) if isinstance(item, Announce) else item


def test_nothing_changed_and_nothing_is_written(toys: Callable[..., list[str]], tmp_path: Path) -> None:
    assert "12 rounds written" in toys()[0]
    file = path_of(TOY.name, tmp_path)
    before, when = file.read_bytes(), file.stat().st_mtime_ns
    assert "nothing to write" in toys()[0]
    assert file.stat().st_mtime_ns == when
    file.unlink()
    toys()
    assert file.read_bytes() == before


def test_changed_acts_under_the_same_number_are_refused(toys: Callable[..., list[str]], tmp_path: Path) -> None:
    toys()
    before = path_of(TOY.name, tmp_path).read_bytes()
    changed = replace(TOY, play=shouting)
    assert "differs" in trouble(changed, tmp_path)
    with pytest.raises(RefusedError, match=r"high-card, behaviour 1: round 1 \(seeded: .*\), act \d+ differs\n  was: "):
        toys(changed)
    assert path_of(TOY.name, tmp_path).read_bytes() == before


def test_a_new_number_needs_its_row(toys: Callable[..., list[str]], tmp_path: Path) -> None:
    toys()
    before = path_of(TOY.name, tmp_path).read_bytes()
    changed = with_behaviour(replace(TOY, play=shouting), 2)
    assert trouble(changed, tmp_path) == (
        "the corpus of high-card is of behaviour 1, and it is 2 now: run 'make corpus'"
    )
    with pytest.raises(RefusedError, match="no row for behaviour 2"):
        toys(changed)
    assert path_of(TOY.name, tmp_path).read_bytes() == before
    assert "behaviour 1 is now 2; 12 of 12 rounds differ" in toys(changed, SECOND + FIRST)[0]
    assert trouble(changed, tmp_path) == ""
    assert read(path_of(TOY.name, tmp_path))[0].behaviour == 2
    with pytest.raises(RefusedError, match="never lowered"):
        toys(TOY)
    path_of(TOY.name, tmp_path).unlink()
    with pytest.raises(RefusedError, match="there was a corpus before behaviour 2"):
        toys(changed, SECOND + FIRST)


def test_a_test_that_fails_is_mended_first(
    toys: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails() -> None:
        raise AssertionError("nothing is paid")

    monkeypatch.setitem(ROUNDS, TOY.name, (fails,))
    with pytest.raises(RefusedError, match=r"golden: fails fails, AssertionError: nothing is paid; correct that first"):
        toys()
    assert not path_of(TOY.name, tmp_path).exists()


def test_a_law_test_that_fails_is_the_business_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a game without cards, which has no deck that could be short of one."""
    monkeypatch.setattr("pitboss.common.stub.WHOLE_DECK", 51)
    without = next(name for name in REGISTERED if not load(name).opening(load(name).house.usual()).decks)
    others = next(name for name in REGISTERED if name != without)
    with watched_by(None):
        assert any(watch_law_tests(without))
        with pytest.raises(FailedError, match="law: test_"):
            list(watch_law_tests(others))


def test_a_file_that_was_touched_is_noticed(toys: Callable[..., list[str]], tmp_path: Path) -> None:
    assert "has no corpus" in trouble(TOY, tmp_path)
    toys()
    file = path_of(TOY.name, tmp_path)
    touched = lzma.decompress(file.read_bytes()).replace(b"The dealer", b"A dealer", 1)
    file.write_bytes(corpus.pack(touched))
    assert "not as it was written" in trouble(TOY, tmp_path)
    with pytest.raises(RefusedError, match="not as it was written"):
        toys()
    file.write_bytes(file.read_bytes()[:-20])
    assert "cannot be read" in trouble(TOY, tmp_path)
