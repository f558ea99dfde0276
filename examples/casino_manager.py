"""For a casino manager: what a night's result means.

    python examples/casino_manager.py [DATABASE [HOUSE_FILE]]

Reads a server's database and says, table by table, what was won, what was to be expected, what players gave away and
what was luck. The house file says when gaming days and shifts begin. Without a database, a night at one table is dealt
first, with a player who plays every hand and one who knows better.
"""

from __future__ import annotations

import sys

import pitboss

ROUNDS = 150
ANTE, PAIR_PLUS = 25_00, 5_00  # cents


def a_night() -> bytes:
    """Three Card Poker, dealt from a seed so that it comes out the same every time."""
    table = pitboss.open_table("three-card-poker", seed=20)
    table.sit(1, "Ann", chips=20_000_00)
    table.sit(2, "Bob", chips=20_000_00)
    for number in range(1, ROUNDS + 1):
        while table.asks.waiting != "wagers":  # cards lie open for inspection at first
            table.give(pitboss.Close())
        table.give(pitboss.Wager(1, {"ante": ANTE}))
        table.give(pitboss.Wager(2, {"ante": ANTE, "pair plus": PAIR_PLUS}))
        table.give(pitboss.Close())
        while (question := table.asks.question) is not None:
            cards = table.view(question.seat).hands[question.position]
            keeps = (
                question.seat == 2 or any(card[0] in "QKA" for card in cards) or len({card[0] for card in cards}) < 3
            )
            table.give(pitboss.Answer(question.seat, "play" if keeps else "fold", question.position))
        if number < ROUNDS:
            table.next_round()
    return table.record


def main() -> None:
    database, house = (*sys.argv[1:3], None, None)[:2]
    report = pitboss.hold(a_night()) if database is None else pitboss.hold(database=database, house=house)

    for warning in report.warnings:
        print(f"WARNING: {warning}")
    print(report.all.describe())
    for by in ("table", "wager", "day", "shift"):
        for row in report.by(by):
            print(f"\n{by} {row.name}")
            print(f"  the house won {row.win / 100:,.2f} of {row.handle / 100:,.2f} wagered")
            if row.drop:
                print(f"  hold {row.win / row.drop:.2%} of a drop of {row.drop / 100:,.2f}")
            if row.deviations is not None:
                print(f"  theory {float(row.theory) / 100:,.2f}, play {float(row.play) / 100:,.2f}, ", end="")
                print(f"luck {float(row.luck) / 100:,.2f}, which is {row.deviations:+.2f} deviations")
    flagged = [f"{row.by} {row.name}" for row in report.flagged if row.by != "all"]
    if flagged:
        print(f"\nLook into: {', '.join(flagged)}; about one in 20 honest rows is flagged")
    else:
        print("\nLook into: nothing; no row is flagged, which proves nothing after one night")


if __name__ == "__main__":
    main()
