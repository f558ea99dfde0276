"""The paragraphs where subchapter 33 says, or is read to say, the same as its sister games (33.1-33.9 are not held)."""

from __future__ import annotations

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
# What leaves an election to the house, where no finding about it cites it.
ELECTED_BY = {
    "shuffler": "reading:preparing-the-deck",
    "pre-shuffled": "reading:preparing-the-deck",
    "idle-spread": "reading:preparing-the-deck",
    "bet-times": "house:sizes",
    "double-times": "house:sizes",
    "commission-fixed": "33.10(h)2i",
}
