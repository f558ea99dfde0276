"""The card table in the terminal, which knows no game: every registered card game, and the toy game of
docs/adding-a-game.md.

All are played by keys through the real loop. PITBOSS_UPDATE=1 rewrites the screens in the games' folders instead of
comparing them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kit import conformance
from kit.parts import WITH_CARDS, folder_of, part
from kit.series import first, for_soak, series
from kit.terminal import Person, ScriptedTerminal
from pitboss.cli.commands.play import RecordFile
from pitboss.cli.main import main
from pitboss.cli.tables import find_sitting
from pitboss.cli.tables.cards.planned_wagers import WagerPlan
from pitboss.cli.tables.cards.table_session import CardSitting
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Look
from pitboss.cli.terminal.screen import HEIGHT, WIDEST, WIDTH
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine import chance
from pitboss.engine.game import Company, Game, Offer
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Sit
from pitboss.games import REGISTERED, load
from pitboss.law.rules import Rules
from pitboss.record.replay import RoundRecord, read
from pitboss.record.verify import verify
from pitboss.table.cards import FULL_DECK, pretty
from pitboss.table.money import Money, dollars
from pitboss.table.table import Table, hand
from toy import GAME as TOY

ENTER, Q = keys.ENTER, "q"
STRANGE = "~"  # a key that means nothing anywhere
MOST_KEYS = 400  # nobody needs so many for the few rounds played here


def has_cards(game: Game) -> bool:
    house: House = game.house.usual()
    return find_sitting(house) is CardSitting


GAMES = {game.name: game for game in (*map(load, REGISTERED), TOY) if has_cards(game)}
IN_EVERY_RUN = ("ultimate-texas-holdem", "winners-pot-poker", TOY.name)  # the others in a soak
every_game = pytest.mark.parametrize("name", [name if name in IN_EVERY_RUN else for_soak(name) for name in GAMES])


def has_decisions(game: Game) -> bool:
    """Return whether players decide anything after they have wagered; in some games they only watch."""
    setting = conformance.as_it_comes(game, game.editions.newest)
    rounds = (conformance.Round(setting, seed) for seed in range(10))
    return any(played.driver.question for played in rounds for _ in played.moments())


ASKING = [name for name, game in GAMES.items() if has_decisions(game)]
every_game_that_asks = pytest.mark.parametrize("name", ASKING)


@pytest.fixture(autouse=True)
def _toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game: records name their game, and a replay loads it by that name."""
    monkeypatch.setitem(REGISTERED, TOY.name, TOY.package)


# --- someone who reads the screen


def question(lines: Sequence[str]) -> str:
    """Return the question, between the panel and the keys."""
    return lines[-3].strip()


def is_wagering(lines: Sequence[str]) -> bool:
    return "Place your bets, please" in question(lines)


def is_settled(lines: Sequence[str]) -> bool:
    return "Settled" in question(lines)


def choices(lines: Sequence[str]) -> dict[str, str]:
    """Return the keys on offer for a decision with what they stand for; empty if there is no decision."""
    found = re.findall(r"(\S[^()]*?) \((\w)\)", lines[-2].replace("▸", " "))
    return {key: words.strip() for words, key in found}


class Reader(ScriptedTerminal):
    """A person who reads the screen, presses the keys that `press` returns, and leaves after some rounds."""

    def __init__(self, press: Callable[[list[str]], str], rounds: int = 1, size: tuple[int, int] = (WIDTH, HEIGHT)):
        super().__init__((), size)
        self.press = press
        self.rounds = rounds
        self.pressed: list[str] = []

    def key(self, seconds: float | None) -> str:
        if seconds is not None:
            return keys.NOTHING
        lines = self.shown[-1]
        if is_settled(lines) and not is_settled(self.asked[-1]):
            self.rounds -= 1
        self.asked.append(lines)
        over = not self.rounds or len(self.pressed) > MOST_KEYS
        self.pressed.append(Q if over else self.press(lines))
        return self.pressed[-1]


def press_first_choice(lines: list[str]) -> str:
    """Deal, or take the first choice."""
    return keys.RIGHT if choices(lines) and not re.search("[▸>]", lines[-2]) else ENTER


def press_random_choice(seed: int) -> Callable[[list[str]], str]:
    """Return a function that wagers what the form offers and answers every question by a random key."""
    drawn = Random(seed)
    return lambda lines: drawn.choice(list(choices(lines)) or [ENTER])


# --- a table


