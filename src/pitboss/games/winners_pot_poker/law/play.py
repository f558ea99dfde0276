"""A round of Winner's Pot Poker, top to bottom.

The held text begins at 33.10(c). The deal up to the fourth card is inference from it (the reading `first-street`) and
is cited so; from the double wager on the round is told as 33.10 tells it. Positions are numbered clockwise from the
dealer's left, so the player farthest to the right is the highest number.
"""

from __future__ import annotations

from pitboss.common.dealer_questions import ask, unaffordable_choices
from pitboss.common.deck_opening import make_ready
from pitboss.common.shuffle import shuffle
from pitboss.common.side_wagers.side_settlement import collect_lost_by_folding, keeps_side_wager
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, Procedure
from pitboss.games.winners_pot_poker.law.deal import (
    FIRST_STREET,
    begin_rotation,
    deal_fifth,
    deal_fourth,
    deal_three,
    load,
    put_stub_away,
)
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.rotation import (
    holders_after_button,
    is_dealer_in,
    is_out,
    move_button,
    positions_asked,
    remaining_from_the_right,
    remaining_positions,
)
from pitboss.games.winners_pot_poker.law.settle import (
    award_pot,
    collect_cards,
    collect_into_pot,
    expose_hands,
    settle_house_wagers,
    settle_jacks_plus,
)
from pitboss.games.winners_pot_poker.law.steps import (
    THE_DEALER,
    DiscardFolded,
    Forfeit,
    StakeDealer,
    TuckFolded,
    TuckUnderSideWager,
)
from pitboss.games.winners_pot_poker.law.wagers import (
    ANTE,
    BET,
    DOUBLE,
    JACKS_PLUS,
    no_more_bets,
    positions_with_ante,
    take_wagers,
    wager_size,
)
from pitboss.law.force import cites
from pitboss.table.card_steps import Examine
from pitboss.table.money import chips_before, dollars
from pitboss.table.side_wager import CITE
from pitboss.table.steps import PlaceWager

FOLD = "fold"


def play(r: Round[WinnersPotHouse]) -> Procedure:
    yield from make_ready(r, r.house.pre_shuffled)
    as_they_come = r.rules.reads("preparing-the-deck") == "as-let-it-ride"
    yield from shuffle(r, r.house.pre_shuffled, as_they_come=as_they_come)
    yield from load(r)
    yield from take_wagers(r)
    yield from no_more_bets(r)
    yield from first_street(r)
    yield from complete_round(r)


# --- up to the fourth card: 33.10(a) and (b) are not held


def first_street(r: Round[WinnersPotHouse]) -> Procedure:
    t = r.table
    yield from move_button(r, positions_with_ante(t))
    yield from begin_rotation(r, positions_with_ante(t))
    if r.house.dealer_stake:
        yield StakeDealer("house:dealer-stake", r.house.dealer_stake)
    yield from deal_three(r)
    for position in remaining_positions(t):
        yield Examine(FIRST_STREET, t.owners[position], position)
    in_turn = [holder for holder in holders_after_button(r) if holder != THE_DEALER]
    yield from decide(r, in_turn, BET, FIRST_STREET, FIRST_STREET, "reading:first-fold")
    if deal_continues(r):
        yield from deal_fourth(r)


def deal_continues(r: Round[WinnersPotHouse]) -> bool:
    """Return whether further cards are dealt, though the dealer may be the only one left."""
    t = r.table
    return bool(remaining_positions(t)) or (is_dealer_in(t) and r.rules.reads("all-folded") == "deal-on")


def decide(
    r: Round[WinnersPotHouse], in_turn: list[int], wager: str, asking: str, placing: str, folding: str
) -> Procedure:
    """Let each player who is still in place the wager, if his chips are enough, or fold."""
    t = r.table
    for position in in_turn:
        if is_out(t, position):
            continue
        seat, cents = t.owners[position], wager_size(r.house, wager, t.wager(position, ANTE))
        short = unaffordable_choices({wager: cents, FOLD: 0}, t.ledger[chips_before(seat)])
        choices = (FOLD,) if short else (wager, FOLD)
        silent = FOLD if r.rules.reads("silent-seat") == "folds" else choices[0]
        sized = f"a {wager} wager of {dollars(cents)}"
        question = f"{sized}, or fold" if wager in choices else f"fold, with too few chips for {sized}"
        choice = yield from ask(Ask(asking, seat, position, wager, choices, silent, short), question)
        if choice == FOLD:
            yield from fold(r, position, wager, folding)
        else:
            yield PlaceWager(placing, seat, position, wager, cents)


def fold(r: Round[WinnersPotHouse], position: int, instead_of: str, cite: str) -> Procedure:
    """Move the wagers to the pot, and the cards face down to the discard rack or under the jacks plus wager."""
    t = r.table
    seat = t.owners[position]
    if instead_of == BET and r.rules.reads("first-fold") == "inventory":
        yield Forfeit(cite, seat, position, ANTE, t.wager(position, ANTE), (), "folded")
    yield from collect_into_pot(r, position, cite, "folded")
    yield from collect_lost_by_folding(r, position)
    if t.wager(position, JACKS_PLUS):
        yield TuckFolded(cite, seat, position)
    elif keeps_side_wager(r, position):
        yield TuckUnderSideWager(CITE, seat, position)
    else:
        yield DiscardFolded(cite, seat, position)


# --- 33.10(c) to (i)


def complete_round(r: Round[WinnersPotHouse]) -> Procedure:
    yield from decide(r, positions_asked(r), DOUBLE, cites("33.10(c)", "33.10(c)3"), "33.10(c)1", "33.10(c)2")
    if deal_continues(r):
        yield from deal_fifth(r)
    yield from put_stub_away(r)
    for position in remaining_from_the_right(r.table):
        yield from collect_into_pot(r, position, "33.10(e)", "all wagers make the pot")
    if deal_continues(r):
        yield from expose_hands(r)
    yield from settle_jacks_plus(r)
    yield from award_pot(r)
    yield from settle_house_wagers(r)
    yield from collect_cards(r)
