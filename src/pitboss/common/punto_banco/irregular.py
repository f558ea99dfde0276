"""Irregularities and the rulings on them (part 9 of the facts).

An incident only changes the table, or makes somebody err later in the round. The ruling is made where the facts check
for the error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal

from pitboss.common import shoe as shoes
from pitboss.common.open_layout import BETTING_OVER
from pitboss.common.punto_banco.facts import (
    DEVICE_DOWN,
    FIRST_CARD,
    MISBURNED,
    NATURAL,
    RESULT,
    SETTLED,
    STAYED,
    THIRD_IN_ERROR,
    THIRD_LEFT_OUT,
    THIRD_MISLAID,
    WRONG_COUNT,
    WRONG_HAND,
)
from pitboss.common.punto_banco.house import PuntoBancoHouse, is_continuous
from pitboss.common.punto_banco.shoe import end_of_shoe, look_at_next, out_of_play
from pitboss.common.punto_banco.steps import (
    BurnWrong,
    CollectHand,
    DealThirdWrong,
    DeviceFails,
    DiscardError,
    ForgetThird,
    GiveToBanker,
    LaidWrong,
    MiscountHand,
    MislayThird,
    MoveToOwnHand,
    NextCard,
    NothingLeftOut,
    NothingMislaid,
    NotWrong,
    OtherDevice,
    PlaceWrong,
    PlayOnBurn,
    ThirdInErrorSeen,
    ThirdInErrorUnseen,
    ThirdMislaid,
    UndoVigorish,
    hand_name,
)
from pitboss.common.punto_banco.third_card_tables import BANKER, HANDS, MOST_CARDS, PLAYER, place_of
from pitboss.engine.incidents.incident_kinds import DrawnInError, FaceUpCard, Incident
from pitboss.engine.inputs import Input, Plain
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal, never_here, void_all_hands
from pitboss.law.force import cites
from pitboss.table.card_steps import AddCard, CollectCards, DrawInError, MoveCard, RemoveDeck, TurnInPile, UseDrawn
from pitboss.table.cards import FULL_DECK
from pitboss.table.steps import PlayOn, ReturnWager, UndoCollection, UndoPayment, VoidRound
from pitboss.table.table import DRAWN, MISSING, SHOE, Table

Dealt = Round[PuntoBancoHouse]
BY_INCIDENT = "house:incident"
IN_TIME, TOO_LATE = "in time", "too late"
BY_HAND = {PLAYER: "beyond:minibaccarat.9(d)", BANKER: "beyond:minibaccarat.9(e)"}
ORDER_UNCERTAIN = "it is not certain in which order the cards were drawn"
NOT_WHOLE = "beyond:minibaccarat.9(l)"


# --- where the facts look, and what they rule


def look_at_placed(r: Dealt, hand: str) -> Procedure:
    """Void the round or move the card if the card just dealt lies at the wrong hand. A wrong number of burned cards can
    no longer be corrected, so play goes on.
    """
    t = r.table
    if MISBURNED.get(t):
        yield PlayOnBurn("beyond:minibaccarat.9(m)", "The wrong number of cards was burned, and a round has begun")
    if not (order := WRONG_HAND.get(t)):
        return
    yield LaidWrong(BY_INCIDENT, hand)
    if order != "certain":
        yield from void_all_hands("beyond:minibaccarat.9(f)", ORDER_UNCERTAIN)
    yield MoveToOwnHand("beyond:minibaccarat.9(f)", hand)


def look_at_third(r: Dealt, hand: str, *, draws: bool, bankers_turn: bool = False) -> Procedure:
    """Rule on a third card that an incident gives to a hand, if the hand has to stay.

    `draws` is whether the hand has to draw; `bankers_turn` whether this is the player's hand and the banker's has to
    draw.
    """
    t = r.table
    if is_third_left_out(t, hand) and not draws:
        why = f"{hand_name(hand).capitalize()} had to stay: no card was left out"
        yield NothingLeftOut("beyond:minibaccarat.9(g)", why, hand)
    if (seen := THIRD_IN_ERROR.get(t, hand)) is None:
        return
    place, cite = place_of(hand), BY_HAND[hand]
    if draws:
        yield NotWrong(cite, f"{hand_name(hand).capitalize()} was to draw: its third card is no error")
        return
    yield from look_at_next(r)
    card = t.places[SHOE][0].card
    if seen:
        yield ThirdInErrorSeen(BY_INCIDENT, SHOE, place, card, hand)
    else:
        yield ThirdInErrorUnseen(BY_INCIDENT, SHOE, place, card, which=hand)
    if bankers_turn and hand == PLAYER:
        yield GiveToBanker(cite)
    elif not seen:
        yield NextCard(cite, place)
    else:
        yield from rule_on_seen_card(r, cite, place)


def look_at_own_third(r: Dealt, *, draws: bool) -> Procedure:
    """Lay the player's third card at the banker's hand if an incident has planned that and the player's hand draws.
    Nobody notices before the result is called.
    """
    if not THIRD_MISLAID.get(r.table):
        return
    if draws:
        yield ThirdMislaid(BY_INCIDENT, PLAYER)
    else:
        why = "The player's hand had to stay: no third card was laid at the wrong hand"
        yield NothingMislaid("beyond:minibaccarat.9(f)", why)


def rule_on_seen_card(r: Dealt, cite: str, place: str) -> Procedure:
    """Use or discard a card dealt in error that was seen, as a reading says."""
    if r.rules.reads("error-card-seen") == "use":
        yield NextCard(cites(cite, "reading:error-card-seen"), place)
    else:
        yield DiscardError(cite, place)


def is_third_left_out(t: Table, hand: str) -> bool:
    """Return whether the third card of a hand is left out."""
    return bool(THIRD_LEFT_OUT.get(t, hand))


def after_settlement(r: Dealt) -> Procedure:
    """Rule on a third card that was left out, when somebody finds out only after settlement."""
    for hand in HANDS:
        if is_third_left_out(r.table, hand):
            why = f"a third card for {hand_name(hand)} was left out"
            if r.rules.reads("missed-third") == "undone":
                yield VoidRound("beyond:minibaccarat.9(g), reading:missed-third", why)
            else:
                yield from let_stand(r, hand, why)


def let_stand(r: Dealt, hand: str, reason: str) -> Procedure:
    """Let the settlement stand, and record why."""
    cite = cites("beyond:minibaccarat.9(g)", "reading:bankers-turn" if hand == PLAYER else "")
    if hand == PLAYER and r.rules.reads("bankers-turn") == "no-card":
        reason += ", and the banker's hand did not have its turn"
    yield PlayOn(cite, f"{reason[0].upper()}{reason[1:]}. What was settled stands")


def void_round(r: Dealt) -> Procedure:
    """Wind up a void round: every wager of it goes back, including those that were settled.

    The shoe goes on unless it is over, has run out or is not whole, or nobody is left to play.
    """
    t = r.table
    yield from give_back(r)
    for movement in reversed(SETTLED.get(t) or ()):
        if movement.kept or movement.marked:
            yield UndoVigorish(t.void, movement.seat, movement.seat, movement.spot, movement.kept, movement.marked)
        elif movement.paid:
            yield UndoPayment(t.void, movement.seat, movement.seat, movement.spot, movement.cents, movement.stake)
        else:
            yield UndoCollection(t.void, movement.seat, movement.seat, movement.spot, movement.cents)
    yield from give_back(r)
    for hand in HANDS:
        if t.cards(place_of(hand)):
            yield CollectHand(t.void, hand)
    for place in (DRAWN, FIRST_CARD):
        if t.cards(place):
            yield CollectCards(t.void, place)
    if t.void == NOT_WHOLE:
        yield RemoveDeck(NOT_WHOLE)
    elif t.void in ("beyond:minibaccarat.9(h)", "beyond:minibaccarat.4(i)"):
        yield from out_of_play(r, t.void)
    else:
        yield from end_of_shoe(r)


def give_back(r: Dealt) -> Procedure:
    """Give back every wager on the layout."""
    t = r.table
    for seat, spot, cents in sorted(t.wagers(), reverse=True):
        yield ReturnWager(t.void, seat, seat, spot, cents, "the round is void")


# --- what happens at the table, and what cannot


def _cannot(wrong: str) -> Refusal:
    return Refusal(BY_INCIDENT, wrong, "This cannot happen at the table now.")


def is_round_over(t: Table) -> bool:
    """Return whether nothing more can happen to the hands of this round."""
    return t.is_void or RESULT.get(t) is not None


class BurnedWrong(Incident, frozen=True, tag="burned wrong"):
    """The dealer burns one card too few or too many for the first card of a shoe."""

    plain: ClassVar = Plain(r"(?:the )?dealer burns too (?P<what>few|many)", "the dealer burns too few")

    what: Literal["few", "many"]


def bar_burning(r: Dealt, given: BurnedWrong) -> Iterator[Refusal]:
    t = r.table
    if is_continuous(r.house):
        yield never_here("No card is burned by count where a device shuffles all the time.")
    elif shoes.in_play(t) or t.is_void or MISBURNED.get(t):
        yield _cannot("No card is about to be burned.")


def burn_wrong(r: Dealt, given: BurnedWrong) -> Procedure:
    yield BurnWrong(BY_INCIDENT, 1 if given.what == "many" else -1)


class WrongHand(Incident, frozen=True, tag="wrong hand"):
    """One of the first four cards is laid at the wrong hand. The order in which the four were drawn may be certain or
    not."""

    plain: ClassVar = Plain(r"(?:a )?card is laid at the wrong hand", "a card is laid at the wrong hand")

    certain: bool = True


def bar_wrong_hand(r: Dealt, given: WrongHand) -> Iterator[Refusal]:
    t = r.table
    dealt = sum(len(t.cards(place_of(hand))) for hand in HANDS)
    if is_round_over(t) or dealt >= 4 or WRONG_HAND.get(t):
        yield _cannot("None of the first four cards is about to be dealt.")


def misplace_card(r: Dealt, given: WrongHand) -> Procedure:
    yield PlaceWrong(BY_INCIDENT, given.certain)


class ThirdInError(Incident, frozen=True, tag="third in error"):
    """The dealer gives a hand a third card though it has to stay, and somebody sees it or nobody does."""

    plain: ClassVar = Plain(
        r"(?:the )?(?P<hand>player|banker)'s hand gets a third card in error",
        "the player's hand gets a third card in error",
    )

    hand: Literal["player", "banker"]
    seen: bool = True


def is_hand_finished(t: Table, hand: str) -> bool:
    """Return whether a hand gets no more cards."""
    return is_round_over(t) or NATURAL(t) or STAYED(t, hand)


def third_goes_wrong(t: Table) -> bool:
    """Return whether something is already wrong with a third card."""
    if THIRD_MISLAID.get(t):
        return True
    return any(is_third_left_out(t, hand) or THIRD_IN_ERROR.get(t, hand) is not None for hand in HANDS)


def bar_third_in_error(r: Dealt, given: ThirdInError) -> Iterator[Refusal]:
    t, hand = r.table, given.hand
    if len(t.cards(place_of(hand))) >= MOST_CARDS and not t.is_void:
        wrong = f"{hand_name(hand).capitalize()} has three cards."
        yield Refusal("beyond:minibaccarat.6(k)", wrong, "No hand gets more than three.")
    elif is_hand_finished(t, hand) or third_goes_wrong(t):
        yield _cannot(f"{hand_name(hand).capitalize()} is not about to get a card.")


def deal_third_in_error(r: Dealt, given: ThirdInError) -> Procedure:
    yield DealThirdWrong(BY_INCIDENT, given.hand, given.seen)


class ThirdLeftOut(Incident, frozen=True, tag="third left out"):
    """The dealer leaves a third card out; somebody notices in time, or when everything is settled."""

    plain: ClassVar = Plain(
        r"(?:the )?(?P<hand>player|banker)'s hand is left without a third card",
        "the banker's hand is left without a third card",
    )

    hand: Literal["player", "banker"]
    noticed: Literal["in time", "too late"] = "in time"


def bar_left_out(r: Dealt, given: ThirdLeftOut) -> Iterator[Refusal]:
    t, hand = r.table, given.hand
    dealt = len(t.cards(place_of(hand))) >= MOST_CARDS
    if dealt or is_hand_finished(t, hand) or third_goes_wrong(t):
        yield _cannot(f"{hand_name(hand).capitalize()} is not about to get a card.")


def leave_third_out(r: Dealt, given: ThirdLeftOut) -> Procedure:
    yield ForgetThird(BY_INCIDENT, given.hand, given.noticed)


class ThirdAtBanker(Incident, frozen=True, tag="third at banker"):
    """The player's third card is laid at the banker's hand. Somebody notices when the result has been called, before
    anything is settled. The order in which the cards were drawn may be certain or not."""

    plain: ClassVar = Plain(
        r"(?:the )?player's third card is laid at the banker's hand",
        "the player's third card is laid at the banker's hand",
    )

    certain: bool = True


def bar_mislaying(r: Dealt, given: ThirdAtBanker) -> Iterator[Refusal]:
    t = r.table
    if len(t.cards(place_of(PLAYER))) >= MOST_CARDS or is_hand_finished(t, PLAYER) or third_goes_wrong(t):
        yield _cannot("The player's hand is not about to get a third card.")


def mislay_third(r: Dealt, given: ThirdAtBanker) -> Procedure:
    yield MislayThird(BY_INCIDENT, given.certain)


class WrongCount(Incident, frozen=True, tag="wrong count"):
    """The dealer calls a wrong count of the banker's hand when he calls the result."""

    plain: ClassVar = Plain(r"(?:the )?dealer calls a wrong count", "the dealer calls a wrong count")