class Session:
    """A session that was played, with its screens and its record."""

    def __init__(self, terminal: ScriptedTerminal, sitting: CardSitting, path: Path) -> None:
        self.terminal, self.sitting, self.path = terminal, sitting, path

    @property
    def screens(self) -> list[str]:
        return ["\n".join(lines) for lines in self.terminal.asked]

    @property
    def rounds(self) -> list[RoundRecord]:
        """The rounds of the record. All are complete, except that the last may end with the person leaving."""
        raw = self.path.read_bytes()
        assert verify(raw, None).ok
        _, rounds = read(raw)
        assert all(record.closing for record in rounds[:-1])
        assert rounds[-1].closing or any(body.get("input") == "leave" for _, _, body in rounds[-1].lines)
        return rounds

    def inputs_of(self, kind: str) -> list[dict[str, Any]]:
        """Return the person's inputs of one kind."""
        lines = [body for record in self.rounds for _, _, body in record.lines]
        return [body for body in lines if body.get("input") == kind and body.get("seat") == self.sitting.person]


Play = Callable[..., Session]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Return a function that plays a seeded table by a script of keys, or by a person who reads the screen."""

    def play_table(
        name: str,
        *script: str,
        by: ScriptedTerminal | None = None,
        seed: int = 0,
        seats: int = 3,
        look: Look | None = None,
        size: tuple[int, int] = (WIDTH, HEIGHT),
        at: tuple[Rules, House] | None = None,
        company: str = "",
        **house: Any,
    ) -> Session:
        game = GAMES[name]
        rules, table = at or (game.rules({}), game.house.usual(**house))
        usual = ROUNDS[name][0] if game.rests and name in ROUNDS else 1  # not every round from a shoe asks something
        source = chance.seeded_source(seed or usual)
        terminal = by or ScriptedTerminal(script, size)
        path = tmp_path / "played.pitboss.jsonl"
        path.unlink(missing_ok=True)
        with RecordFile(path, source) as record:
            setting = TableTerms(game, rules, table, source, min(seats, table.seats), record.append, company)
            sitting = CardSitting(setting, terminal, look or Look())
            sitting.play()
        return Session(terminal, sitting, path)

    return play_table


# --- a round


@every_game
@pytest.mark.parametrize("seed", series(1, 3))
def test_a_round_is_played_by_the_keys_on_the_screen(play: Play, name: str, seed: int) -> None:
    rounds = 30 if GAMES[name].rests else 3  # of a shoe a question is rare: one round in thirteen goes to war
    played = play(name, by=Reader(press_random_choice(seed), rounds=rounds), seed=seed)
    assert len(played.rounds) == played.sitting.tally.rounds == rounds
    asked = [lines for lines in played.terminal.asked if choices(lines)]
    assert asked or name not in ASKING, "nobody asked anything"
    # What was pressed is what was answered, in the words beside the key.
    assert isinstance(played.terminal, Reader)
    pressed = zip(played.terminal.asked, played.terminal.pressed, strict=True)
    answered = [choices(lines)[key] for lines, key in pressed if choices(lines)]
    assert [body["choice"] for body in played.inputs_of("answer")] == answered
    assert not any(body.get("by") for body in played.inputs_of("answer"))


@every_game_that_asks
def test_enter_alone_decides_nothing(play: Play, name: str) -> None:
    """Press Enter at a question: pressed once too often, it must not fold."""
    told: list[str] = []

    def press(lines: list[str]) -> str:
        if choices(lines):
            assert "▸" not in lines[-2]
            told.append(" ".join(" ".join(lines[-7:-3]).split()))
            return Q if len(told) > 1 else ENTER
        return ENTER

    played = play(name, by=Reader(press, rounds=30))
    assert "Enter does nothing here: move to a choice first" in told[-1]
    assert all(body["by"] == "clock" for body in played.inputs_of("answer"))


@every_game_that_asks
def test_arrows_and_enter_answer_too(play: Play, name: str) -> None:
    """Press left from the first choice, which moves to the last one."""
    turned: list[list[str]] = []

    def press(lines: list[str]) -> str:
        if choices(lines) and "▸" not in lines[-2]:
            turned.append(lines)
            return keys.LEFT
        return ENTER

    played = play(name, by=Reader(press))
    assert turned
    wanted = [list(choices(lines).values())[-1] for lines in turned]
    assert [body["choice"] for body in played.inputs_of("answer")] == wanted


@every_game
def test_the_settled_round_is_told_and_explained(play: Play, name: str) -> None:
    answers = iter(("y", "y", Q))
    played = play(
        name, by=Reader(lambda lines: next(answers) if is_settled(lines) else press_first_choice(lines), rounds=2)
    )
    told, reasons, again = played.screens[-3:]
    assert again == told
    assert "── why ──" in reasons
    assert re.search(r"(You (win|lose) \$|You come out even)", told)
    mine = next(story for story in played.sitting.stories if story.seat == played.sitting.person)
    assert mine.wagers
    for wager in mine.wagers:
        assert f"{wager.spot} " in told
        assert wager.cite in reasons
    assert f"result {'+' if mine.net > 0 else ''}" in told


# --- the captured screens

# A round of each game that is worth a look: the cards, and what is answered. A game whose own tests look at its
# screens, in its test_terminal.py, names none.
ROUNDS: dict[str, tuple[int, str]] = {
    **{name: part(name, "scene").SHOWN for name in WITH_CARDS if not (folder_of(name) / "test_terminal.py").exists()},
    TOY.name: (1, "p"),
}


def wagers_left_out(lines: Sequence[str]) -> list[str]:
    """Return the keys of the wagers on the form that are left out."""
    return [key for line in lines[9:14] for key in re.findall(r"\[ \] .*\((\w)\)", line)]


def capture_screens(play: Play, name: str) -> dict[str, list[str]]:
    """Return the screens to compare: the form with all wagers that go together, first and last question, settlement and
    why."""
    seed, said = ROUNDS[name]
    answers = iter(said)
    tried: set[str] = set()

    def press(lines: list[str]) -> str:
        if is_settled(lines):
            return "y" if "── what the dealer does" in "\n".join(lines) else Q
        if choices(lines):
            return next(answers)
        if key := next((key for key in wagers_left_out(lines) if key not in tried), ""):
            tried.add(key)
            return key
        tried.clear()  # another form may come
        return ENTER

    asked = play(name, by=Reader(press, rounds=2), seed=seed).terminal.asked
    forms, questions = [lines for lines in asked if is_wagering(lines)], [lines for lines in asked if choices(lines)]
    first = {"first_question": questions[0]} if questions[1:] else {}
    last = {"last_question": questions[-1]} if questions else {}
    return first | last | {"wagers": forms[-1], "settlement": asked[-2], "why": asked[-1]}


@pytest.mark.parametrize("name", ROUNDS)
def test_screens(play: Play, name: str) -> None:
    folder = folder_of(name) / "screens"
    found = {what: "\n".join(lines) + "\n" for what, lines in capture_screens(play, name).items()}
    if os.environ.get("PITBOSS_UPDATE"):
        folder.mkdir(exist_ok=True)
        for what, text in found.items():
            (folder / f"{what}.txt").write_text(text, encoding="utf-8")
    assert {path.stem: path.read_text(encoding="utf-8") for path in folder.iterdir()} == found


@pytest.mark.parametrize("name", [name for name in ROUNDS if GAMES[name].is_beyond])
@pytest.mark.parametrize("width", [WIDTH, WIDEST])
def test_a_game_without_a_held_text_says_so_on_every_screen(play: Play, name: str, width: int) -> None:
    shown = play(name, by=Reader(press_first_choice, size=(width, HEIGHT))).screens
    tables = [screen.partition("\n")[0] for screen in shown if "round 1" in screen.partition("\n")[0]]
    assert tables
    assert all("not law" in heading for heading in tables)


def test_every_game_has_screens() -> None:
    assert all(any((folder_of(name) / "screens").glob("*.txt")) for name in REGISTERED)


# --- what the screen shows


def drawn_cards(lines: Sequence[str]) -> set[str]:
    """Return the cards whose faces are shown: in a row of text, or in a frame with the rank above the suit."""
    shown = {pretty(card): card for card in FULL_DECK}
    found = set(re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", "\n".join(lines)))
    for above, below in pairwise(lines):
        for match in re.finditer(r"│(10|[2-9JQKA]) +│", above):
            found.add(match[1] + below[match.end() - 2 : match.end() - 1])
    return {shown[signs] for signs in found}


class WatchfulReader(Reader):
    """A person who compares every screen with the table that it shows."""

    def __init__(self, press: Callable[[list[str]], str]) -> None:
        super().__init__(press, rounds=2)
        self.sitting: CardSitting | None = None
        self.turned: set[str] = set()
        self.round = 0

    def show(self, lines: Sequence[str]) -> None:
        super().show(lines)
        assert self.sitting is not None
        table, person = self.sitting.round.driver.table, self.sitting.person
        if self.round != self.sitting.round.seen.round:
            self.round, self.turned = self.sitting.round.seen.round, set()
        own = set(table.faces(hand(person))) if person in table.examined else set()
        self.turned |= own | {lying.card for pile in piles_on_layout(table) for lying in pile if lying.up}
        drawn = drawn_cards(lines[: next(row for row, line in enumerate(lines) if line.startswith(" ── "))])
        assert drawn <= self.turned, f"{drawn - self.turned} nobody has shown him"
        if choices(lines):
            assert own <= drawn, "his own cards are not to be seen"


def piles_on_layout(table: Table) -> Iterator[list[Any]]:
    for place, pile in table.places.items():
        if place in ("community", "dealer") or place.startswith("hand "):
            yield pile


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_exactly_the_visible_cards_are_drawn(play: Play, name: str, seed: int, tmp_path: Path) -> None:
    game, source = GAMES[name], chance.seeded_source(seed)
    watching = WatchfulReader(press_random_choice(seed))
    house: House = game.house.usual()
    with RecordFile(tmp_path / "r", source) as record:
        setting = TableTerms(game, game.rules({}), house, source, 3, record.append)
        watching.sitting = CardSitting(setting, watching)
        watching.sitting.play()
    assert watching.round == 2
    assert watching.turned


def cards_on_far_side(lines: Sequence[str]) -> list[str]:
    """Return the cards beyond the players, from left to right."""
    ranks = [(match.start(1), match[1]) for match in re.finditer(r"│(10|[2-9JQKA]) +│", lines[2])]
    return [rank + lines[3][column + 3] for column, rank in ranks]


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.furniture.middle])
def test_hands_without_an_owner_are_named_and_drawn_as_dealt(play: Play, name: str) -> None:
    furniture, drew = GAMES[name].furniture, False
    for seed in range(1, 9):
        played = play(name, by=Reader(press_first_choice), seed=seed)
        lines, seen = played.terminal.asked[-1], played.sitting.round.seen
        assert is_settled(lines)
        assert re.search(rf"{furniture.middle} ┌.*{furniture.opposite} ┌", lines[1])
        assert "community" not in "\n".join(lines)
        assert cards_on_far_side(lines) == [pretty(card) for card in (*seen.community, *seen.dealer)]
        drew = drew or len(seen.community) == 3
    assert drew, "nobody drew a third card"


def test_the_dealers_cards_lie_as_dealt(play: Play) -> None:
    played = play("casino-war", by=Reader(lambda lines: "w" if choices(lines) else ENTER))
    lines, seen = played.terminal.asked[-1], played.sitting.round.seen
    assert len(seen.dealer) == 2
    assert cards_on_far_side(lines) == [pretty(card) for card in seen.dealer]


def test_a_question_without_a_wager_uses_the_dealers_words(play: Play) -> None:
    asked = next(lines for lines in play("baccarat", by=Reader(press_first_choice)).terminal.asked if choices(lines))
    assert question(asked).endswith("Take the shoe and deal, or pass it on?")


@every_game
@pytest.mark.parametrize(
    ("size", "every"), first(2, [((80, 24), False), ((211, 60), False), ((100, 30), False), ((80, 24), True)])
)
def test_no_screen_is_larger_than_the_terminal(play: Play, name: str, size: tuple[int, int], every: bool) -> None:
    most: int = GAMES[name].house.usual().seats
    for seats in range(1, most + 1) if every else (1, most):
        played = play(name, by=Reader(press_random_choice(seats), rounds=2, size=size), seats=seats)
        assert played.terminal.shown
        for lines in played.terminal.shown:
            assert len(lines) <= size[1]
            assert max(map(len, lines)) <= size[0]


@every_game
def test_nothing_that_matters_is_cut_off_in_80_columns(play: Play, name: str) -> None:
    """Find lines that are cut off at the edge: help, questions and wagers never are."""
    played = play(name, "?", "?", *[ENTER] * 12)
    page = played.terminal.asked[1]
    assert any("for short" in line for line in page), "the help page is longer than the screen"
    for lines in played.terminal.asked:
        assert [line for line in (*page, *lines[9:14], *lines[-3:]) if len(line) == WIDTH] == []


@every_game
def test_a_small_terminal_is_told_so_and_can_still_be_left(play: Play, name: str) -> None:
    played = play(name, Q, size=(60, 20))
    assert "needs 80 columns and 24 lines" in " ".join(played.terminal.asked[0])
    assert max(map(len, played.terminal.asked[0])) <= 60


@every_game
def test_ascii_is_used_where_suit_signs_cannot_be_shown(play: Play, name: str) -> None:
    signs = play(name, by=Reader(press_first_choice)).terminal.shown
    letters = play(name, by=Reader(press_first_choice), look=Look(ascii=True)).terminal.shown
    for lines, with_signs in zip(letters, signs, strict=False):
        "\n".join(lines).encode("ascii")
        assert list(map(len, lines)) == list(map(len, with_signs))


# --- a supervisor


def act_tags(played: Session) -> list[str]:
    return [body["act"] for record in played.rounds for _, _, body in record.lines if "act" in body]


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if "count the stub" in game.orders])
def test_a_supervisor_may_order_without_being_asked(play: Play, name: str) -> None:
    played = play(name, "o", "c", ENTER, "o")
    assert "What does the casino supervisor order?" in played.screens[1]
    assert "count the stub (c)" in played.screens[1]
    (order,) = [body for record in played.rounds for _, _, body in record.lines if body.get("input") == "order"]
    assert (order["what"], order["by"]) == ("count the stub", "supervisor")
    assert act_tags(played).count("count stub") == 1


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if "recut" in game.orders])
def test_a_supervisor_may_have_the_cards_cut_again(play: Play, name: str) -> None:
    """Order another cut before the deal."""
    assert act_tags(play(name, "o", "r", ENTER)).count("complete cut") == 2


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if not game.orders])
def test_a_game_without_orders_says_so(play: Play, name: str) -> None:
    assert "The casino supervisor has nothing to order now." in play(name, "o").screens[-1]


def test_every_game_with_orders_has_a_count_or_a_recut() -> None:
    assert all({"count the stub", "recut"} & set(game.orders) for game in GAMES.values() if game.orders)


def test_it_says_when_nothing_can_be_ordered(play: Play) -> None:
    late = play("let-it-ride", ENTER, "o")  # the stub has gone
    assert "The casino supervisor has nothing to order now." in late.screens[-1]


# --- keys


@every_game
def test_a_wrong_key_explains_itself_wherever_it_is_pressed(play: Play, name: str) -> None:
    explained: list[bool] = []
    last: list[str] = []

    def press(lines: list[str]) -> str:
        if last and last[-1] == STRANGE:
            explained.append(f"“{STRANGE}” does nothing here: " in "\n".join(lines))
        last.append(press_first_choice(lines) if last and last[-1] == STRANGE else STRANGE)
        return last[-1]

    played = play(name, by=Reader(press, rounds=2))
    assert len(explained) >= 2 + (name in ASKING)  # wagers, a decision, the settlement
    assert all(explained)
    assert len(played.rounds) == 2


@every_game_that_asks
def test_a_wager_key_after_the_wagers_is_refused_by_paragraph(play: Play, name: str) -> None:
    """Press each key that would change a wager when the dealer asks for a decision."""
    first = play(name, ENTER)
    letters = first.sitting.slip.letters
    asked = next(lines for lines in first.terminal.asked if choices(lines))
    for key in (*(letter for letter in letters if letter not in choices(asked)), "+", "-"):
        played = play(name, ENTER, key)
        notice = "\n".join(played.terminal.asked[-1][-7:-3])
        assert re.search(r"^ (\d+\.\d|house:|reading:|beyond:)\S* +[^.]+\.", notice, re.M), (key, notice)
        assert question(played.terminal.asked[-1]) == question(asked)


@every_game
def test_the_form_has_all_offers_and_places_those_put_in(play: Play, name: str) -> None:
    """Put in every wager of the form that the table accepts beside the others."""

    def press(lines: list[str]) -> str:
        if is_wagering(lines) and (key := next((key for key in wagers_left_out(lines) if key not in tried), "")):
            tried.append(key)
            return key
        if is_wagering(lines):
            forms.append(lines)
        return ENTER

    forms: list[list[str]] = []
    tried: list[str] = []
    played = play(name, by=Reader(press))
    [form] = forms
    stakes = {spot: cents for body in played.inputs_of("wager") for spot, cents in body["stakes"].items()}
    total = re.search(r"= \$([\d,.]+) of your", form[-2])
    assert total is not None
    assert sum(stakes.values()) == Money.parse(total[1])
    offered = [line for line in form[9:14] if re.search(r"\[[ x]\]", line)]
    assert played.sitting.slip.plan is not None
    assert len(offered) == len(played.sitting.slip.plan.offers)
    assert sum("[x]" in line for line in offered) == len(played.inputs_of("wager"))


@every_game
def test_amounts_are_raised_typed_and_taken_back(play: Play, name: str) -> None:
    played = play(name, keys.UP, "+", "-", keys.DOWN, "2", "0", ENTER, "u", "1", ".", "x", keys.DOWN)
    amount = [
        match[1] for lines in played.terminal.asked if (match := re.search(r"▸ \[x\].*?\$([\d._]+)", "\n".join(lines)))
    ]
    least, house = int(amount[0]), played.sitting.setting.house
    step = house.smallest_chip // 100
    assert amount == [
        *map(str, (least, 2 * least, 2 * least + step, 2 * least, least)),
        "2_",
        "20_",
        "20",
        str(least),
        "1_",
        "1._",
        str(least),
        str(least),
    ]
    assert "1. is not an amount. Type it like 5 or 2.50." in played.screens[-2]
    assert re.search(
        r"The (least|most) here is|cannot be made in chips|outside the table limits|below the minimum|less",
        "\n".join(played.terminal.asked[-1][-5:]),
    )


@every_game
def test_an_empty_form_deals_nothing(play: Play, name: str) -> None:
    played = play(name, keys.SPACE, ENTER, Q)
    assert "= $0 of your $" in played.screens[1]
    assert "Enter does nothing here: Space adds a bet." in played.screens[2]
    assert played.sitting.tally.rounds == 0


@every_game
def test_chips_are_added_while_bets_are_open(play: Play, name: str) -> None:
    played = play(name, "$", "2", "5", keys.BACKSPACE, "0", ENTER, ENTER, Q)
    brought = int(re.search(r"of your \$([\d,]+)", played.screens[0])[1].replace(",", ""))  # type: ignore[index]
    assert "How much do you add in chips?" in question(played.terminal.asked[1])
    assert "$20_" in played.screens[5]
    assert f"of your ${brought + 20:,}" in played.screens[6]
    assert "Guest in seat 3 adds $20 in chips." in played.screens[6]
    assert [(body["seat"], body["chips"]) for body in played.inputs_of("add chips")] == [(3, 2_000)]


@every_game
def test_chips_that_cannot_be_added_are_refused(play: Play, name: str) -> None:
    played = play(name, "$", ENTER, "0", ENTER, "x", keys.ESCAPE, Q)
    assert "house:chips  Nothing is not an amount. Type it like 5 or 2.50." in played.screens[2]
    assert "$0 cannot be added in chips. Add a multiple of $" in played.screens[4]
    assert "“x” does nothing here: type an amount, or Escape to go back." in played.screens[5]
    assert is_wagering(played.terminal.asked[6])


@every_game_that_asks
def test_chips_do_not_enter_a_hand(play: Play, name: str) -> None:
    played = play(name, ENTER, "$")
    assert "Chips do not enter a hand in play. Add them when bets are open" in played.screens[-1]


@every_game
def test_help_comes_and_goes(play: Play, name: str) -> None:
    played = play(name, "?", "x", ENTER, "?", "?")
    assert "seat 1 is on your right" in played.screens[1]
    assert played.screens[2] == played.screens[0]
    assert played.screens[5] == played.screens[3]


@every_game
def test_help_explains_what_this_table_has(play: Play, name: str) -> None:
    page = "\n".join(play(name, "?").terminal.asked[1])
    beyond = GAMES[name].rules({}).is_beyond
    assert ("beyond:…" in page) == beyond
    assert ("18.10(b)" in page) != beyond


def test_help_names_only_the_areas_of_this_table(play: Play) -> None:
    for house, named in (({}, False), ({"pairs": "offered"}, True)):
        page = "\n".join(play("minibaccarat", "?", **house).terminal.asked[1])
        assert "b banker" in page
        assert "beyond:…" in page
        assert ("pp player pair" in page) == named
        assert "dragon 7" not in page
    bonus = "\n".join(play("let-it-ride", "?", bonus=True).terminal.asked[1])
    assert "b bonus" in bonus


# --- what is meant, round after round

ANTE = Offer("ante and blind", ("ante", "blind"), 500, 50_000, 100)
TRIPS = Offer("trips", ("trips",), 100, 10_000, 100)


def test_a_plan_is_limited_to_the_offers() -> None:
    plan = WagerPlan.first([ANTE, TRIPS])
    assert [wager.stakes for wager in plan.wagers(3)] == [{"ante": 500, "blind": 500}]
    both = plan.with_amount(2_000).toggle("trips").with_amount(700)
    assert (both.cost, both.current) == (4_700, TRIPS)
    assert both.limited_to([ANTE, TRIPS]).cost == 4_700
    assert both.limited_to([ANTE]).cost == 4_000
    assert both.limited_to([ANTE._replace(most=1_500), TRIPS]).cost == 3_700
    assert both.toggle("ante and blind").limited_to([ANTE]) == WagerPlan.first([ANTE])


def test_a_plan_shrinks_with_the_chips() -> None:
    both = WagerPlan.first([ANTE, TRIPS]).with_amount(2_000).toggle("trips").with_amount(700)
    assert both.affordable(4_700) == both
    assert [wager.stakes for wager in both.affordable(4_699).wagers(3)] == [{"ante": 2_000, "blind": 2_000}]
    assert [wager.stakes for wager in both.affordable(3_150).wagers(3)] == [{"ante": 1_500, "blind": 1_500}]
    assert both.affordable(900).cost == 1_000  # the least; the table will say no


def test_a_plan_that_the_table_no_longer_accepts_is_dropped(play: Play) -> None:
    """Check the whole plan again: a game may offer less to a player with fewer chips."""
    played = play("high-card", "4", "0", "0", ENTER, ENTER, keys.RIGHT, ENTER, ENTER, seed=3)
    assert "lose $400" in played.screens[-2]
    assert "$100  $5 to $500" in played.screens[-1]
    assert "= $100 of your $100" in played.screens[-1]


@every_game
@pytest.mark.parametrize("chips", [1_500, 1_600])
def test_the_game_ends_when_the_chips_do(play: Play, name: str, chips: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody sit down with few chips and play until they are gone."""
    monkeypatch.setattr(
        "pitboss.cli.terminal.company.Sit", lambda seat, player, _, **by: Sit(seat, player, chips, **by)
    )
    for seed in range(20):
        played = play(name, by=Reader(press_first_choice, rounds=12), seed=seed)
        left = played.sitting.round.seen.chips[played.sitting.person]
        if re.search(r"Not enough chips for .*\. The game ends here|cannot make a bet with your", played.screens[-1]):
            assert left < 2 * chips
            return
    raise AssertionError("nobody ever lost all he had")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ultimate-texas-holdem", r"You can only (check|fold): \$\d+ is too little to bet\."),
        ("three-card-poker", r"You can only fold: \$0 is too little to bet\."),
    ],
)
def test_a_single_choice_is_explained(play: Play, name: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody sit down with chips for the first wager only."""
    chips = 1_000 if name == "ultimate-texas-holdem" else 500
    monkeypatch.setattr(
        "pitboss.cli.terminal.company.Sit", lambda seat, player, _, **by: Sit(seat, player, chips, **by)
    )
    asked = [lines for lines in play(name, by=Reader(press_first_choice)).terminal.asked if choices(lines)]
    assert asked
    assert all(len(choices(lines)) == 1 and re.search(told, question(lines)) for lines in asked)
    rich = [
        lines
        for lines in play(name, by=Reader(press_first_choice), minimum=Money(100)).terminal.asked
        if choices(lines)
    ]
    assert rich
    assert not any("only" in question(lines) for lines in rich if len(choices(lines)) > 1)


@every_game
def test_the_game_is_over_when_nothing_is_offered(play: Play, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, name, replace(GAMES[name], offers=lambda *_: ()))
    played = play(name, "x", "y", ENTER)
    assert re.search(r"You cannot make a bet with your \$(500|1,000)\. The game ends here\.", played.screens[0])
    assert len(played.screens) == 3
    assert not played.inputs_of("wager")


# --- leaving


@every_game_that_asks
@pytest.mark.parametrize("leave", [Q, keys.QUIT])
def test_leaving_in_mid_round_records_whole_rounds(play: Play, name: str, leave: str) -> None:
    played = play(name, ENTER, leave)
    assert choices(played.terminal.asked[-1])
    assert len(played.rounds) == 1
    assert played.sitting.finished_for_him
    answers = played.inputs_of("answer")
    assert answers
    assert all(body["by"] == "clock" for body in answers)
    assert "finished without you" in played.sitting.parting_message()


@every_game
def test_leaving_before_wagering_finishes_the_round_of_the_others(play: Play, name: str) -> None:
    played = play(name, Q)
    assert len(played.rounds) == 1
    assert not played.inputs_of("wager")
    assert played.sitting.tally.rounds == 0


def bet_on_banker(lines: list[str]) -> str:
    """Take the player hand out and the banker hand in, and decline to deal."""
    told = "\n".join(lines)
    if is_wagering(lines) and "[x] player" in told:
        return "p"
    if is_wagering(lines) and "[ ] banker" in told:
        return "b"
    return "d" if choices(lines) else ENTER


@pytest.mark.parametrize("seats", [1, 3])
def test_a_debt_is_shown_and_paid_on_leaving(play: Play, seats: int) -> None:
    """Play baccarat, which marks vigorish: a player who leaves pays it, even if nobody is left to deal to."""
    played = play("baccarat", by=Reader(bet_on_banker, rounds=6), seed=3, seats=seats)
    paid = [
        body["cents"]
        for record in read(played.path.read_bytes())[1]
        for _, _, body in record.lines
        if body.get("act") == "collect vigorish" and body["seat"] == played.sitting.person
    ]
    assert len(paid) == 1
    assert f"owes ${paid[0] / 100:.2f}".removesuffix(".00") in played.screens[-1]
    assert verify(played.path.read_bytes(), None).ok
    [left] = [
        body["chips"]
        for record in read(played.path.read_bytes())[1]
        for _, _, body in record.lines
        if body.get("act") == "leave seat"
    ]
    assert left == 100_000 + played.sitting.tally.result
    assert played.sitting.tally.rounds == 6
    assert f"You paid {dollars(paid[0])} that you owed when you left." in played.sitting.parting_message()


def test_leaving_without_debt_records_nothing_more(play: Play) -> None:
    played = play("minibaccarat", by=Reader(bet_on_banker, rounds=6), seed=3)
    assert "owes" not in "\n".join(played.screens)
    assert len(played.rounds) == 6
    assert not played.inputs_of("leave")


# --- anything goes


ALL_KEYS = [
    *(keys.UP, keys.DOWN, keys.LEFT, keys.RIGHT, keys.ENTER, keys.TAB, keys.SPACE, keys.ESCAPE, keys.BACKSPACE),
    *(keys.UNKNOWN, keys.RESIZE, *"abcdefghijklmnoprstuvwxyz0123456789.+-?~é"),
]


@every_game
@pytest.mark.parametrize("seed", series(1, 6))
def test_random_keys_do_no_harm(play: Play, name: str, seed: int) -> None:
    """Press random keys at tables with random elections and readings."""
    drawn = Random(seed)
    game = GAMES[name]
    setting = conformance.random_setting(game, drawn.choice(conformance.texts_of(game)), drawn)
    script = [drawn.choice([*ALL_KEYS, *[ENTER] * 20]) for _ in range(200)]
    played = play(name, *script, seed=seed, seats=drawn.randint(1, 4), at=(setting.rules, setting.house))
    for lines in played.terminal.shown:
        assert len(lines) <= HEIGHT
        assert max(map(len, lines)) <= WIDTH
    assert len(played.rounds) >= played.sitting.tally.rounds > 0


# --- the command


@every_game
def test_without_a_terminal_the_house_plays_a_demonstration(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", name, "--seed", "7", "--json", "--record", str(tmp_path / "r")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == name
    round_ = told["rounds"][0] if "rounds" in told else told  # where wagers may stand, several are told
    assert round_["acts"]
    brought = 100 * load(name).house.usual().minimum
    assert all(seat["chips"] == brought + seat["change"] for seat in round_["seats"])


@pytest.mark.parametrize("name", [name for name in GAMES if name != TOY.name])
def test_a_person_plays_a_round_at_a_terminal(name: str, tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    with Person("--seed", "7", "--record", str(file), game=name) as person:
        person.wait_for("Place your bets, please")
        for _ in range(10):
            person.wait_for("? help")
            if "Settled." in person.everything:
                break
            person.press("\r")
        person.press("q")
        assert person.wait_for_end() == 0
        assert person.is_restored
    assert len(read(file.read_bytes())[1]) == 1


def test_a_game_that_wants_company_gets_it_and_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    told = replace(TOY, company=lambda house: Company(2, "Alone it is no fun"))
    monkeypatch.setattr("toy.GAME", told)
    args = ["play", TOY.name, "--seed", "1", "--record"]
    for asked, seats, why in (("1", 2, "Alone it is no fun, so 2 play instead of 1."), ("2", 2, ""), ("3", 3, "")):
        assert main([*args, str(tmp_path / asked), "--seats", asked]) == 0
        printed = capsys.readouterr().out
        assert printed.count(" (house): ") == seats
        assert ("no fun" in printed) == bool(why)
        assert why in printed
    house = tmp_path / "house.toml"
    house.write_text('[[table]]\nname = "Small"\ngame = "high-card"\nseats = 1\n')
    assert main([*args, str(tmp_path / "small"), "--house", str(house)]) == 0
    printed = capsys.readouterr().out
    assert "Alone it is no fun.\n" in printed
    assert printed.count(" (house): ") == 1


def test_the_person_is_told_why_there_is_company(play: Play) -> None:
    played = play("high-card", ENTER, company="Alone it is no fun, so 2 play instead of 1.")
    assert "house:company  Alone it is no fun, so 2 play instead of 1." in played.screens[0]
    assert "no fun" not in played.screens[1]  # told once


def test_a_game_without_cards_and_without_a_table_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(TOY.house, "decks", ())
    assert main(["play", TOY.name, "--record", str(tmp_path / "r")]) == 2
    assert "high-card has no table in the terminal, because it has no cards" in capsys.readouterr().err
