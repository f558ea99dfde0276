"""Two decks, in every card game: a player who comes to an idle table sees every card that may be dealt to him."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kit.scene import seated_carry
from pitboss.cli.main import main
from pitboss.engine.carry import Deck
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import CardOrder, Close, Sit
from pitboss.engine.waits import CardOrderWanted, Window
from pitboss.games import REGISTERED, load
from pitboss.table.card_steps import ChangeDecks, EmptyRack, StartShuffler
from pitboss.table.cards import FULL_DECK

TWO_DECKS: dict[str, Any] = {"backs": ("red", "blue"), "shuffler": "shuffler"}
GAMES = [name for name in REGISTERED if load(name).house().decks and not load(name).rests]  # type: ignore[call-arg]
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_at_an_idle_table_both_lie_spread(name: str) -> None:
    game = load(name)
    driver = Driver(game, game.rules({}), game.house.usual(**TWO_DECKS), seated_carry(backs=TWO_DECKS["backs"]))
    assert [len(driver.table.cards(place)) for place in ("spread", "second spread")] == [52, 52]
    assert not driver.submit(Sit(2, "Late", 50_000))
    assert not driver.submit(Close())
    assert [len(driver.table.cards(place)) for place in ("discard rack", "shuffler")] == [52, 52]


NEW: tuple[str, ...] = ()
AT_REST = FULL_DECK


@every_game
@pytest.mark.parametrize(
    ("seats", "red", "blue"),
    [
        ((), NEW, NEW),  # the table opens
        ((), AT_REST, AT_REST),  # it was idle
        ((2,), NEW, AT_REST),  # one deck was removed after the last round
        ((2,), AT_REST, AT_REST),  # it goes on
    ],
    ids=["opens", "idle", "replaced", "goes on"],
)
def test_no_deck_is_told_to_come_from_a_round_that_was_not(
    name: str, seats: tuple[int, ...], red: tuple[str, ...], blue: tuple[str, ...]
) -> None:
    """Check that the deck that is not in play goes into the shuffler from wherever it was; the rack is left to the
    other."""
    game = load(name)
    decks = (Deck("red", red), Deck("blue", blue))
    carry = msgspec.structs.replace(seated_carry(*seats, backs=TWO_DECKS["backs"]), decks=decks)
    driver = Driver(game, game.rules({}), game.house.usual(**TWO_DECKS), carry)
    if not seats:
        assert not driver.submit(Sit(2, "Early", 50_000))
    while isinstance(driver.wait, Window) and driver.wait.what == "inspection":
        assert not driver.submit(Close())
    assert isinstance(driver.wait, CardOrderWanted)
    assert not driver.submit(CardOrder(driver.wait.cards))
    shuffled = [step for step in driver.log if isinstance(step, ChangeDecks | EmptyRack | StartShuffler)]
    assert [step.tell() for step in shuffled] == [
        "The deck from the automated shuffler comes into play for this round.",
        "No cards stay in the discard rack: the deck that is not in play goes into the automated shuffler.",
        "The automated shuffler shuffles that deck while the other one is in play.",
    ]
    assert [len(driver.table.cards(place)) for place in ("discard rack", "shuffler")] == [0, 52]
    assert driver.table.backs == ["blue", "red"]


# --- an even interval of the count always falls on the same deck


def warnings_of(name: str, readings: dict[str, str] | None = None, **house: Any) -> list[tuple[str, str]]:
    game = load(name)
    elected = game.house.usual(**{**TWO_DECKS, **house})
    rules = game.rules(readings or {})
    assert not elected.breaches(rules)  # it stands all the same
    return [(finding.key, finding.cite) for finding in elected.warnings(rules)]


BY = {
    "let-it-ride": "18.7(e)",
    "three-card-poker": "20.7(e)",
    "ultimate-texas-holdem": "32.7(f)",
    "winners-pot-poker": "reading:stub-count",
}


@every_game
@pytest.mark.parametrize("every", range(1, 6))
def test_an_even_interval_is_warned_of(name: str, every: int) -> None:
    expected = [] if every % 2 else [("stub-count-every", BY[name])]
    assert warnings_of(name, stub_count_every=every) == expected
    assert warnings_of(name, {"stub-counter": "deck"}, stub_count_every=every) == []
    assert warnings_of(name, stub_count_every=every, backs=("red",)) == []


def test_where_no_count_is_due_nothing_is_warned_of() -> None:
    counting: dict[str, Any] = {"shuffler": "counting-shuffler", "stub_count_every": 4}
    assert [name for name in GAMES if warnings_of(name, **counting)] == [
        "ultimate-texas-holdem"
    ]  # which knows no excuse
    assert warnings_of("winners-pot-poker", {"stub-count": "never"}, stub_count_every=4) == []


def test_what_is_warned_of_is_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that the command names the line, and that its exit code says that there is no error."""
    file = tmp_path / "house.toml"
    table = '[[table]]\ngame = "let-it-ride"\nshuffler = "shuffler"\nbacks = ["red", "blue"]\n'
    file.write_text(f'{table}name = "A"\n\n{table}name = "B"\nstub-count-every = 4\n')
    assert main(["house", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line for line in told if "warning:" in line] == [
        f"{file}: warning: line 12, table.2.stub-count-every: of two decks, a count every 4 rounds always falls on the "
        "same one; count every 1, 3 or 5 rounds [18.7(e)]"
    ]
    assert main(["house", str(file), "--json"]) == 0
    assert [each["where"] for each in json.loads(capsys.readouterr().out)] == ["line 12, table.2.stub-count-every"]
