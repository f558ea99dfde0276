"""Steps that only a table of punto banco knows."""

from __future__ import annotations

from pitboss.common.punto_banco.facts import (
    AT_FIRST,
    CAME_SHUFFLED,
    COUNTED,
    CUT_OUT,
    DEVICE_DOWN,
    FIRST_CARD,
    FRESH,
    LATER,
    MISBURNED,
    NATURAL,
    OWED,
    RESULT,
    SETTLED,
    STAYED,
    THIRD_IN_ERROR,
    THIRD_LEFT_OUT,
    THIRD_MISLAID,
    WRONG_COUNT,
    WRONG_HAND,
    ChipMovement,
    Result,
)
from pitboss.common.punto_banco.third_card_tables import BANKER, PLAYER, other, place_of
from pitboss.table.card_steps import Deal, DealUp
from pitboss.table.cards import DOWN, UP, pretty
from pitboss.table.money import INVENTORY, chips_before, dollars
from pitboss.table.shoe_steps import CuttingCardOut, EmptyShoe, ReceivePacks
from pitboss.table.steps import (
    CollectFee,
    CollectWager,
    MarkFee,
    PayWager,
    PlayOn,
    Step,
    TakeFee,
    WagerStep,
    cards_of,
)
from pitboss.table.table import DISCARD_RACK, SHOE, Table


def hand_name(hand: str) -> str:
    """Return "the player's hand" or "the banker's hand"."""
    return f"the {hand}'s hand"


# --- the shoe


class ReceiveNew(ReceivePacks, frozen=True, tag="receive new decks"):
    def do(self, t: Table) -> None:
        super().do(t)
        CAME_SHUFFLED.set(t, self.pre_shuffled)


class TurnFirstCard(DealUp, frozen=True, tag="turn first card"):
    def tell(self) -> str:
        return f"The dealer draws the first card of the shoe and turns it up: {pretty(self.card)}."

    tell_players = Step.tell_players


class PutFirstAway(Step, frozen=True, tag="put first card away"):
    """The card that was turned up goes to the rack after those burned for it, and the shoe is ready."""

    def do(self, t: Table) -> None:
        t.places[DISCARD_RACK] = t.places.pop(FIRST_CARD) + t.places[DISCARD_RACK]
        FRESH.set(t)

    def tell(self) -> str:
        return "The first card and the burned ones lie in the discard rack."


class ShoeReady(Step, frozen=True, tag="shoe ready"):
    """A continuous shuffler is full, except for a card that a reading burns."""

    burned: bool = False

    def do(self, t: Table) -> None:
        FRESH.set(t)

    def tell(self) -> str:
        if self.burned:
            return "The shuffler has all other cards. There is no cut and no cutting card."
        return "The shuffler has all cards. There is no cut, no cutting card and no burn."


class MeetCuttingCard(CuttingCardOut, frozen=True, tag="meet cutting card"):
    first: bool  # whether it came in place of the first card of a round

    def do(self, t: Table) -> None:
        super().do(t)
        CUT_OUT.set(t, AT_FIRST if self.first else LATER)


class LastRound(Step, frozen=True, tag="last round"):
    def do(self, t: Table) -> None:
        pass

    def tell(self) -> str:
        return "The cutting card is out: this is the last round of the shoe."


class BackToShuffler(EmptyShoe, frozen=True, tag="back to shuffler"):
    def tell(self) -> str:
        return "All cards go back into the shuffler."


class TakeOutOfShoe(Step, frozen=True, tag="take out of shoe"):
    """A shoe from which no card was dealt is taken apart to be shuffled again."""

    def do(self, t: Table) -> None:
        t.places[DISCARD_RACK] = t.places.pop(SHOE) + t.places[DISCARD_RACK]
        t.cutting_card, t.salt = None, ""
        FRESH.set(t, False)
        CAME_SHUFFLED.set(t, False)

    def tell(self) -> str:
        return "A player asks that the cards be shuffled at the table."


# --- the deal


