"""Steps: the physical acts of a table, each with the paragraph it rests on.

A procedure yields steps; the driver alone lets them take effect. A step is frozen plain data, so that it can be logged
and hashed. `do` is its whole effect. `tell` describes it for the house, in a sentence that names no hidden card;
`tell_players` describes what people at the table can have noticed of it.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from pitboss.table.cards import NOTHING, RANK_NAMES, RANK_OF_CARD, pretty
from pitboss.table.facts import AWAY, LEAVING, PAYABLE, PLAYED_ON, VOID, WAGER_CLASS, WAGER_WINS
from pitboss.table.money import CAGE, INVENTORY, OUTSIDE, area, chips_before, dollars
from pitboss.table.table import Table

SHORT, WAITS = "This table cannot pay one maximum wager", "Payment waits for a fill"  # what the dealer says


class Step(msgspec.Struct, frozen=True, tag_field="act", gc=False):
    """A physical act, with the paragraph it rests on."""

    is_step: ClassVar[Literal[True]] = True  # faster than isinstance, which the driver would call forty times a round

    keeps_back: ClassVar[bool] = False  # whether the house knows more of it than people at the table can notice

    cite: str

    def do(self, t: Table) -> None:
        """Carry out the act."""
        raise NotImplementedError(type(self).__name__)

    def tell(self) -> str:
        """Describe the act for the house, in a clause or a sentence that names no hidden card."""
        raise NotImplementedError(type(self).__name__)

    @property
    def unnoticed(self) -> bool:
        """True if nobody at the table notices the act: it is on record, and shown to nobody there."""
        return False

    def tell_players(self) -> str:
        """Describe the act for people at the table, in the words of the trade, without what they cannot know."""
        return self.tell()


# --- speech


class Announce(Step, frozen=True, tag="announce"):
    words: str

    def do(self, t: Table) -> None:
        t.said.append(self.words)

    def tell(self) -> str:
        return f"The dealer announces: “{self.words}”."


# --- seats and wagers


class TakeSeat(Step, frozen=True, tag="take seat"):
    seat: int
    player: str
    chips: int

    def do(self, t: Table) -> None:
        t.players[self.seat] = self.player
        t.ledger.move(OUTSIDE, chips_before(self.seat), self.chips)

    def tell(self) -> str:
        return f"{self.player} takes seat {self.seat} with {dollars(self.chips)}."


class BringChips(Step, frozen=True, tag="bring chips"):
    """A seated player brings more chips."""

    seat: int
    player: str
    chips: int

    def do(self, t: Table) -> None:
        t.ledger.move(OUTSIDE, chips_before(self.seat), self.chips)

    def tell(self) -> str:
        return f"{self.player} in seat {self.seat} adds {dollars(self.chips)} in chips."


class Rise(Step, frozen=True, tag="rise"):
    """A player gets up and takes no further part."""

    seat: int
    player: str

    def do(self, t: Table) -> None:
        LEAVING.set(t, self.seat)

    def tell(self) -> str:
        return f"{self.player} gets up from seat {self.seat}."


class LeaveSeat(Step, frozen=True, tag="leave seat"):
    seat: int
    player: str
    chips: int

    def do(self, t: Table) -> None:
        del t.players[self.seat]
        t.ledger.move(chips_before(self.seat), OUTSIDE, self.chips)
        LEAVING.set(t, self.seat, False)

    def tell(self) -> str:
        return f"{self.player} leaves seat {self.seat} with {dollars(self.chips)}."


class StepAway(LeaveSeat, frozen=True, tag="step away"):
    """A player leaves with his chips while wagers of his must stand. The seat is kept for them."""

    def do(self, t: Table) -> None:
        t.ledger.move(chips_before(self.seat), OUTSIDE, self.chips)
        LEAVING.set(t, self.seat, False)
        AWAY.at(self.seat).set(t)

    def tell(self) -> str:
        return (
            f"{self.player} leaves seat {self.seat} with {dollars(self.chips)}. "
            "Wagers that cannot come down stay on the layout until they are decided."
        )


class SendAfter(LeaveSeat, frozen=True, tag="send after"):
    """The last wager of a player who has left is decided: the house holds his chips for him, and the seat is free."""

    def do(self, t: Table) -> None:
        super().do(t)
        AWAY.at(self.seat).clear(t)

    def tell(self) -> str:
        return f"The table holds {dollars(self.chips)} for {self.player}, who has left. Seat {self.seat} is open."


class WagerStep(Step, frozen=True):
    """A step about one wager: its seat, its betting position, and its area of the layout."""

    seat: int
    position: int
    spot: str


class PlaceWager(WagerStep, frozen=True, tag="place wager"):
    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(chips_before(self.seat), area(self.position, self.spot), self.cents)
        t.owners[self.position] = self.seat

    def tell(self) -> str:
        return f"{seat_name(self.seat, self.position)} wagers {dollars(self.cents)} on {self.spot}."

    def tell_players(self) -> str:
        return f"{seat_name(self.seat, self.position)} bets {dollars(self.cents)} on {self.spot}."


WITHDRAWN, TAKEN_BACK, TAKEN_DOWN = "withdrawn", "taken back in time", "taken down"
BY_THE_PLAYER = (WITHDRAWN, TAKEN_BACK, TAKEN_DOWN)  # the reasons why a wager goes back at its player's wish
# How a reason begins if the wager goes back undecided: its player gets up, or it cannot stay.
UNDEALT = (
    *("the player leaves", "three equal wagers are needed", "ante and blind are both needed, and equal"),
    *("there is no ante beside it", "the layout does not have it any more", "the count failed"),
    *("the table closes", "the table cannot pay it exactly any more"),
)
PUSH = "a push"  # how the reason begins if the hands were compared and tie
# How a reason begins if a hand, a spin or the whole round does not count.
VOIDED = (
    *("the hand is void", "the hands are void", "the round is void", "the hand is dead"),
    *("its hand, void already", "no hand is left to win the pot"),
    *("the spin did not count", "the spin was void", "the shake did not count"),
)


class ReturnWager(WagerStep, frozen=True, tag="return wager"):
    cents: int
    why: str

    def do(self, t: Table) -> None:
        t.ledger.move(area(self.position, self.spot), chips_before(self.seat), self.cents)

    def tell(self) -> str:
        return f"{dollars(self.cents)} on {self.spot} goes back to {seat_name(self.seat, self.position)}: {self.why}."


class JudgeWager(WagerStep, frozen=True, tag="judge wager"):
    """A wager judged by itself, whatever becomes of the others."""

    decided_by: tuple[str, ...]  # the cards that decide it
    hand_class: str
    wins: bool

    def do(self, t: Table) -> None:
        WAGER_CLASS.set(t, (self.position, self.spot), self.hand_class)
        WAGER_WINS.set(t, (self.position, self.spot), self.wins)

    def tell(self) -> str:
        verdict = "wins" if self.wins else "loses"
        hand = describe_hand(self.hand_class, self.decided_by)
        return f"The {self.spot} wager of {seat_name(self.seat, self.position)} {verdict} on its own: {hand}."

    def tell_players(self) -> str:
        hand = describe_hand(self.hand_class, self.decided_by)
        return f"{bet_name(self)} {'wins' if self.wins else 'loses'}: {hand}."


class JudgeHand(Step, frozen=True):
    """A verdict on a hand that decides several wagers of its position. Later acts collect, pay or return them."""

    decides: ClassVar[tuple[str, ...]]  # the areas of these wagers

    position: int


class CollectWager(WagerStep, frozen=True, tag="collect wager"):
    cents: int
    decided_by: tuple[str, ...]
    hand_class: str

    def do(self, t: Table) -> None:
        t.ledger.move(area(self.position, self.spot), INVENTORY, self.cents)

    def tell(self) -> str:
        return (
            f"The dealer collects {dollars(self.cents)} on {self.spot} from {seat_name(self.seat, self.position)}: "
            f"{describe_hand(self.hand_class, self.decided_by)}."
        )

    def tell_players(self) -> str:
        return f"{bet_name(self)} loses: {describe_hand(self.hand_class, self.decided_by)}. {dollars(-self.cents)}"


class PayWager(WagerStep, frozen=True, tag="pay wager"):
    """A winning wager is paid from the table inventory, and the stake goes back with it."""

    by: str  # the paragraph that sets the amount
    stake: int  # the part of the stake that lies on the layout and goes back
    decided_by: tuple[str, ...]
    hand_class: str
    rate: str  # the odds, or the fixed amount, as the pay table states it
    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(INVENTORY, chips_before(self.seat), self.cents)
        t.ledger.move(area(self.position, self.spot), chips_before(self.seat), self.stake)

    def tell(self) -> str:
        return (
            f"The dealer pays {seat_name(self.seat, self.position)} {dollars(self.cents)} on {self.spot}: "
            f"{self.hand_class}, {self.rate} ({self.by})."
        )

    def tell_players(self) -> str:
        return f"{bet_name(self)} wins: {self.hand_class}, {self.rate} ({self.by}). +{dollars(self.cents)}"


class KeepStake(WagerStep, frozen=True, tag="keep stake"):
    """The stake of a wager stays in the table inventory, where an earlier act put it."""

    cents: int

    def do(self, t: Table) -> None:
        pass

    def tell(self) -> str:
        bettor = seat_name(self.seat, self.position)
        return f"The {dollars(self.cents)} that {bettor} had on {self.spot} stays in the table inventory container."


class PayStanding(PayWager, frozen=True, tag="pay standing wager"):
    """A winning wager is paid and stays where it is."""

    def do(self, t: Table) -> None:
        t.ledger.move(INVENTORY, chips_before(self.seat), self.cents)


class UndoPayment(WagerStep, frozen=True, tag="undo payment"):
    """A payment by a wrong result comes back, and the wager is put back where it was."""

    cents: int
    stake: int

    def do(self, t: Table) -> None:
        t.ledger.move(chips_before(self.seat), INVENTORY, self.cents)
        t.ledger.move(chips_before(self.seat), area(self.position, self.spot), self.stake)

    def tell(self) -> str:
        bettor = seat_name(self.seat, self.position)
        return f"The {dollars(self.cents)} paid to {bettor} on {self.spot} comes back, and the wager lies there again."


class UndoCollection(WagerStep, frozen=True, tag="undo collection"):
    """A wager that was collected by a wrong result is put back where it was."""

    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(INVENTORY, area(self.position, self.spot), self.cents)

    def tell(self) -> str:
        return (
            f"The {dollars(self.cents)} that {seat_name(self.seat, self.position)} had on {self.spot} lies there again."
        )


class StandWager(WagerStep, frozen=True, tag="stand wager"):
    """A wager that this round does not decide stays where it is, at work or off."""

    cents: int
    off: bool
    why: str

    def do(self, t: Table) -> None:
        pass

    def tell(self) -> str:
        stays = "is off and stays up" if self.off else "stays up"
        return (
            f"{seat_name(self.seat, self.position)} has {dollars(self.cents)} on {self.spot}; it {stays}: {self.why}."
        )


class MoveWager(WagerStep, frozen=True, tag="move wager"):
    """A wager moves to another area of the layout, where it is decided."""

    to: str
    cents: int
    why: str

    def do(self, t: Table) -> None:
        t.ledger.move(area(self.position, self.spot), area(self.position, self.to), self.cents)

    def tell(self) -> str:
        bettor = seat_name(self.seat, self.position)
        return f"The {dollars(self.cents)} that {bettor} has on {self.spot} moves to {self.to}: {self.why}."


class TakeFee(WagerStep, frozen=True, tag="take fee"):
    """The house takes vigorish for paying true odds."""

    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(chips_before(self.seat), INVENTORY, self.cents)

    def tell(self) -> str:
        bettor = seat_name(self.seat, self.position)
        return f"The dealer takes {dollars(self.cents)} from {bettor} as vigorish on {self.spot}."


class MarkFee(WagerStep, frozen=True):
    """A fee is written down, to be paid later by a `CollectFee`. A game says where it is kept until then."""

    cents: int


class CollectFee(TakeFee, frozen=True):
    """A fee that was written down is paid."""


# --- the bank


class BringFill(Step, frozen=True, tag="bring fill"):
    """Chips come from the cage."""

    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(CAGE, INVENTORY, self.cents)

    def tell(self) -> str:
        return f"A fill of {dollars(self.cents)} comes from the cage to the table inventory container."


class SendCredit(Step, frozen=True, tag="send credit"):
    """Chips go to the cage."""

    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(INVENTORY, CAGE, self.cents)

    def tell(self) -> str:
        return f"A credit of {dollars(self.cents)} goes from the table inventory container to the cage."


class SayShort(Step, frozen=True, tag="say short"):
    """Betting opens at a table that could not pay one maximum wager."""

    most: int  # what such a wager may win

    def do(self, t: Table) -> None:
        t.said.append(SHORT)

    def tell(self) -> str:
        return (
            f"The table inventory cannot pay one maximum wager, which may win {dollars(self.most)}. Wagers are taken, "
            "and a payment that it cannot make waits for a fill."
        )


class PaymentWaits(Step, frozen=True, tag="payment waits"):
    """A payment is due that the table inventory cannot make."""

    cents: int

    def do(self, t: Table) -> None:
        t.said.append(WAITS)

    def tell(self) -> str:
        return f"The table inventory cannot pay {dollars(self.cents)}. The payment waits for a fill."


class PlayOn(Step, frozen=True, tag="play on"):
    """The paragraph does not apply, or no longer applies, to what happened. It is on record and play goes on."""

    why: str

    def do(self, t: Table) -> None:
        PLAYED_ON.set(t, self.why)

    def tell(self) -> str:
        return f"{self.why}. This goes on the record, and play continues."


class PlayOnUnaware(PlayOn, frozen=True, tag="play on"):
    """Play goes on because nobody has noticed that anything is wrong."""

    @property
    def unnoticed(self) -> bool:
        return True


class Manner(Step, frozen=True, tag="manner"):
    """The way in which something is held or placed, with no effect on cards or chips."""

    words: str

    def do(self, t: Table) -> None:
        pass

    def tell(self) -> str:
        return self.words


class VoidRound(Step, frozen=True, tag="void round"):
    """All hands are void. The driver ends the procedure here and has the game wind the round up."""

    why: str

    def do(self, t: Table) -> None:
        t.void = self.cite

    def tell(self) -> str:
        return f"All hands are void: {self.why}."


class VoidPlay(VoidRound, frozen=True, tag="void round"):
    """The round is void, at a table without hands."""

    def tell(self) -> str:
        return f"The round is void: {self.why}."


class VoidHand(Step, frozen=True, tag="void hand"):
    """One hand is void and the round goes on: its player decides nothing more, and these wagers on it go back."""

    seat: int
    position: int
    spots: tuple[str, ...]
    why: str

    def do(self, t: Table) -> None:
        VOID.set(t, self.position)

    def tell(self) -> str:
        return f"The hand of {seat_name(self.seat, self.position)} is void: {self.why}."


class LimitPayout(Step, frozen=True, tag="limit payout"):
    """The payout limit cuts what one hand wins."""

    seat: int
    position: int
    due: int
    limit: int

    def do(self, t: Table) -> None:
        PAYABLE.set(t, self.position, self.limit)

    def tell(self) -> str:
        return (
            f"{seat_name(self.seat, self.position)} would win {dollars(self.due)} on one hand; "
            f"the table's payout limit is {dollars(self.limit)}."
        )


def sentence_for_house(step: Step) -> str:
    """Return the step as a sentence by itself, for the house."""
    return _sentence(step.tell())


def sentence_for_players(step: Step) -> str:
    """Return the step as a sentence by itself, for people at the table."""
    return _sentence(step.tell_players())


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]


def seat_name(seat: int, position: int) -> str:
    """Name a bettor by his seat, and by his betting position where that is another one."""
    return f"seat {seat}" if seat == position else f"seat {seat} (position {position})"


def bet_name(step: WagerStep) -> str:
    """Name a bet as people at the table do: "seat 3's ante"."""
    where = "" if step.seat == step.position else f" at seat {step.position}"
    return f"seat {step.seat}'s {step.spot}{where}"


def describe_hand(hand_class: str, cards: tuple[str, ...]) -> str:
    """Say what a hand makes, as a dealer does: one that makes nothing is called by its highest card."""
    if hand_class != NOTHING or not cards:
        return hand_class
    return f"{RANK_NAMES[max(cards, key=RANK_OF_CARD.__getitem__)[0]]} high"


def hand_with_article(words: str) -> str:
    """Put a hand behind "has" as a dealer does: a pair of fives, but two pair and king high."""
    return f"a {words}" if words.startswith(("pair", "straight", "flush", "full", "royal", "mini")) else words


def quantity(count: int, noun: str) -> str:
    """Return a number with its noun: "1 card", "3 cards"."""
    return f"{count} {noun}" + ("" if count == 1 else "s")


def cards_of(cards: tuple[str, ...]) -> str:
    """Write cards in the usual form, with spaces between them."""
    return " ".join(map(pretty, cards))
