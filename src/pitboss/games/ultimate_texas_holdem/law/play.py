"""A round of Ultimate Texas Hold 'Em, top to bottom, in the order of the subchapter.

Positions are numbered clockwise from the dealer's left, so the player farthest to the left has the lowest number and
the player farthest to the right the highest.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pitboss.common.dealer_questions import AskPlayer, unaffordable_choices
from pitboss.common.deck_opening import make_ready
from pitboss.common.seats import positions_dealt_in
from pitboss.common.shuffle import shuffle
from pitboss.common.side_wagers.side_settlement import collect_lost_by_folding, keeps_side_wager
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, Procedure, Short, Wait
from pitboss.games.ultimate_texas_holdem.law.deal import deal, put_stub_away, restore_after_the_stub
from pitboss.games.ultimate_texas_holdem.law.facts import BURN_FORGOTTEN, CHECKED_UNTIL, Opportunity, only_for_trips
from pitboss.games.ultimate_texas_holdem.law.hands import (
    FLOP,
    face_up_flags,
    is_misdealt,
    is_undecided,
    positions_on_layout,
    source_of,
)
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.irregular import (
    check_next_community_card,
    judge_the_dealers_hand,
    look_at_the_community_cards,
    look_at_the_dealers_hand,
    rule_on_missed_burn,
    void_hand,
)
from pitboss.games.ultimate_texas_holdem.law.ranking import best_hand, hand_class
from pitboss.games.ultimate_texas_holdem.law.settle import hand_reading_cite, settle, settle_trips_only
from pitboss.games.ultimate_texas_holdem.law.steps import (
    Burn,
    CardsUnderSideWager,
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
from pitboss.games.ultimate_texas_holdem.law.wagers import (
    ANTE,
    LEAST_BEFORE_THE_FLOP,
    MOST_BEFORE_THE_FLOP,
    PLAY,
    TRIPS,
    WAGERS,
)
from pitboss.law.force import number
from pitboss.table.card_steps import DealUp, TurnDealer
from pitboss.table.facts import FACE_UP_MET, VOID
from pitboss.table.money import chips_before, dollars
from pitboss.table.side_wager import CITE
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
    for position in positions_on_layout(t):
        if is_misdealt(t, position) and not VOID(t, position):
            yield from void_hand(r, position)
        elif not VOID(t, position):
            yield ExamineAndReplace("32.10(a)", t.owners[position], position)
    most = number("32.10(a)", "most", MOST_BEFORE_THE_FLOP)
    least = number("32.10(a)", "least", LEAST_BEFORE_THE_FLOP)
    yield from offer_play(r, "before the flop", (most, least), "32.10(a)", "32.10(a)1", "32.10(a)2")
    yield from burn(r, "32.10(b)")
    yield from look_at_the_dealers_hand(r)
    yield from deal_community_cards(r, number("32.10(b)", "cards", FLOP), "32.10(b)")
    yield from look_at_the_community_cards(r, FLOP)
    twice = number("32.10(c)", "antes", AFTER_THE_FLOP_ANTES)
    yield from offer_play(r, "after the flop", (twice,), "32.10(c)", "32.10(c)1", "32.10(c)2")
    yield from burn(r, "32.10(d)")
    yield from deal_community_cards(r, number("32.10(d)", "cards", LAST_TWO), "32.10(d)")
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
    r: Round[UltimateHouse],
    opportunity: Opportunity,
    antes: tuple[int, ...],
    asking_cite: str,
    placing_cite: str,
    checking_cite: str,
) -> Procedure:
    """Ask each player without a play wager, clockwise from the dealer's left, to check or to place one."""
    t = r.table
    for position in positions_dealt_in(t):
        if not must_decide(t, position, opportunity):
            continue
        if is_misdealt(t, position):
            yield from void_hand(r, position)
            continue
        seat, wagers = t.owners[position], play_wagers(t, position, antes)
        plays = affordable_plays(r, seat, wagers)
        ask_play = Ask(
            asking_cite, seat, position, PLAY, (CHECK, *plays), CHECK, unaffordable_plays(t, seat, wagers, CHECK)
        )
        choice = yield from ask_unless_void(t, ask_play, question_in_words(plays, CHECK))
        if choice == CHECK:
            yield Check(checking_cite, seat, position, NEXT[opportunity])
        elif choice:
            yield PlaceWager(placing_cite, seat, position, PLAY, plays[choice])


def must_decide(t: Table, position: int, opportunity: Opportunity) -> bool:
    """Return whether a player must decide now: all at the first opportunity, later those who have checked so far."""
    return is_undecided(t, position) and (CHECKED_UNTIL.get(t, position) or "before the flop") == opportunity


def affordable_plays(r: Round[UltimateHouse], seat: int, wagers: dict[str, int]) -> dict[str, int]:
    """Return the play wagers that a player may place and has the chips for."""
    chips = r.table.ledger[chips_before(seat)]
    plays = {play: cents for play, cents in wagers.items() if cents <= chips}
    if not plays and chips and r.rules.reads("short-stack") == "all-in":
        return {ALL_IN: chips}
    return plays


