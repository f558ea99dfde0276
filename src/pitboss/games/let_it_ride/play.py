"""A round of Let It Ride, top to bottom, as the subchapter tells it.

Positions are numbered clockwise from the dealer's left, so the player farthest to the left is the lowest number and
the player farthest to the right the highest. What a text of another date does differently is a provision of
editions.py and is asked for by name.
"""

from __future__ import annotations

from pitboss.common.opening import make_ready
from pitboss.common.shuffle import shuffle
from pitboss.engine.waits import Ask, Procedure
from pitboss.games.let_it_ride.deal import deal
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.steps import Burn, LayDown, LetItRide, MoveFirst, TurnFirst, TurnSecond
from pitboss.games.let_it_ride.wagers import BET_1, BET_2
from pitboss.law.rules import Rules
from pitboss.table.card_steps import Examine
from pitboss.table.steps import ReturnWager
from pitboss.table.table import COMMUNITY, Table

LET_IT_RIDE, WITHDRAW = "let it ride", "withdraw"


def play(t: Table, rules: Rules, house: LetItRideHouse) -> Procedure:
    pre_shuffled = house.pre_shuffled and rules.has("pre-shuffled")
    yield from make_ready(t, house, pre_shuffled)
    yield from shuffle(t, rules, house, pre_shuffled)
    yield from deal(t, rules, house)
    yield from completion(t, rules, house)


# --- 18.10 completion of the round


def completion(t: Table, rules: Rules, house: LetItRideHouse) -> Procedure:
    for position in t.live():
        yield Examine("18.10(a)", t.owners[position], position)
    yield from decide(t, rules, BET_1, "18.10(b)", "18.10(b)1", "18.10(b)2")
    yield Burn("18.10(c)", t.places[COMMUNITY][0].card, rules.has("burn"))
    yield TurnFirst("18.10(d)", t.places[COMMUNITY][0].card, rules.has("first community card"))
    yield from decide(t, rules, BET_2, "18.10(e)", "18.10(e)1", "18.10(e)2")
    for position in t.live():
        if not t.facts.get(f"laid down @{position}"):
            yield LayDown("18.10(a)3", t.owners[position], position)
    yield MoveFirst("18.10(f)")
    yield TurnSecond("18.10(f)", t.places[COMMUNITY][0].card)
    yield from rules.has("settle")(t, rules, house)


def decide(t: Table, rules: Rules, bet: str, asking: str, riding: str, withdrawing: str) -> Procedure:
    """Clockwise from the dealer's left, each player withdraws the bet or lets it ride."""
    silent = LET_IT_RIDE if rules.reads("silent-seat") == "rides" else WITHDRAW
    for position in t.live():
        seat = t.owners[position]
        choice = yield Ask(asking, seat, position, bet, (LET_IT_RIDE, WITHDRAW), silent)
        if choice == LET_IT_RIDE:
            yield LetItRide(riding, seat, position, bet)
        else:
            yield ReturnWager(withdrawing, seat, position, bet, t.wager(position, bet), "withdrawn")
        if bet == BET_2 and rules.reads("laying-down") == "each-in-turn":
            yield LayDown("18.10(a)3", seat, position)
