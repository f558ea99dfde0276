"""The paragraphs of subchapter 32 that correspond to those of its sister games, and those behind each election."""

from __future__ import annotations

from pitboss.engine.houses.election_table import Election
from pitboss.law.paragraphs import Paragraphs

PARAGRAPHS = Paragraphs(
    deck="32.2(a)",
    second_deck="32.2(b)",
    back_colours="32.2(b)2",
    shuffled_meanwhile="32.2(b)3",
    alternated="32.2(b)4",
    one_in_rack="32.2(b)5",
    received="32.3(a)",
    spread="32.3(b)",
    washed="32.3(c)",
    each_deck="32.3(d)",
    shuffled="32.4(a)",
    not_cut="32.4(b)1",
    to_be_cut="32.4(b)2",
    cover_card="32.4(c)1i",
    cut="32.4(c)1ii",
    rest_on_top="32.4(c)1iii",
    cover_card_away="32.4(c)1iv",
    dealt_after_cut="32.4(c)2",
    recut="32.4(d)",
    idle="32.4(e)",
    drawing_hand="32.7(c)",
    taking_hand="32.8(b)3",
    hand_needs_shuffler="32.8(b)1",
    stub_count="32.7(f)",
    stub_right="32.7(f)1",
    stub_wrong="32.7(f)2",
    device_count="",  # no shuffler excuses the dealer from counting
    chips_only="32.6(a)",
    seated="32.6(e)",
    no_late_wagers="32.6(b)",
    face_up="32.13(b)",
    drawn="32.13(c)",
    misdealt="32.13(d)",
    shuffler_jams="32.13(e)",
    other_method="32.13(g)",
)

ELECTIONS = (
    Election("seats", cites=("house:seats",)),
    Election("minimum", "The least you may put on the ante. The blind is as large as the ante."),
    Election("maximum", "The most you may put on the ante."),
    Election(
        "dealing",
        by_dealing={"manual-shoe": "32.7(a)", "hand": "32.8(a), 32.8(b)1", "automated-shoe": "32.9(a)"},
    ),
    Election("shuffler", left_by="32.4(a), 32.2(b)"),
    Election("pre-shuffled", left_by="32.3(a)"),
    Election("idle-spread", left_by="32.4(e)"),
    Election("stub-count-every", by_dealing={"hand": "32.8(e)", "automated-shoe": "32.9(e)"}),
    Election("trips", "Which of the lettered pay tables the trips wager has.", left_by="32.11(d)"),
    Election("trips-minimum", "The least you may put on trips.", cites=("house:limits",)),
    Election("trips-maximum", "The most you may put on trips.", cites=("house:limits",)),
    Election("pay", "Lines of the trips wager that the table pays better than the law asks."),
    Election("pay.trips.*", cites=("32.11(a)", "32.11(d)", "house:smallest-chip")),
)
