"""The table's page knows the side wagers that its house describes: layout, offers, advice and the rules sheet."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from kit.inside import Inside
from pitboss.analysis.study import setting
from pitboss.counting.side_wager_counts import side_wager_row
from pitboss.engine.chance import seeded_source
from pitboss.engine.houses.house import House, from_cents, reads_as_written
from pitboss.engine.inputs import Close, Wager
from pitboss.engine.runner import act_for, submit_or_raise
from pitboss.engine.view import view
from pitboss.games.three_card_poker import GAME
from pitboss.server.live.setting_form import describe_differences
from pitboss.server.live.table_settings import TableSetting
from pitboss.server.pages.rules_sheet import rules_sheet
from pitboss.server.workers.adviser import Case, answer_case
from pitboss.simulation.plan import open_for_bets
from pitboss.table.money import Money
from pitboss.table.side_wager import SideLine, SideWager, WhenFolded


def describe(when_folded: WhenFolded = "settled") -> SideWager:
    pay = (SideLine(hand="pair or better", pays="2 to 1"),)
    return SideWager(
        name="lucky", cards="hand", minimum=Money(100), maximum=Money(2_500), when_folded=when_folded, pay=pay
    )


HOUSE = GAME.house.usual(side_wager=(describe(),))


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("side") / "pitboss.db", [HOUSE]) as inside:
        yield inside


def test_the_page_gets_the_layout_and_the_rules(inside: Inside) -> None:
    layout = inside.request("GET", "/api/tables/1/layout").json()
    assert layout["areas"][-1] == "lucky"
    assert layout["pays"][-1] == {
        "title": "Lucky pays",
        "cite": "house:side-wager",
        "lines": [["Pair or better", "2 to 1"]],
    }
    sheet = rules_sheet(1, HOUSE.name, GAME, GAME.rules({}), HOUSE)
    assert sheet.brief[-1].title == "This house's own wagers"


def test_the_house_is_recorded_as_it_is(inside: Inside) -> None:
    written = msgspec.json.encode(HOUSE, enc_hook=int)
    assert from_cents(GAME.house, written) == HOUSE
    assert reads_as_written(HOUSE, written)
    assert b"side-wager" not in msgspec.json.encode(GAME.house.usual(), enc_hook=int)


def test_a_change_of_setting_names_it() -> None:
    def setting_of(house: House) -> TableSetting:
        return TableSetting(game=GAME.name, house=msgspec.Raw(msgspec.json.encode(house, enc_hook=int)))

    (told,) = describe_differences(setting_of(GAME.house.usual()), setting_of(HOUSE))
    assert told.endswith("lucky (by hand, $1 to $25, settled if folded): pair or better 2 to 1")


def asked_case(wager: SideWager) -> Case:
    """Return the case of a player who is asked to play or fold, with a side wager out."""
    study = setting(GAME.name, house=GAME.house.usual(side_wager=(wager,)))
    driver = open_for_bets(study, 1)
    submit_or_raise(driver, Wager(1, {"ante": 500, "lucky": 100}))
    submit_or_raise(driver, Close())
    source = seeded_source(1)
    while driver.question is None:
        act_for(driver, source, {})
    return Case(driver.rules, driver.house, view(driver, 1))


@pytest.mark.parametrize(
    ("when_folded", "note", "judged"),
    [
        ("settled", "Your lucky is decided by the cards alone.", True),
        ("lost", "Your lucky is lost if you fold. That is not counted.", False),
    ],
)
def test_the_adviser_says_what_it_leaves_out(when_folded: WhenFolded, note: str, judged: bool) -> None:
    told = answer_case(asked_case(describe(when_folded)))
    assert told["kind"] == "question"
    assert note in told["notes"]
    assert bool(told["best"]) is judged


def test_the_adviser_prices_it_when_it_is_offered() -> None:
    driver = open_for_bets(setting(GAME.name, house=HOUSE), 1)
    submit_or_raise(driver, Wager(1, {"ante": 500}))
    offers = tuple(GAME.offers(driver.round, 1))
    assert [offer.name for offer in offers] == ["pair plus", "lucky"]
    told = answer_case(Case(driver.rules, driver.house, view(driver, 1), offers))
    own = next(offer for offer in told["offers"] if offer["name"] == "lucky")
    assert own["edge"] == str(side_wager_row(describe(), 3).house_edge)