def bar_wrong_count(r: Dealt, given: WrongCount) -> Iterator[Refusal]:
    if is_round_over(r.table) or WRONG_COUNT(r.table):
        yield _cannot("The result is not about to be called.")


def miscount(r: Dealt, given: WrongCount) -> Procedure:
    yield MiscountHand(BY_INCIDENT)


class ShoeUnsound(Incident, frozen=True, tag="shoe unsound"):
    """The shoe turns out to lack a card, to hold one too many or a foreign one, or to be in factory order."""

    plain: ClassVar = Plain(
        r"(?:the )?shoe is found unsound: (?P<what>missing card|surplus card|foreign card|factory order)",
        "the shoe is found unsound: missing card",
    )

    what: Literal["missing card", "surplus card", "foreign card", "factory order"]


def bar_unsound(r: Dealt, given: ShoeUnsound) -> Iterator[Refusal]:
    if not shoes.in_play(r.table) or r.table.is_void:
        yield _cannot("There is no shoe in play.")


def find_shoe_unsound(r: Dealt, given: ShoeUnsound) -> Procedure:
    if given.what == "missing card":
        yield MoveCard(BY_INCIDENT, SHOE, False, MISSING, False, "a card of the shoe is gone")
    elif given.what != "factory order":
        yield AddCard(BY_INCIDENT, SHOE, FULL_DECK[0])
    yield from void_all_hands(NOT_WHOLE, f"the shoe is not sound: {given.what}")


