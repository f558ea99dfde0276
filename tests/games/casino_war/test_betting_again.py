"""Casino War in the terminal: betting opens again in the middle of a round, and not for everybody."""

from __future__ import annotations

from pathlib import Path

from kit.terminal import ScriptedTerminal
from pitboss.cli.commands.play import RecordFile
from pitboss.cli.tables.cards.table_session import CardSitting
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine import chance
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Wager
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.law.house import INITIAL, WAR_TIE
from pitboss.record.explain import SeatStory

PERSON = 3
WAR_AT_ONCE = 2  # a seed: he ties in the first round, and a neighbor does in the fourth
ENTER = keys.ENTER


def sat_down(path: Path, *script: str) -> tuple[list[Driver], list[str], CardSitting]:
    rounds, source, terminal = list[Driver](), chance.seeded_source(WAR_AT_ONCE), ScriptedTerminal(script)
    with RecordFile(path / "record.jsonl", source) as record:

        def keep(driver: Driver) -> list[SeatStory]:
            rounds.append(driver)
            return record.append(driver)

        sitting = CardSitting(TableTerms(GAME, GAME.rules({}), GAME.house.usual(), source, 3, keep), terminal)
        sitting.play()
    return rounds, ["\n".join(lines) for lines in terminal.asked], sitting


def bets(driver: Driver) -> list[dict[str, int]]:
    return [dict(item.stakes) for item in driver.log if isinstance(item, Wager) and item.seat == PERSON]


def test_who_goes_to_war_need_not_bet_on_a_tie(tmp_path: Path) -> None:
    """Check that nothing is bet for him, and that Enter lets the dealer deal."""
    (first, *_), screens, _ = sat_down(tmp_path, ENTER, "w", ENTER, ENTER)
    assert "[ ] tie on war" in screens[2]
    assert "= $0 of your" in screens[2]
    assert bets(first) == [{INITIAL: 500}]
    assert [item.choice for item in first.log if isinstance(item, Answer) and item.seat == PERSON] == ["war"]


def test_who_goes_to_war_may_bet_on_a_tie(tmp_path: Path) -> None:
    (first, second, *_), screens, _ = sat_down(tmp_path, ENTER, "w", keys.SPACE, keys.UP, ENTER, ENTER, ENTER, ENTER)
    assert bets(first) == [{INITIAL: 500}, {WAR_TIE: 200}]
    assert bets(second) == [{INITIAL: 500}]  # and not what he bet last
    assert "[x] initial" in screens[6]


def test_the_war_of_a_neighbor_is_no_end_of_the_game(tmp_path: Path) -> None:
    """Check that a player who is not at war is not asked, and plays the next round."""
    (*_, fourth, fifth, _), screens, sitting = sat_down(tmp_path, ENTER, "s", *[ENTER] * 9)
    assert any(isinstance(item, Answer) and item.choice == "war" and item.seat != PERSON for item in fourth.log)
    assert bets(fourth) == bets(fifth) == [{INITIAL: 500}]
    assert not any("The game ends here" in screen for screen in screens)
    assert sitting.tally.rounds == 5
