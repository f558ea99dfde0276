"""The rules of a roulette table in brief. No text of the game is held: each sentence cites a fact of other sources."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.roulette.law.house import RouletteHouse, loses_half
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence

PRISON = {
    "second-zero-loses": "The wager waits for the next spin. It comes back if it wins then, and another zero loses it.",
    "second-zero-stays": "The wager waits for the next spin. It comes back if it wins then; another zero holds it.",
}


def brief(rules: Rules, house: RouletteHouse) -> tuple[Chapter, ...]:
    return (
        Chapter("What you can bet", tuple(_bets(house))),
        Chapter("How a round goes", tuple(_round(rules))),
        Chapter("On a zero", tuple(_zero(rules, house))),
        Chapter("When you are paid", tuple(_payouts(rules))),
    )


def _bets(house: RouletteHouse) -> Iterator[Sentence]:
    yield Sentence("Inside: one number, or two, three, four or six that lie together.", "beyond:roulette.1(e)")
    if house.zeros == 2:
        yield Sentence("Five numbers: 0, 00, 1, 2 and 3.", "beyond:roulette.5(d)5")
    yield Sentence("Outside: a column, a dozen, red, black, odd, even, 1 to 18, 19 to 36.", "beyond:roulette.1(f)")
    yield Sentence(
        "You may have chips of your own color and say what one is worth.", "beyond:roulette.4(a), beyond:roulette.4(b)"
    )
    if not house.value_chips:
        yield Sentence("The table takes no value chips.", "beyond:roulette.4(e)")


def _round(rules: Rules) -> Iterator[Sentence]:
    yield Sentence("You may bet while the ball runs, until the dealer calls “No more bets”.", "beyond:roulette.6(c)")
    yield Sentence(
        "The ball has to go round four times, or the dealer calls “No spin”.",
        "beyond:roulette.6(e), beyond:roulette.9(b)",
    )
    if rules.reads("wagers-after-no-spin") == "stay":
        yield Sentence("After “No spin” your bets stay, and you may change them.", "beyond:roulette.9(f)")
    else:
        yield Sentence("After “No spin” all bets go back.", "reading:wagers-after-no-spin")


def _zero(rules: Rules, house: RouletteHouse) -> Iterator[Sentence]:
    yield even_money_on_a_zero(rules, house)
    yield Sentence(f"Columns and dozens lose on {zeros_of(house)}.", "beyond:roulette.7(f)")


def zeros_of(house: RouletteHouse) -> str:
    return "0 or 00" if house.zeros == 2 else "0"


def even_money_on_a_zero(rules: Rules, house: RouletteHouse) -> Sentence:
    """State what a zero does to even-money wagers, with the citation."""
    chances, double = "Red, black, odd, even, low and high", house.zeros == 2
    if not loses_half(rules, house):
        cite = "beyond:roulette.7(d)2" if double else "beyond:roulette.7(e)"
        return Sentence(f"{chances} lose on {zeros_of(house)}.", cite)
    if (held := rules.reads("imprisonment")) != "none":
        return Sentence(f"{chances} do not lose at once on {zeros_of(house)}. {PRISON[held]}", "reading:imprisonment")
    cite = "beyond:roulette.7(d)1" if double else "reading:single-zero-half"
    return Sentence(f"{chances} lose half on {zeros_of(house)}.", cite)


def _payouts(rules: Rules) -> Iterator[Sentence]:
    yield Sentence(
        "Losing bets are collected first, then winners are paid.", "beyond:roulette.7(a), beyond:roulette.7(b)"
    )
    if rules.reads("winning-stake") == "returned":
        yield Sentence("What you staked comes back with what you won.", "beyond:roulette.7(h)")
    else:
        yield Sentence("What you staked on a winner stays on its spot until you take it.", "reading:winning-stake")