class ShufflerFails(Incident, frozen=True, tag="shuffler fails"):
    """A shuffling device fails. `harm` is whether somebody would be worse off if the round went on."""

    plain: ClassVar = Plain(r"(?:the )?shuffling device fails", "the shuffling device fails")

    harm: bool = False


def bar_failing(r: Dealt, given: ShufflerFails) -> Iterator[Refusal]:
    t, house = r.table, r.house
    at_work = is_continuous(house) or not shoes.in_play(t)
    if house.shuffler == "none":
        yield never_here("There is no shuffling device at the table.")
    elif given.harm and not is_continuous(house):
        yield never_here("This device shuffles between rounds, so nobody is worse off when it fails.")
    elif not at_work or t.is_void or DEVICE_DOWN(t):
        yield _cannot("No shuffling device is at work.")
    elif given.harm and not BETTING_OVER(t):
        yield _cannot("No round is being dealt that somebody could be worse off by.")


def fail_shuffler(r: Dealt, given: ShufflerFails) -> Procedure:
    yield DeviceFails(BY_INCIDENT)
    if given.harm:
        yield from void_all_hands("beyond:minibaccarat.9(i)", "the shuffling device has failed")
    yield OtherDevice("beyond:minibaccarat.9(j)")


def bar_face_up(r: Dealt, given: FaceUpCard) -> Iterator[Refusal]:
    if is_round_over(r.table) or not 0 <= given.depth < len(r.table.cards(SHOE)):
        yield _cannot("There is no such card in the shoe.")


