"""The paragraphs of subchapter 20 that correspond to those of its sister games, and those behind each election.
Readings stand in for text that is not held."""

from __future__ import annotations

from pitboss.engine.houses.election_table import Election
from pitboss.law.paragraphs import Paragraphs

PARAGRAPHS = Paragraphs(
    deck="reading:decks",
    second_deck="reading:decks",
    back_colours="reading:decks",
    shuffled_meanwhile="reading:decks",
    alternated="reading:decks",
    one_in_rack="reading:decks",
    received="reading:new-cards",
    spread="reading:new-cards",
    washed="reading:new-cards",
    each_deck="reading:new-cards",
    shuffled="reading:shuffle-and-cut",
    not_cut="reading:shuffle-and-cut",
    to_be_cut="reading:shuffle-and-cut",
    cover_card="reading:shuffle-and-cut",
    cut="reading:shuffle-and-cut",
    rest_on_top="reading:shuffle-and-cut",
    cover_card_away="reading:shuffle-and-cut",
    dealt_after_cut="reading:shuffle-and-cut",
    recut="reading:shuffle-and-cut",
    idle="reading:new-cards",
    drawing_hand="20.7(b)",
    taking_hand="20.8(b)3",
    hand_needs_shuffler="20.8(b)1",
    stub_count="20.7(e)",
    stub_right="20.7(e)1",
    stub_wrong="20.7(e)2",
    device_count="20.7(f)",
    chips_only="reading:wagers",
    seated="reading:wagers",
    no_late_wagers="reading:wagers",
    face_up="20.12(a)",
    drawn="20.12(b)",
    misdealt="20.12(c)",
    shuffler_jams="20.12(e)",
    other_method="20.12(g)",
)

ELECTIONS = (
    Election("seats", cites=("house:seats",)),
    Election("minimum", "The least you may put on the ante. The play wager is as large as the ante."),
    Election("maximum", "The most you may put on the ante."),
    Election(
        "dealing",
        by_dealing={"manual-shoe": "20.7(b)", "hand": "20.8(a), 20.8(b)1", "automated-shoe": "20.9(a)"},
    ),
    Election("shuffler", left_by="reading:shuffle-and-cut"),
    Election("pre-shuffled", left_by="reading:new-cards", cites=("reading:new-cards",)),
    Election("idle-spread", left_by="reading:new-cards"),
    Election("stub-count-every", by_dealing={"hand": "20.8(e)", "automated-shoe": "20.9(e)"}),
    Election("pair-plus-minimum", "The least you may put on pair plus.", cites=("house:limits",)),
    Election("pair-plus-maximum", "The most you may put on pair plus.", cites=("house:limits",)),
)
