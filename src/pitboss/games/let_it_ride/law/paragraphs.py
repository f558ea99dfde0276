"""The paragraphs of subchapter 18 that correspond to those of its sister games, and those behind each election."""

from __future__ import annotations

from dataclasses import replace

from pitboss.engine.houses.election_table import Election
from pitboss.law.paragraphs import Paragraphs

PARAGRAPHS = Paragraphs(
    deck="18.2(a)",
    second_deck="18.2(b)",
    back_colours="18.2(b)2",
    shuffled_meanwhile="18.2(b)3",
    alternated="18.2(b)4",
    one_in_rack="18.2(b)5",
    received="18.4(a)",
    spread="18.4(b)",
    washed="18.4(c)",
    each_deck="18.4(d)",
    shuffled="18.5(a)",
    not_cut="18.5(b)1",
    to_be_cut="18.5(b)2",
    cover_card="18.5(c)1i",
    cut="18.5(c)1ii",
    rest_on_top="18.5(c)1iii",
    cover_card_away="18.5(c)1iv",
    dealt_after_cut="18.5(c)2",
    recut="18.5(d)",
    idle="18.5(e)",
    drawing_hand="18.7(c)",
    taking_hand="18.8(c)",
    hand_needs_shuffler="18.8(b)1",
    stub_count="18.7(e)",
    stub_right="18.7(e)1",
    stub_wrong="18.7(e)2",
    device_count="18.7(f)",
    chips_only="18.6(a)",
    seated="18.6(b)",
    no_late_wagers="18.6(c)",
    face_up="18.12(a)",
    drawn="18.12(b)",
    misdealt="18.12(c)",
    shuffler_jams="18.12(d)",
    other_method="18.12(f)",
)
# In 1996 the sentence on how the dealer takes the cards is in the paragraph of the “No more bets” call.
PARAGRAPHS_1996 = replace(PARAGRAPHS, drawing_hand="18.7(b)", taking_hand="18.8(b)3")

ELECTIONS = (
    Election("seats", cites=("house:seats",)),
    Election("minimum", "The least you may put on each of the three equal bets."),
    Election("maximum", "The most you may put on each of the three equal bets."),
    Election(
        "smallest-chip",
        cites=("house:smallest-chip", "18.6A(b)"),
    ),
    Election(
        "dealing",
        by_dealing={"manual-shoe": "18.7(a)", "hand": "18.8(a), 18.8(b)1", "automated-shoe": "18.9(a)"},
    ),
    Election("shuffler", left_by="18.5(a), 18.2(b)"),
    Election("pre-shuffled", cites=("18.5(a)",)),
    Election("idle-spread", left_by="18.5(e)"),
    Election("stub-count-every", by_dealing={"hand": "18.8(e)", "automated-shoe": "18.9(e)"}),
    Election("bonus", "Whether the one-dollar bonus wager is offered.", left_by="18.6A(a)", cites=("house:editions",)),
    Election(
        "three-card-bonus",
        "Which of the lettered pay tables the three card bonus wager has. Leave the line out and the wager is "
        "not offered.",
        left_by="18.6B(a), 18.6B(c)",
        cites=("house:editions",),
    ),
    Election(
        "three-card-minimum",
        "The least you may put on the three card bonus.",
        left_by="18.6B(b)",
        cites=("house:limits",),
    ),
    Election(
        "three-card-maximum",
        "The most you may put on the three card bonus.",
        left_by="18.6B(b)",
        cites=("house:limits",),
    ),
    Election("two-positions", "Whether a player may wager at two adjacent positions.", left_by="18.6(e)"),
    Election(
        "payout-limit",
        "The most that one hand is paid. Leave the line out for no limit.",
        cites=("18.11(c)",),
    ),
    Election("pay", "Lines that the table pays better than the law asks, as base, bonus and three-card-bonus."),
    Election("pay.base.*", cites=("18.11(a)", "18.11(b)", "house:smallest-chip")),
    Election("pay.bonus", cites=("house:editions",)),
    Election("pay.bonus.*", cites=("18.11(d)",)),
    Election("pay.three-card-bonus", cites=("18.11(e)", "house:editions")),
    Election("pay.three-card-bonus.*", cites=("18.11(a)", "18.11(e)", "house:smallest-chip")),
)