def turn_face_up(r: Dealt, given: FaceUpCard) -> Procedure:
    yield TurnInPile(BY_INCIDENT, SHOE, given.depth)


def bar_drawing(r: Dealt, given: DrawnInError) -> Iterator[Refusal]:
    t = r.table
    if not t.cards(SHOE) or t.cards(DRAWN) or t.is_void or t.cards(FIRST_CARD) or t.places[SHOE][0].up:
        yield _cannot("No card can be drawn.")


def draw_in_error(r: Dealt, given: DrawnInError, besides: str = "") -> Procedure:
    """Draw a card in error. If nobody saw it, it is used as the next card; if somebody did, it is treated like a third
    card dealt in error.

    `besides` is a game's own paragraph about it.
    """
    yield DrawInError(BY_INCIDENT, SHOE, given.exposed)
    if not given.exposed:
        yield UseDrawn(cites("beyond:minibaccarat.9(c)", besides), SHOE)
    elif r.rules.reads("error-card-seen") == "use":
        yield NextCard(cites("reading:error-card-seen", besides), DRAWN)
    else:
        yield DiscardError(cites("reading:error-card-seen", besides), DRAWN)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    FaceUpCard: bar_face_up,
    DrawnInError: bar_drawing,
    BurnedWrong: bar_burning,
    WrongHand: bar_wrong_hand,
    ThirdInError: bar_third_in_error,
    ThirdLeftOut: bar_left_out,
    WrongCount: bar_wrong_count,
    ShoeUnsound: bar_unsound,
    ShufflerFails: bar_failing,
    ThirdAtBanker: bar_mislaying,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {
    FaceUpCard: turn_face_up,
    DrawnInError: draw_in_error,
    BurnedWrong: burn_wrong,
    WrongHand: misplace_card,
    ThirdInError: deal_third_in_error,
    ThirdLeftOut: leave_third_out,
    WrongCount: miscount,
    ShoeUnsound: find_shoe_unsound,
    ShufflerFails: fail_shuffler,
    ThirdAtBanker: mislay_third,
}
INPUTS: tuple[type[Input], ...] = (
    BurnedWrong,
    WrongHand,
    ThirdInError,
    ThirdLeftOut,
    WrongCount,
    ShoeUnsound,
    ShufflerFails,
    ThirdAtBanker,
)