class DealOpen(DealUp, frozen=True, tag="deal open"):
    """A card, face up, to one of the two hands."""

    which: str

    def do(self, t: Table) -> None:
        super().do(t)
        FRESH.set(t, False)

    def tell(self) -> str:
        return f"To {hand_name(self.which)}, {pretty(self.card)}."

    tell_players = Step.tell_players


class DrawThird(DealOpen, frozen=True, tag="draw third"):
    def tell(self) -> str:
        return f"{hand_name(self.which).capitalize()} draws {pretty(self.card)}."


class DealCovered(Deal, frozen=True, tag="deal covered"):
    which: str = ""

    def do(self, t: Table) -> None:
        super().do(t)
        FRESH.set(t, False)

    def tell(self) -> str:
        corner_words = ", under the corner of the shoe" if self.which == "banker" else ""
        return f"A card face down to {hand_name(self.which)}{corner_words}."

    tell_players = Step.tell_players


class TurnCards(Step, frozen=True, tag="turn cards"):
    which: str
    cards: tuple[str, ...]

    def do(self, t: Table) -> None:
        t.places[place_of(self.which)] = [UP[card] for card in self.cards]

    def tell(self) -> str:
        return f"The dealer turns {hand_name(self.which)}: {cards_of(self.cards)}."


class CallCount(Step, frozen=True, tag="call count"):
    which: str
    count: int

    def do(self, t: Table) -> None:
        COUNTED.set(t, self.which, self.count)

    def tell(self) -> str:
        return f"The dealer announces: “{self.which.capitalize()} {self.count}”."


class CallNatural(Step, frozen=True, tag="call natural"):
    which: tuple[str, ...]

    def do(self, t: Table) -> None:
        NATURAL.set(t)

    def tell(self) -> str:
        have = "both hands have" if len(self.which) > 1 else f"{hand_name(self.which[0])} has"
        return f"{have[0].upper()}{have[1:]} a natural: no card to either hand."


class Stay(Step, frozen=True, tag="stay"):
    which: str

    def do(self, t: Table) -> None:
        STAYED.set(t, self.which)

    def tell(self) -> str:
        return f"{hand_name(self.which).capitalize()} stays."


class CallResult(Step, frozen=True, tag="call result"):
    player: int
    banker: int
    winner: str

    def do(self, t: Table) -> None:
        RESULT.set(t, Result(self.player, self.banker, self.winner))

    def tell(self) -> str:
        wins = "Tie" if self.winner == "tie" else f"{self.winner.capitalize()} wins"
        return f"The dealer announces: “Player {self.player}, banker {self.banker}. {wins}”."


class PutCallRight(CallResult, frozen=True, tag="put call right"):
    def do(self, t: Table) -> None:
        super().do(t)
        WRONG_COUNT.set(t, False)

    def tell(self) -> str:
        wins = "a tie" if self.winner == "tie" else f"a win of {hand_name(self.winner)}"
        return f"A count was called wrongly. By the cards it is player {self.player}, banker {self.banker}: {wins}."


# --- settlement


def add_movement(t: Table, movement: ChipMovement) -> None:
    """Add to the record of what settlement did, so that it can be undone."""
    SETTLED.set(t, (*(SETTLED.get(t) or ()), movement))


