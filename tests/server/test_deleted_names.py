"""The name of a deleted account goes; a word that is spelled like it stays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from kit.inside import Inside
from kit.pit import Pit
from pitboss.server.access.sessions import name_fault
from pitboss.store.account_names import without_deleted_names
from pitboss.table.steps import Step

WHY = "a drill"
GONE = "(deleted 5)"
# Fields of what is told, a card, a word of sentences, of acts and of what the staff did; each may be somebody's name.
WORDS = ("seat", "acts", "As", "leaves", "Banned", "1")
ACTS = (
    "Banned {}",
    "Let {} back in",
    "Made {} auditor (was player)",
    "Ended the sessions of {}",
    "Refunded $25 to {} by house:refund",
    "Had somebody leave the table: {} from seat 3",
    "Got a new recovery code for {} on the machine itself",
)


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    with Inside(tmp_path_factory.mktemp("names") / "pitboss.db") as inside:
        yield Pit(inside)


def test_a_deleted_name_that_is_also_a_word_stays_in_texts(pit: Pit) -> None:
    """A deleted account called "seat" made every round impossible to show, and one called "As" hid an ace."""
    pit.sits("Ann", 6)
    for word in WORDS:
        assert not name_fault(word)
        pit.cookies[word] = pit.inside.name(word)[0]
        pit.sits(word, 1)
        pit.ok("Sue", "POST /api/tables/1/kick", name=word, why=WHY)
    pit.plays("Ann")
    told, replay = "GET /api/tables/1/rounds/1", "GET /api/tables/1/rounds/1/replay"
    before, acts = pit.ok("Chief", told), len(pit.ok("Chief", replay)["acts"])
    for word in WORDS:
        pit.ok("Chief", f"DELETE /api/people/{word}", why=WHY)
    after, gone = pit.ok("Chief", told), pit.inside.casino.store.accounts.deleted_names()
    sentences = [act["told"] for act in after["acts"]]
    for word in WORDS:
        assert f"{gone[word]} takes seat 1 with $500." in sentences
        assert f"{word[0].upper()}{word[1:]} takes seat 1 with $500." not in sentences
    for each in (before, after):
        each["acts"] = [act for act in each["acts"] if " seat 1" not in act["told"]]
        each["seats"] = [seat for seat in each["seats"] if seat["seat"] != 1]
    assert after == before
    assert len(pit.ok("Chief", replay)["acts"]) == acts
    assert pit.ask("Ann", "GET /api/tables/1")[0] == pit.ask("Ann", "GET /api/me/rounds.json")[0] == 200


@pytest.mark.parametrize("name", ["Zebulon", *WORDS])
@pytest.mark.parametrize("act", ACTS)
def test_staff_acts_keep_their_wording_after_a_name_is_deleted(name: str, act: str) -> None:
    assert without_deleted_names(act.format(name), {name: GONE}) == act.format(GONE)
    other = act.format("Ann")
    assert without_deleted_names(other, {name: GONE}) == other


def named_steps() -> list[type[Step]]:
    """Return all kinds of acts that name a player."""
    found, todo = [], [Step]
    while todo:
        todo += (kind := todo.pop()).__subclasses__()
        # At baccarat "player" is a hand, and what it counts.
        if any(field.name == "player" and field.type is str for field in msgspec.structs.fields(kind)):
            found.append(kind)
    return found


@pytest.mark.parametrize("kind", named_steps(), ids=lambda kind: kind.__name__)
def test_every_act_that_says_who_it_is_can_leave_the_name_out(kind: type[Step]) -> None:
    values: dict[str, Any] = {"cite": "house:seats", "player": "Zebulon"}
    values |= {each: 3 for each in kind.__struct_fields__ if each not in values}
    told = kind(**values).tell()
    assert "Zebulon" in told
    assert without_deleted_names(told, {"Zebulon": GONE}) == told.replace("Zebulon", GONE)
