"""The legal history of Let It Ride as far as it is held.

Each section's dates are those given in the texts. What an amendment changed is known only where both the earlier and
the later text are held.
"""

from __future__ import annotations

from pitboss.games.let_it_ride.law.paragraphs import PARAGRAPHS, PARAGRAPHS_1996
from pitboss.games.let_it_ride.law.settle import all_losers_then_all_winners, player_by_player
from pitboss.law.editions import UNHELD, EditionTable, Provision, Section, Text

T1996, T2007 = "1996-05-20", "2007-10-15"

_DEALING = {"1995-10-02": T1996, "1996-06-17": UNHELD, "1998-11-16": UNHELD, T2007: T2007}  # 18.7 to 18.10

EDITIONS = EditionTable(
    adopted="1995-10-02",
    behaviour=4,
    texts=(
        Text(T1996, "Let It Ride Poker as amended to May 20, 1996 (from 18.5 on)", begins="18.5"),
        Text(T2007, "Let It Ride Poker as amended to October 15, 2007"),
    ),
    sections=(
        Section("18.1", {"1995-10-02": T2007}),  # never amended
        Section("18.2", {"1995-10-02": UNHELD, "1998-09-08": T2007}, default=T2007),
        Section("18.3", {"1995-10-02": UNHELD, T2007: T2007}, default=T2007),
        Section("18.4", {"1995-10-02": UNHELD, "2007-03-19": T2007}, default=T2007),
        Section("18.5", {"1995-10-02": UNHELD, T1996: T1996, "2007-03-19": T2007}),
        Section("18.6", {"1995-10-02": T1996, T2007: T2007}),  # never amended: both texts have it
        Section("18.6A", {"1998-11-16": UNHELD, T2007: T2007}),
        Section("18.6B", {T2007: T2007}),
        Section("18.7", _DEALING),
        Section("18.8", _DEALING),
        Section("18.9", _DEALING),
        Section("18.10", _DEALING),
        Section("18.11", {"1995-10-02": T1996, "1998-11-16": UNHELD, "2001-03-19": UNHELD, T2007: T2007}),
        Section("18.12", {"1995-10-02": T1996, T2007: T2007}),  # never amended
    ),
    provisions=(
        Provision(
            "pre-shuffled",
            "18.5(a)",
            {T1996: False, T2007: True},
            {
                T1996: "The cards are always shuffled at the table before play commences.",
                T2007: "Cards that arrive pre-shuffled are not shuffled before play commences; they are still cut.",
            },
        ),
        Provision(
            "bonus wager",
            "18.6A(a)",
            {T2007: True},
            {T2007: "A licensee may offer the let it ride bonus wager of one dollar."},
        ),
        Provision(
            "three card bonus",
            "18.6B(a)",
            {T2007: True},
            {T2007: "A licensee may offer the three card bonus wager."},
        ),
        Provision(
            "bonus collection",
            "18.7(b)",
            {T1996: False, T2007: True},
            {
                T1996: "After “No more bets” the cards are dealt at once.",
                T2007: "After “No more bets” bonus chips are collected and counted before any card is dealt.",
            },
        ),
        Provision(
            "community cards stacked",
            "18.7(c)4",
            {T1996: True, T2007: False},
            {
                T1996: "Each further community card is laid on top of those before it.",
                T2007: "Each further community card is laid to the right of those before it.",
            },
        ),
        Provision(
            "community stack spread",
            "18.9(c)",
            {T1996: False, T2007: True},
            {
                T1996: "The stack of community cards from an automated shoe stays a stack.",
                T2007: "The stack of community cards from an automated shoe is spread: its top card at the dealer's "
                "right, its bottom card at his left.",
            },
        ),
        Provision(
            "burn",
            "18.10(c)",
            {T1996: "the top community card", T2007: "the community card at his left"},
            {
                T1996: "The top card of the community stack is burned.",
                T2007: "The community card at the dealer's left is burned.",
            },
        ),
        Provision(
            "first community card",
            "18.10(d)",
            {T1996: "the top card of the two that remain", T2007: "the card now at his left"},
            {
                T1996: "The top card of the two that remain is the first community card.",
                T2007: "The card then at the dealer's left is the first community card.",
            },
        ),
        Provision(
            "settle",
            "18.10(g)",
            {T1996: all_losers_then_all_winners, T2007: player_by_player},
            {
                T1996: "All hands are turned; all losing wagers are collected with the losers' cards; then all winners "
                "are paid from the dealer's right, and their cards collected.",
                T2007: "Player by player from the dealer's right: hand turned, losing wagers collected, winning wagers "
                "paid; all cards are collected when everything is settled.",
            },
        ),
        Provision(
            "limit counts the minimum",
            "18.11(c)",
            {T1996: False, T2007: True},
            {
                T1996: "A payout limit may be set at $50,000, or more if approved.",
                T2007: "A payout limit must be at least $50,000 and at least what the minimum wagers could win; bonus "
                "wagers are outside it.",
            },
        ),
        Provision(
            "bonus amounts",
            "18.11(d)",
            {T1996: False, T2007: True},
            {T2007: "Pay tables are set for both bonus wagers (18.11(d) and 18.11(e))."},
        ),
    ),
    shared={T1996: PARAGRAPHS_1996, T2007: PARAGRAPHS},
)
