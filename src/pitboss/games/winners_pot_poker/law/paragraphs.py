"""The paragraphs where subchapter 33 says, or is read to say, the same as its sister games (33.1-33.9 are not held),
and those behind each election."""

from __future__ import annotations

from pitboss.engine.houses.election_table import Election
from pitboss.law.paragraphs import Paragraphs

CARDS, METHODS, STUB, WAGERS = (
    "reading:preparing-the-deck",
    "reading:dealing-methods",
    "reading:stub-count",
    "reading:making-wagers",
)

PARAGRAPHS = Paragraphs(
    deck=CARDS,
    second_deck=CARDS,
    back_colours=CARDS,
    shuffled_meanwhile=CARDS,
    alternated=CARDS,
    one_in_rack=CARDS,
    received=CARDS,
    spread=CARDS,
    washed=CARDS,
    each_deck=CARDS,
    shuffled=CARDS,
    not_cut=CARDS,
    to_be_cut=CARDS,
    cover_card=CARDS,
    cut=CARDS,
    rest_on_top=CARDS,
    cover_card_away=CARDS,
    dealt_after_cut=CARDS,
    recut=CARDS,
    idle=CARDS,
    hand_needs_shuffler=METHODS,
    stub_count=STUB,
    stub_right=STUB,
    stub_wrong=STUB,
    device_count=STUB,
    chips_only=WAGERS,
    seated=WAGERS,
    no_late_wagers=WAGERS,
    face_up="33.12(b)",
    drawn="33.12(c)",
    misdealt="33.12(f)",
    shuffler_jams="33.12(i)",
    other_method="33.12(k)",
)

ELECTIONS = (
    Election("seats", cites=("house:seats",)),
    Election("minimum", "The least you may put on the ante."),
    Election("maximum", "The most you may put on the ante."),
    Election("shuffler", left_by="reading:preparing-the-deck"),
    Election("pre-shuffled", left_by="reading:preparing-the-deck"),
    Election("idle-spread", left_by="reading:preparing-the-deck"),
    Election("bet-times", "How many times the ante the bet wager is.", left_by="house:sizes", cites=("house:sizes",)),
    Election(
        "double-times", "How many times the ante the double wager is.", left_by="house:sizes", cites=("house:sizes",)
    ),
    Election("jacks-plus-minimum", "The least you may put on jacks plus.", cites=("house:limits",)),
    Election("jacks-plus-maximum", "The most you may put on jacks plus.", cites=("house:limits",)),
    Election("dealer-stake", "What the house itself puts into each pot.", cites=("house:dealer-stake",)),
    Election(
        "commission-percent",
        'The commission on a pot that a player wins, in percent: 5, or "2.5". Set this, commission-fixed, or both.',
        cites=("33.10(h)2i",),
    ),
    Election(
        "commission-fixed",
        "A fixed commission. With both, the smaller one is deducted; without a percentage, what the reading "
        "commission-figures says.",
        left_by="33.10(h)2i",
    ),
    Election("pay", "Lines of jacks plus that the table pays better than the law asks."),
    Election("pay.*", cites=("33.11(a)", "33.11(b)", "house:smallest-chip")),
)
