"""A round of Ultimate Texas Hold 'Em, top to bottom, as the subchapter tells it.

Positions are numbered clockwise from the dealer's left, so the player farthest to the left is the lowest number and
the player farthest to the right the highest.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pitboss.common.dealer_questions import AskPlayer, out_of_reach
from pitboss.common.deck_opening import make_ready
from pitboss.common.seats import dealt_in
from pitboss.common.shuffle import shuffle
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, Procedure, Short, Wait
from pitboss.games.ultimate_texas_holdem.deal import deal, put_stub_away, restore_after_the_stub
from pitboss.games.ultimate_texas_holdem.facts import BURN_FORGOTTEN, CHECKED_UNTIL, Opportunity, only_for_trips
from pitboss.games.ultimate_texas_holdem.hands import FLOP, misdealt, on_layout, source_of, undecided, ways
from pitboss.games.ultimate_texas_holdem.house import LEAST_BEFORE_THE_FLOP, MOST_BEFORE_THE_FLOP, UltimateHouse
from pitboss.games.ultimate_texas_holdem.irregular import (
    burn_missed,
    judge_the_dealers_hand,
    look_at_the_community_cards,
    look_at_the_dealers_hand,
    pass_over_community,
    void_hand,
)
from pitboss.games.ultimate_texas_holdem.ranking import best_hand, hand_class
from pitboss.games.ultimate_texas_holdem.settle import by_the_hand, settle, settle_trips_only
from pitboss.games.ultimate_texas_holdem.steps import (
    Burn,
    CardsUnderTrips,
    Check,
    ExamineAndReplace,
    FaceUpForBurn,
    Fold,
    Forfeit,
    NameDealersHand,
    SpreadFolded,
    Uncover,
)
from pitboss.games.ultimate_texas_holdem.wagers import ANTE, BLIND, PLAY, TRIPS
from pitboss.law.force import number
from pitboss.table.card_steps import DealUp, TurnDealer
from pitboss.table.facts import FACE_UP_MET, VOID
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import PlaceWager, Step
from pitboss.table.table import COMMUNITY, DEALER, Table, hand

CHECK, FOLD = "check", "fold"
ALL_IN = "play all in"
AFTER_THE_FLOP_ANTES, AT_THE_END_ANTES = 2, 1  # a play wager, in antes
LAST_TWO = 2  # community cards after the flop
NEXT: dict[Opportunity, Opportunity] = {"before the flop": "after the flop", "after the flop": "at the end"}


def play(r: Round[UltimateHouse]) -> Procedure:
    yield from make_ready(r, r.house.pre_shuffled)
    as_they_come = r.rules.reads("pre-shuffled") == "as-they-came"
    yield from shuffle(r, r.house.pre_shuffled, as_they_come=as_they_come)
    yield from deal(r)
    yield from completion(r)


# --- 32.10 completion of the round


def completion(r: Round[UltimateHouse]) -> Procedure:
    t = r.table
    yield from look_at_the_dealers_hand(r)
    for position in on_layout(t):
        if misdealt(t, position) and not VOID(t, position):
            yield from void_hand(r, position)
        elif not VOID(t, position):
            yield ExamineAndReplace("32.10(a)", t.owners[position], position)
    most = number("32.10(a)", "most", MOST_BEFORE_THE_FLOP)
    least = number("32.10(a)", "least", LEAST_BEFORE_THE_FLOP)
    yield from offer_play(r, "before the flop", (most, least), "32.10(a)", "32.10(a)1", "32.10(a)2")
    yield from burn(r, "32.10(b)")
    yield from look_at_the_dealers_hand(r)
    yield from community_cards(r, number("32.10(b)", "cards", FLOP), "32.10(b)")
    yield from look_at_the_community_cards(r, FLOP)
    twice = number("32.10(c)", "antes", AFTER_THE_FLOP_ANTES)
    yield from offer_play(r, "after the flop", (twice,), "32.10(c)", "32.10(c)1", "32.10(c)2")
    yield from burn(r, "32.10(d)")
    yield from community_cards(r, number("32.10(d)", "cards", LAST_TWO), "32.10(d)")
    yield from look_at_the_community_cards(r, FLOP + LAST_TWO)
    if r.rules.reads("stub-moment") == "before-the-decisions":
        yield from put_stub_away(r)
    yield from last_decisions(r)
    if r.rules.reads("stub-moment") == "after-the-decisions":
        yield from put_stub_away(r)
    yield from show_the_dealers_hand(r)
    if only_for_trips(t):
        yield from restore_after_the_stub(r)
        yield from settle_trips_only(r)
    else:
        yield from settle(r)


def offer_play(
    r: Round[UltimateHouse], now: Opportunity, antes: tuple[int, ...], asking: str, placing: str, checking: str
) -> Procedure:
    """Clockwise from the dealer's left, each player without a play wager checks or places one."""
    t = r.table
    for position in dealt_in(t):
        if not to_be_asked(t, position, now):
            continue
        if misdealt(t, position):
            yield from void_hand(r, position)
            continue
        seat, sized = t.owners[position], sizes(t, position, antes)
        plays = affordable(r, seat, sized)
        asked = Ask(asking, seat, position, PLAY, (CHECK, *plays), CHECK, unaffordable(t, seat, sized, CHECK))
        choice = yield from ask_unless_void(t, asked, question(plays, CHECK))
        if choice == CHECK:
            yield Check(checking, seat, position, NEXT[now])
        elif choice:
            yield PlaceWager(placing, seat, position, PLAY, plays[choice])


