"""Incidents at given rates: when they strike, how they are resolved, and what they cost."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from kit.series import two_games
from pitboss.analysis import setting
from pitboss.cli.main import main
from pitboss.counting.exact_model import ImpossibleError
from pitboss.engine.incidents.possible_incidents import kinds_of
from pitboss.games import REGISTERED, load
from pitboss.numeric.draws import plain_word
from pitboss.simulation.audited_play.audited_run import play_audited
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.audited_play.disturbed_rounds import (
    FIRST_WORD,
    Unit,
    compare_with_incident,
    first_word,
    parse_rates,
    play_incidents,
    strikes,
)
from pitboss.simulation.estimates.share_intervals import share_interval
from pitboss.simulation.plan import plan
from pitboss.simulation.results.simulation_report import report
from pitboss.simulation.tallies import IncidentTally

READY = [name for name in REGISTERED if load(name).simulated]
BY_ROUND = [name for name in READY if not load(name).rests]  # incidents strike in rounds, not in shoes
CARDS = "three-card-poker"
ANSWERS = ("impossible", "void_round", "void_hand", "played_on", "otherwise")


def test_rates_are_exact_and_names_may_be_cut_short() -> None:
    game = load(CARDS)
    assert parse_rates(game, "face_up=1e-4, card-exposed=1/3") == {
        "face up card": Fraction(1, 10_000),
        "card exposed": Fraction(1, 3),
    }
    assert parse_rates(game, "card exposed=1") == {"card exposed": 1}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("fire=0.1", "'fire' cannot happen at"),
        ("card=0.1", "'card' may be card_missing or card_too_many or card_exposed; write more of it"),
        ("face_up", "it has no rate; write it like face_up_card=1e-4"),
        ("face_up=often", "'often' is not a rate"),
        ("face_up=1/0", "'1/0' is not a rate"),
        ("face_up=0", "makes no sense; a rate is above 0 and at most 1"),
        ("face_up=1.0001", "makes no sense"),
        ("face_up=-0.1", "makes no sense"),
        ("face_up=0.1,face_up_card=0.1", "face_up_card is given twice"),
        ("", "no incident is named"),
        ("=0.1", "'' cannot happen"),
    ],
)
def test_an_invalid_rate_of_incidents_is_refused(given: str, told: str) -> None:
    with pytest.raises(ImpossibleError) as error:
        parse_rates(load(CARDS), given)
    assert told in str(error.value)


def test_incidents_need_the_audited_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", CARDS, "--incidents", "face_up=0.1"]) == 2
    assert "--incidents needs --audited" in capsys.readouterr().err


def test_an_incident_strikes_as_often_as_its_rate_says() -> None:
    often = sum(strikes(1947, unit, FIRST_WORD, Fraction(1, 7)) for unit in range(5_000))
    low, high = share_interval(often, 5_000)
    assert low < 1 / 7 < high
    assert all(strikes(1947, unit, FIRST_WORD, Fraction(1)) for unit in range(100))


def test_the_rate_is_compared_to_its_last_bit() -> None:
    """A word that is the first 32 bits of the rate does not decide; the next one does."""
    first, second = (plain_word(1947, 0, FIRST_WORD + at, 0) for at in range(2))
    whole = Fraction(first, 2**32)
    assert not strikes(1947, 0, FIRST_WORD, whole + Fraction(second, 2**64))
    assert strikes(1947, 0, FIRST_WORD, whole + Fraction(second + 1, 2**64))


def test_a_kind_strikes_in_the_same_units_whichever_others_are_asked_for() -> None:
    table = AuditedTable(plan(setting(CARDS)))
    both = parse_rates(load(CARDS), "short=1/4,extra_card=1/4")
    alone = parse_rates(load(CARDS), "short=1/4")
    for unit in range(12):
        assert dict(play_incidents(table, unit, alone)).get("short card") == dict(
            play_incidents(table, unit, both)
        ).get("short card")


@pytest.mark.parametrize("game", two_games(3, BY_ROUND))
def test_every_kind_is_answered_in_some_way(game: str) -> None:
    made = plan(setting(game), audited=True, incidents=dict.fromkeys(kinds_of(load(game)), Fraction(1)))
    table = AuditedTable(made)
    for kind, incident in kinds_of(load(game)).items():
        found = IncidentTally()
        for unit in range(6):
            found.add(compare_with_incident(table, unit, incident, first_word(load(game), kind)))
        assert found.struck == 6 == sum(getattr(found, answer) for answer in ANSWERS), kind
        assert found.cost**2 <= 6 * found.cost2


@pytest.mark.parametrize("game", READY)
def test_a_unit_played_act_by_act_equals_one_played_at_once(game: str) -> None:
    table = AuditedTable(plan(setting(game), seats=2))
    for number in range(1 if load(game).rests else 5):
        unit = Unit(table, number, FIRST_WORD)
        unit.play(lambda _: None)
        whole = table.play(number)
        assert unit.nets() == whole.nets
        assert [driver.log for driver in unit.rounds] == [driver.log for driver in whole.rounds]


def test_a_void_round_costs_what_the_players_would_have_lost() -> None:
    """A hand of too few cards voids the round, so its cost is the undisturbed result with its sign turned."""
    table = AuditedTable(plan(setting(CARDS), seats=2))
    kind, first = kinds_of(load(CARDS))["short card"], first_word(load(CARDS), "short card")
    costs = set()
    for unit in range(10):
        found = compare_with_incident(table, unit, kind, first)
        if found.void_round:
            assert found.cost == -sum(table.play(unit).nets)
            assert found.cost2 == found.cost**2
            costs.add(found.cost > 0)
    assert costs == {True, False}


def test_disturbed_runs_do_not_depend_on_workers_or_resuming() -> None:
    made = plan(
        setting(CARDS), audited=True, session=20, incidents=parse_rates(load(CARDS), "extra_card=1/5,card_exposed=1/5")
    )
    *_, whole = play_audited(made, 80)
    *_, part = play_audited(made, 40, workers=2)
    *_, resumed = play_audited(made, 80, part, workers=2)
    assert resumed == whole
    assert report(made, whole).digest == report(made, resumed).digest
    calm = plan(setting(CARDS), audited=True, session=20)
    *_, undisturbed = play_audited(calm, 80)
    assert undisturbed.ways == whole.ways
    assert report(calm, undisturbed).digest != report(made, whole).digest


def test_the_report_counts_incidents_and_their_cost(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", CARDS, "--audited", "--rounds", "60", "--session", "20", "--incidents", "short_card=1/5"]
    assert main([*words, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["incidents"]
    assert (row["kind"], row["rate"]) == ("short card", "1/5")
    assert row["struck"] == sum(row[answer] for answer in ANSWERS) > 1
    assert row["struck_interval"] == list(share_interval(row["struck"], 60))
    assert row["cost_cents_per_round"]["estimate"] == pytest.approx(row["cost_cents"] / 60)
    assert row["cost_cents_per_incident"]["estimate"] == pytest.approx(
        row["cost_cents"] / (row["struck"] - row["impossible"])
    )
    assert main(words) == 0
    output = capsys.readouterr().out
    assert "What went wrong" in output
    assert "What that cost the house" in output
    assert "takes the first of the choices" in output