class Collect(CollectWager, frozen=True, tag="collect wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        add_movement(t, ChipMovement(False, self.seat, self.spot, self.cents))


class Pay(PayWager, frozen=True, tag="pay wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        add_movement(t, ChipMovement(True, self.seat, self.spot, self.cents, self.stake))


class TakeVigorish(TakeFee, frozen=True, tag="take vigorish"):
    def do(self, t: Table) -> None:
        super().do(t)
        add_movement(t, ChipMovement(True, self.seat, self.spot, 0, kept=self.cents))


class MarkVigorish(MarkFee, frozen=True, tag="mark vigorish"):
    """The dealer puts a marker in the numbered box of the seat."""

    def do(self, t: Table) -> None:
        box = OWED.at(self.seat)
        box.set(t, (box.get(t) or 0) + self.cents)
        add_movement(t, ChipMovement(True, self.seat, self.spot, 0, marked=self.cents))

    def tell(self) -> str:
        return f"The dealer marks {dollars(self.cents)} of vigorish in box {self.seat}."


class CollectVigorish(CollectFee, frozen=True, tag="collect vigorish"):
    """A player pays what is marked in his box."""

    def do(self, t: Table) -> None:
        super().do(t)
        OWED.at(self.seat).clear(t)

    def tell(self) -> str:
        return f"The dealer collects {dollars(self.cents)} of marked vigorish from seat {self.seat}."


class UndoVigorish(WagerStep, frozen=True, tag="undo vigorish"):
    kept: int
    marked: int

    def do(self, t: Table) -> None:
        t.ledger.move(INVENTORY, chips_before(self.seat), self.kept)
        box = OWED.at(self.seat)
        if left := (box.get(t) or 0) - self.marked:
            box.set(t, left)
        else:
            box.clear(t)

    def tell(self) -> str:
        return f"Vigorish of {dollars(self.kept or self.marked)} on seat {self.seat}'s win is undone."


class CollectHand(Step, frozen=True, tag="collect hand"):
    """A hand goes face down to the discard rack, in the order in which it lies."""

    which: str

    def do(self, t: Table) -> None:
        cards = [DOWN[lying.card] for lying in t.places.pop(place_of(self.which), [])]
        t.places[DISCARD_RACK] = cards + t.places[DISCARD_RACK]

    def tell(self) -> str:
        return f"The dealer collects {hand_name(self.which)} into the discard rack, face down."


# --- what goes wrong


class Arm(Step, frozen=True, tag="about to go wrong"):
    """An error that is about to happen. Nobody notices before it has happened."""

    @property
    def unnoticed(self) -> bool:
        return True


class BurnWrong(Arm, frozen=True, tag="burn wrong"):
    more: int

    def do(self, t: Table) -> None:
        MISBURNED.set(t, self.more)

    def tell(self) -> str:
        return f"Incident: the dealer is about to burn one card too {'many' if self.more > 0 else 'few'}."


class PlayOnBurn(PlayOn, frozen=True, tag="play on burn"):
    def do(self, t: Table) -> None:
        super().do(t)
        MISBURNED.set(t, 0)


class PlaceWrong(Arm, frozen=True, tag="place wrong"):
    certain: bool

    def do(self, t: Table) -> None:
        WRONG_HAND.set(t, "certain" if self.certain else "uncertain")

    def tell(self) -> str:
        return "Incident: the next card is about to be laid at the wrong hand."


class DealThirdWrong(Arm, frozen=True, tag="deal third wrong"):
    which: str
    seen: bool

    def do(self, t: Table) -> None:
        THIRD_IN_ERROR.set(t, self.which, self.seen)

    def tell(self) -> str:
        return f"Incident: the dealer is about to give {hand_name(self.which)} a third card, whatever it counts."


class ForgetThird(Arm, frozen=True, tag="forget third"):
    which: str
    noticed_when: str

    def do(self, t: Table) -> None:
        THIRD_LEFT_OUT.set(t, self.which, self.noticed_when)

    def tell(self) -> str:
        return f"Incident: the dealer is about to forget a third card for {hand_name(self.which)}."


class MislayThird(Arm, frozen=True, tag="mislay third"):
    certain: bool

    def do(self, t: Table) -> None:
        THIRD_MISLAID.set(t, "certain" if self.certain else "uncertain")

    def tell(self) -> str:
        return "Incident: the player's third card is about to be laid at the banker's hand."


class MiscountHand(Arm, frozen=True, tag="miscount hand"):
    def do(self, t: Table) -> None:
        WRONG_COUNT.set(t)

    def tell(self) -> str:
        return "Incident: the dealer is about to call a wrong count."


class NotWrong(PlayOn, frozen=True, tag="not wrong"):
    """An error that an incident had planned could not happen. This is on record."""

    @property
    def unnoticed(self) -> bool:
        return True


class NothingLeftOut(NotWrong, frozen=True, tag="nothing left out"):
    which: str

    def do(self, t: Table) -> None:
        super().do(t)
        THIRD_LEFT_OUT.set(t, self.which, "")


class NothingMislaid(NotWrong, frozen=True, tag="nothing mislaid"):
    def do(self, t: Table) -> None:
        super().do(t)
        THIRD_MISLAID.set(t, "")


class LaidWrong(Step, frozen=True, tag="laid wrong"):
    """The card that was dealt last lies at the wrong hand."""

    which: str  # the hand where it belongs

    def do(self, t: Table) -> None:
        t.places.setdefault(place_of(other(self.which)), []).append(t.places[place_of(self.which)].pop())

    def tell(self) -> str:
        return f"Incident: that card lies at {hand_name(other(self.which))}."


class ThirdMislaid(LaidWrong, frozen=True, tag="third mislaid"):
    """The player's third card lies at the banker's hand. Everybody sees the card, and nobody sees that it is wrong."""

    def tell(self) -> str:
        return f"Incident: that card lies at {hand_name(other(self.which))}, and nobody notices."

    def tell_players(self) -> str:
        return f"The card lies at {hand_name(other(self.which))}."


class NoticeMislaid(Step, frozen=True, tag="notice mislaid"):
    def do(self, t: Table) -> None:
        THIRD_MISLAID.set(t, "")

    def tell(self) -> str:
        return "The player's third card lies at the banker's hand, and nothing is settled yet."


class MoveToOwnHand(Step, frozen=True, tag="move to own hand"):
    which: str

    def do(self, t: Table) -> None:
        t.places[place_of(self.which)].append(t.places[place_of(other(self.which))].pop())
        WRONG_HAND.set(t, "")

    def tell(self) -> str:
        return f"The order of drawing is certain, so it is moved to {hand_name(self.which)}."


class ThirdInErrorSeen(DealUp, frozen=True, tag="third in error seen"):
    which: str

    def tell(self) -> str:
        return f"Incident: {hand_name(self.which)} has to stay and is dealt {pretty(self.card)}."

    tell_players = Step.tell_players


class ThirdInErrorUnseen(Deal, frozen=True, tag="third in error unseen"):
    which: str = ""

    def tell(self) -> str:
        return f"Incident: {hand_name(self.which)} has to stay and is dealt a card, which nobody sees."

    tell_players = Step.tell_players


class GiveToBanker(Step, frozen=True, tag="give to banker"):
    def do(self, t: Table) -> None:
        t.places[place_of(BANKER)].append(UP[t.places[place_of(PLAYER)].pop().card])

    def tell(self) -> str:
        return "The banker's hand has to draw, so the card is its third card."


class NextCard(Step, frozen=True, tag="next card"):
    """A card goes back to the front of the shoe, to be the next one."""

    source: str

    def do(self, t: Table) -> None:
        t.places[SHOE].insert(0, DOWN[t.places[self.source].pop().card])

    def tell(self) -> str:
        return "The card drawn in error is the next card of the shoe."


class DiscardError(Step, frozen=True, tag="discard error"):
    source: str

    def do(self, t: Table) -> None:
        t.places[DISCARD_RACK].insert(0, t.places[self.source].pop())

    def tell(self) -> str:
        return "The card drawn in error was seen and goes to the discard rack."


class NoticeLeftOut(Step, frozen=True, tag="notice left out"):
    which: str

    def do(self, t: Table) -> None:
        THIRD_LEFT_OUT.set(t, self.which, "")

    def tell(self) -> str:
        return f"A third card for {hand_name(self.which)} was left out, and nothing is settled yet: it is dealt now."


class DeviceFails(Step, frozen=True, tag="device fails"):
    def do(self, t: Table) -> None:
        DEVICE_DOWN.set(t)

    def tell(self) -> str:
        return "Incident: the shuffling device fails."


class OtherDevice(Step, frozen=True, tag="other device"):
    def do(self, t: Table) -> None:
        DEVICE_DOWN.set(t, False)

    def tell(self) -> str:
        return "The cards are unharmed and nobody is worse off: another device takes them, and play goes on."