def to_be_asked(t: Table, position: int, now: Opportunity) -> bool:
    """At the first opportunity everybody; later those who have checked until then."""
    return undecided(t, position) and (CHECKED_UNTIL.get(t, position) or "before the flop") == now


def affordable(r: Round[UltimateHouse], seat: int, sized: dict[str, int]) -> dict[str, int]:
    """The play wagers a player may place and has the chips for."""
    chips = r.table.ledger[chips_before(seat)]
    plays = {play: cents for play, cents in sized.items() if cents <= chips}
    if not plays and chips and r.rules.reads("short-stack") == "all-in":
        return {ALL_IN: chips}
    return plays


def unaffordable(t: Table, seat: int, sized: dict[str, int], otherwise: str) -> tuple[Short, ...]:
    """The play wagers a player might place if he had the chips."""
    return out_of_reach({otherwise: 0, **sized}, t.ledger[chips_before(seat)])


def sizes(t: Table, position: int, antes: tuple[int, ...]) -> dict[str, int]:
    """The play wagers of so many antes."""
    ante = t.wager(position, ANTE)
    return {f"play {times}x": times * ante for times in antes}


def ask_unless_void(t: Table, asked: Ask, question: str) -> Generator[Step | Wait, Any, str]:
    """The player's choice; empty if his hand became void as he was asked. Then nobody waits for his answer."""
    yield AskPlayer(asked.cite, asked.seat, asked.position, question)
    choice: str = (yield asked) if undecided(t, asked.position) else ""
    return choice if undecided(t, asked.position) else ""


def question(plays: dict[str, int], otherwise: str) -> str:
    """What the dealer asks: one of these play wagers, or to check or fold instead."""
    if not plays:
        return f"{otherwise}, with too few chips for a play wager"
    return f"a play wager of {' or '.join(map(dollars, plays.values()))}, or {otherwise}"


def burn(r: Round[UltimateHouse], cite: str) -> Procedure:
    t = r.table
    source, met = source_of(t), FACE_UP_MET.get(t)
    yield from pass_over_community(r, source)
    if BURN_FORGOTTEN(t):
        yield from burn_missed(r)
    elif r.rules.reads("face-up-burn") == "burn-another" or FACE_UP_MET.get(t) == met:
        yield Burn(cite, source, t.places[source][0].card)
    else:
        yield FaceUpForBurn("reading:face-up-burn")


def community_cards(r: Round[UltimateHouse], cards: int, cite: str) -> Procedure:
    t = r.table
    source = source_of(t)
    for _ in range(cards):
        yield from pass_over_community(r, source)
        yield DealUp(cite, source, COMMUNITY, t.places[source][0].card)


def last_decisions(r: Round[UltimateHouse]) -> Procedure:
    """Whoever has no play wager yet folds or places one the size of his ante."""
    t = r.table
    for position in dealt_in(t):
        if not to_be_asked(t, position, "at the end"):
            continue
        if misdealt(t, position):
            yield from void_hand(r, position)
            continue
        seat = t.owners[position]
        once = sizes(t, position, (number("32.10(e)", "antes", AT_THE_END_ANTES),))
        plays = affordable(r, seat, once)
        silent = next(iter(plays), FOLD) if r.rules.reads("silent-seat") == "plays" else FOLD
        short = unaffordable(t, seat, once, FOLD)
        asked = Ask("32.10(e)", seat, position, PLAY, (FOLD, *plays), silent, short)
        choice = yield from ask_unless_void(t, asked, question(plays, FOLD))
        if choice == FOLD:
            yield from fold(r, position)
        elif choice:
            yield PlaceWager("32.10(e)1", seat, position, PLAY, plays[choice])


def fold(r: Round[UltimateHouse], position: int) -> Procedure:
    t = r.table
    seat = t.owners[position]
    yield Fold("32.10(e)2", seat, position)
    for spot in (ANTE, BLIND):
        if (cents := t.wager(position, spot)) and not misdealt(t, position):
            yield Forfeit("32.10(e)2", seat, position, spot, cents, (), "folded")
    if VOID(t, position):
        return  # a ruling came in between
    if misdealt(t, position):  # seen as the cards are spread, or laid under the trips wager
        yield from void_hand(r, position)
    elif t.wager(position, TRIPS):
        yield CardsUnderTrips("32.10(e)2i", seat, position)
    else:
        yield SpreadFolded("32.10(e)2ii", hand(position), ways(t, hand(position)))


def show_the_dealers_hand(r: Round[UltimateHouse]) -> Procedure:
    """When nobody is undecided any more; not if all hands are void, for then there is nothing to compare."""
    t = r.table
    if only_for_trips(t):
        return
    yield Uncover("32.10(f)")
    yield from judge_the_dealers_hand(r)
    if only_for_trips(t):
        return
    yield TurnDealer("32.10(f)", t.faces(DEALER))
    five = best_hand(t.faces(DEALER), t.faces(COMMUNITY), r.rules.reads("hand-of-seven"))
    yield NameDealersHand(by_the_hand(r, "32.10(f)", DEALER), five, hand_class(five))
