"""Shared paragraphs: where one game's subchapter says what its sister games' subchapters say in the same words.

The ids belong to a text, so an amendment may renumber them. On a day on which sections come from different texts, each
id is the one of the text whose section is in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, kw_only=True)
class Paragraphs:
    """The ids of one game, each for a rule that several games share.

    Where the section is not held, the id is the reading that stands in for it ("reading:..."). Rules that differ in a
    single word between subchapters are not shared, so they have no field here.
    """

    # the decks
    deck: str  # one deck, and which cards it holds
    second_deck: str  # a second one, if a shuffler is used
    back_colours: str
    shuffled_meanwhile: str
    alternated: str
    one_in_rack: str
    # new cards
    received: str
    spread: str
    washed: str
    each_deck: str
    # shuffle and cut
    shuffled: str
    not_cut: str
    to_be_cut: str
    cover_card: str
    cut: str
    rest_on_top: str
    cover_card_away: str
    dealt_after_cut: str
    recut: str
    idle: str
    # dealing, and the stub
    drawing_hand: str = ""  # which of the dealer's hands takes cards from a shoe; empty if no held text says it
    taking_hand: str = ""  # which hand takes them off a deck that he holds; empty likewise
    hand_needs_shuffler: str
    stub_count: str
    stub_right: str
    stub_wrong: str
    device_count: str  # a device that counts excuses the dealer; empty where the text has no such excuse
    # wagers
    chips_only: str
    seated: str
    no_late_wagers: str
    # irregularities
    face_up: str
    drawn: str
    misdealt: str  # a wrong number of cards, where it voids all hands
    shuffler_jams: str
    other_method: str


def ids_in_force(shared: Mapping[str, Paragraphs], sections: Mapping[str, str]) -> Paragraphs | None:
    """Return the ids in force, by the text from which each section comes. A reading has the name that the newest text
    uses."""
    if not shared:
        return None
    newest = shared[max(shared)]
    in_force_now = {}
    for field in fields(newest):
        for text, ids in shared.items():
            id_ = getattr(ids, field.name)
            if sections.get(id_.partition("(")[0]) == text:
                in_force_now[field.name] = id_
    return replace(newest, **in_force_now)
