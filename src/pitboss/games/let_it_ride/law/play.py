"""A round of Let It Ride, top to bottom, in the order of the subchapter.

Positions are numbered clockwise from the dealer's left, so the player farthest to the left has the lowest number and
the player farthest to the right the highest. Where the texts of two dates differ, `editions.py` has a provision, which
is looked up by name.
"""

from __future__ import annotations

from pitboss.common.dealer_questions import ask
from pitboss.common.deck_opening import Idle, both_decks, make_ready
from pitboss.common.shuffle import shuffle
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, Procedure
from pitboss.games.let_it_ride.law.deal import deal
from pitboss.games.let_it_ride.law.facts import LAID_DOWN
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.steps import Burn, LayDown, LetItRide, MoveFirst, TurnFirst, TurnSecond
from pitboss.games.let_it_ride.law.wagers import BET_1, BET_2
from pitboss.table.card_steps import Examine
from pitboss.table.steps import WITHDRAWN, ReturnWager
from pitboss.table.table import COMMUNITY, SHUFFLER

LET_IT_RIDE, WITHDRAW = "let it ride", "withdraw"
IDLE_DECKS = "reading:idle-decks"


def play(r: Round[LetItRideHouse]) -> Procedure:
    pre_shuffled = r.house.pre_shuffled and r.rules.provision("pre-shuffled")
    yield from make_ready(r, pre_shuffled, idle_decks)
    yield from shuffle(r, pre_shuffled)
    yield from deal(r)
    yield from completion(r)


def idle_decks(r: Round[LetItRideHouse]) -> list[Idle]:
    """Return the decks to spread at an idle table, and where they lie.

    18.5(e) speaks of "the cards" without saying of how many decks, so a reading decides: only the deck in the shuffler,
    which is dealt next, or both. A player is never dealt a deck that was not shown.
    """
    first, *second = both_decks(r)
    if not second:
        return [first]
    if r.rules.reads("idle-decks") == "next":
        return [first._replace(place=SHUFFLER)]
    return [first, second[0]._replace(idle=IDLE_DECKS, washed=IDLE_DECKS)]


# --- 18.10 completion of the round


def completion(r: Round[LetItRideHouse]) -> Procedure:
    t = r.table
    for position in t.live_positions():
        yield Examine("18.10(a)", t.owners[position], position)
    yield from decide(r, BET_1, "18.10(b)", "18.10(b)1", "18.10(b)2")
    yield Burn("18.10(c)", t.places[COMMUNITY][0].card, r.rules.provision("burn"))
    yield TurnFirst("18.10(d)", t.places[COMMUNITY][0].card, r.rules.provision("first community card"))
    yield from decide(r, BET_2, "18.10(e)", "18.10(e)1", "18.10(e)2")
    for position in t.live_positions():
        if not LAID_DOWN(t, position):
            yield LayDown("18.10(a)3", t.owners[position], position)
    yield MoveFirst("18.10(f)")
    yield TurnSecond("18.10(f)", t.places[COMMUNITY][0].card)
    yield from r.rules.provision("settle")(r)


def decide(r: Round[LetItRideHouse], bet: str, asking_cite: str, riding_cite: str, withdrawing_cite: str) -> Procedure:
    """Ask each player, clockwise from the dealer's left, to withdraw the bet or let it ride."""
    t = r.table
    silent_choice = LET_IT_RIDE if r.rules.reads("silent-seat") == "rides" else WITHDRAW
    for position in t.live_positions():
        seat = t.owners[position]
        ask_bet = Ask(asking_cite, seat, position, bet, (LET_IT_RIDE, WITHDRAW), silent_choice)
        choice = yield from ask(ask_bet, f"withdraw {bet}, or let it ride")
        if choice == LET_IT_RIDE:
            yield LetItRide(riding_cite, seat, position, bet)
        else:
            yield ReturnWager(withdrawing_cite, seat, position, bet, t.wager(position, bet), WITHDRAWN)
        if bet == BET_2 and r.rules.reads("laying-down") == "each-in-turn":
            yield LayDown("18.10(a)3", seat, position)