def unaffordable_plays(t: Table, seat: int, wagers: dict[str, int], otherwise: str) -> tuple[Short, ...]:
    """Return the play wagers that a player could place with more chips."""
    return unaffordable_choices({otherwise: 0, **wagers}, t.ledger[chips_before(seat)])


def play_wagers(t: Table, position: int, antes: tuple[int, ...]) -> dict[str, int]:
    """Return the play wagers of these multiples of the ante, by the name of the choice."""
    ante = t.wager(position, ANTE)
    return {f"play {times}x": times * ante for times in antes}


def ask_unless_void(t: Table, ask: Ask, question: str) -> Generator[Step | Wait, Any, str]:
    """Ask a player and return the choice; empty if the hand became void meanwhile, so that no answer is awaited."""
    yield AskPlayer(ask.cite, ask.seat, ask.position, question)
    choice: str = (yield ask) if is_undecided(t, ask.position) else ""
    return choice if is_undecided(t, ask.position) else ""


def question_in_words(plays: dict[str, int], otherwise: str) -> str:
    """Return the dealer's question: place one of these play wagers, or check or fold instead."""
    if not plays:
        return f"{otherwise}, with too few chips for a play wager"
    return f"a play wager of {' or '.join(map(dollars, plays.values()))}, or {otherwise}"


def burn(r: Round[UltimateHouse], cite: str) -> Procedure:
    t = r.table
    source, face_up_before = source_of(t), FACE_UP_MET.get(t)
    yield from check_next_community_card(r, source)
    if BURN_FORGOTTEN(t):
        yield from rule_on_missed_burn(r)
    elif r.rules.reads("face-up-burn") == "burn-another" or FACE_UP_MET.get(t) == face_up_before:
        yield Burn(cite, source, t.places[source][0].card)
    else:
        yield FaceUpForBurn("reading:face-up-burn")


def deal_community_cards(r: Round[UltimateHouse], cards: int, cite: str) -> Procedure:
    t = r.table
    source = source_of(t)
    for _ in range(cards):
        yield from check_next_community_card(r, source)
        yield DealUp(cite, source, COMMUNITY, t.places[source][0].card)


def last_decisions(r: Round[UltimateHouse]) -> Procedure:
    """Ask each player without a play wager to place one equal to the ante or to fold."""
    t = r.table
    for position in positions_dealt_in(t):
        if not must_decide(t, position, "at the end"):
            continue
        if is_misdealt(t, position):
            yield from void_hand(r, position)
            continue
        seat = t.owners[position]
        wagers = play_wagers(t, position, (number("32.10(e)", "antes", AT_THE_END_ANTES),))
        plays = affordable_plays(r, seat, wagers)
        silent_choice = next(iter(plays), FOLD) if r.rules.reads("silent-seat") == "plays" else FOLD
        short = unaffordable_plays(t, seat, wagers, FOLD)
        ask_play = Ask("32.10(e)", seat, position, PLAY, (FOLD, *plays), silent_choice, short)
        choice = yield from ask_unless_void(t, ask_play, question_in_words(plays, FOLD))
        if choice == FOLD:
            yield from fold(r, position)
        elif choice:
            yield PlaceWager("32.10(e)1", seat, position, PLAY, plays[choice])


def fold(r: Round[UltimateHouse], position: int) -> Procedure:
    t = r.table
    seat = t.owners[position]
    yield Fold("32.10(e)2", seat, position)
    for spot in WAGERS.list_forfeited(r.rules):
        if (cents := t.wager(position, spot)) and not is_misdealt(t, position):
            yield Forfeit("32.10(e)2", seat, position, spot, cents, (), "folded")
    if VOID(t, position):
        return  # the hand was ruled void meanwhile
    if is_misdealt(t, position):  # noticed when the cards are spread or laid under the trips wager
        yield from void_hand(r, position)
        return
    yield from collect_lost_by_folding(r, position)
    if t.wager(position, TRIPS):
        yield CardsUnderTrips("32.10(e)2i", seat, position)
    elif keeps_side_wager(r, position):
        yield CardsUnderSideWager(CITE, seat, position)
    else:
        yield SpreadFolded("32.10(e)2ii", hand(position), face_up_flags(t, hand(position)))


def show_the_dealers_hand(r: Round[UltimateHouse]) -> Procedure:
    """Turn over the dealer's hand once every player has decided, unless all hands are void."""
    t = r.table
    if only_for_trips(t):
        return
    yield Uncover("32.10(f)")
    yield from judge_the_dealers_hand(r)
    if only_for_trips(t):
        return
    yield TurnDealer("32.10(f)", t.faces(DEALER))
    five = best_hand(t.faces(DEALER), t.faces(COMMUNITY), r.rules.reads("hand-of-seven"))
    yield NameDealersHand(hand_reading_cite(r, "32.10(f)", DEALER), five, hand_class(five))
