"""The acts that only Winner's Pot Poker has, beside the general ones of the physical table."""

from __future__ import annotations

from typing import Literal

import msgspec

from pitboss.common.facts import DEALING, DEALT_IN
from pitboss.games.winners_pot_poker.law.facts import (
    BEING_DEALT,
    BURN_FORGOTTEN,
    BURN_OWED,
    BUTTON,
    BUTTON_DUE,
    BUTTON_FORGOTTEN,
    BUTTON_NOW,
    DEAD_CARDS,
    DEALT,
    FIVE,
    FORFEITED,
    HIGHEST,
    LIMITED_BY,
    SETTLING,
    TURNED_UP,
    Street,
)
from pitboss.table.card_steps import Deal, TurnDealer, TurnHand, place_name, place_name_for_players
from pitboss.table.cards import DOWN, UP
from pitboss.table.facts import DEAD, FOLDED, FOLDED_CARDS, HAND_CLASS, HANDS_DISTURBED, VOID, Mark
from pitboss.table.money import INVENTORY, area, chips_before, dollars
from pitboss.table.steps import CollectWager, JudgeWager, LimitPayout, PayWager, Step, cards_of, seat_name
from pitboss.table.table import DEALER, DISCARD_RACK, Table, hand

POT = "pot"
DEALERS_STAKE = "dealer's stake"  # the account of what the house itself has put into the pot
THE_DEALER = 0  # in the order of the deal, and as holder of the button


def cards_at(holder: int) -> str:
    return DEALER if holder == THE_DEALER else hand(holder)


def holder_at(place: str) -> int:
    """Return the holder of the hand at a place of the layout; the reverse of `cards_at`."""
    if place == DEALER:
        return THE_DEALER
    if not place.startswith("hand "):
        raise ValueError(f"no hand lies at {place}; name a player's hand or the dealer's")
    return int(place.removeprefix("hand "))


def name_holder(holder: int, at: str = "position") -> str:
    """Name a holder. People at the table call a position by its "seat"."""
    return "the dealer" if holder == THE_DEALER else f"{at} {holder}"


def name_hand(holder: int, at: str = "position") -> str:
    return "the dealer's hand" if holder == THE_DEALER else f"the hand of {at} {holder}"


# --- the button


class MoveButton(Step, frozen=True, tag="move button"):
    to: int

    def do(self, t: Table) -> None:
        BUTTON.set(t, self.to)
        BUTTON_NOW.set(t, self.to)
        BUTTON_DUE.clear(t)

    def tell(self) -> str:
        return f"The button goes to {name_holder(self.to)}."

    def tell_players(self) -> str:
        return f"The button goes to {name_holder(self.to, 'seat')}."


class SupposeButton(Step, frozen=True, tag="suppose button"):
    """The button was not moved: the round is played as if it had been."""

    to: int

    def do(self, t: Table) -> None:
        BUTTON_DUE.set(t, self.to)
        BUTTON_NOW.set(t, self.to)

    def tell(self) -> str:
        return f"The button was not moved; the round continues as if it were in front of {name_holder(self.to)}."

    def tell_players(self) -> str:
        return (
            f"The button was not moved; the round continues as if it were in front of {name_holder(self.to, 'seat')}."
        )


class Forget(Step, frozen=True, tag="forget"):
    """An incident: the dealer is going to forget something that is due."""

    what: Literal["burn", "button"]

    def do(self, t: Table) -> None:
        (BURN_FORGOTTEN if self.what == "burn" else BUTTON_FORGOTTEN).set(t)

    def tell(self) -> str:
        return f"Incident: the dealer forgets the {self.what}."

    @property
    def unnoticed(self) -> bool:
        return True  # until it should have been done


# --- streets and burns


class BeginRotation(Step, frozen=True, tag="begin rotation"):
    """The players who are dealt in, in order. From here on the round counts toward the next count of the stub."""

    holders: tuple[int, ...] = msgspec.field(name="places")
    counter: str

    def do(self, t: Table) -> None:
        DEALING.set(t)
        DEALT_IN.set(t, tuple(sorted(holder for holder in self.holders if holder != THE_DEALER)))
        counter = Mark(self.counter)
        counter.set(t, (counter.get(t) or 0) + 1)

    def tell(self) -> str:
        order = ", ".join(map(name_holder, self.holders))
        return f"The dealer deals clockwise from the first player after the button: {order}."

    def tell_players(self) -> str:
        order = ", ".join(name_holder(holder, "seat") for holder in self.holders)
        return f"The dealer deals clockwise from the first player after the button: {order}."


class BeginStreet(Step, frozen=True, tag="begin street"):
    """Cards are dealt until every hand that is still in has so many."""

    due: Street

    def do(self, t: Table) -> None:
        BEING_DEALT.set(t, self.due)

    def tell(self) -> str:
        return STREETS[self.due]


STREETS: dict[Street, str] = {
    3: "Two cards face down and one face up go to everyone.",
    4: "The fourth card goes face up to everyone still in.",
    5: "The fifth and last card goes face up to everyone still in.",
}


class EndStreet(Step, frozen=True, tag="end street"):
    due: Street

    def do(self, t: Table) -> None:
        BEING_DEALT.set(t, None)
        HANDS_DISTURBED.set(t, False)
        DEALT.set(t, self.due)

    def tell(self) -> str:
        return f"Every hand still in has {self.due} cards."


class DealThirdDown(Deal, frozen=True, tag="deal third down"):
    """The third card, which would lie open, in place of a down card that was turned up."""

    def tell(self) -> str:
        return f"The third card goes face down to {place_name(self.place)}, where a down card is face up."

    def tell_players(self) -> str:
        return f"The third card goes face down to {place_name_for_players(self.place)}, where a down card is face up."


class OweBurn(Step, frozen=True, tag="owe burn"):
    """A burn was missed: the deal goes on, and before the next card two are burned in its place."""

    def do(self, t: Table) -> None:
        BURN_OWED.set(t)
        BURN_FORGOTTEN.set(t, False)

    def tell(self) -> str:
        return "The dealer missed the burn, so the deal goes on and two cards are burned before the next one."


# --- hands that are out of the round


class KillHand(Step, frozen=True, tag="kill hand"):
    """The dealer calls a hand dead because both its down cards were turned up while dealing."""

    holder: int = msgspec.field(name="place")
    cards: tuple[str, ...]

    def do(self, t: Table) -> None:
        t.said.append("Dead")
        DEAD.set(t, self.holder)
        DEAD_CARDS.set(t, self.holder, self.cards)

    def tell(self) -> str:
        return f"The dealer calls {name_hand(self.holder)} “Dead”."

    def tell_players(self) -> str:
        return f"The dealer calls {name_hand(self.holder, 'seat')} “Dead”."


class TurnUpHole(Step, frozen=True, tag="turn up hole card"):
    """An incident: a down card is turned up while it is dealt, and stays so."""

    place: str
    index: int

    def do(self, t: Table) -> None:
        pile = t.places[self.place]
        pile[self.index] = UP[pile[self.index].card]
        holder = holder_at(self.place)
        TURNED_UP.set(t, holder, (*(TURNED_UP.get(t, holder) or ()), pile[self.index].card))

    def tell(self) -> str:
        return f"Incident: a down card of {place_name(self.place)} is turned face up during the deal."

    def tell_players(self) -> str:
        return f"Incident: a down card of {place_name_for_players(self.place)} is turned face up during the deal."


class DiscardFolded(Step, frozen=True, tag="discard folded"):
    """A folded hand goes face down into the discard rack."""

    seat: int
    position: int

    def do(self, t: Table) -> None:
        FOLDED.set(t, self.position)
        FOLDED_CARDS.set(t, self.position, t.faces(hand(self.position)))
        cards = [DOWN[lying.card] for lying in t.places.pop(hand(self.position))]
        t.places[DISCARD_RACK] = cards + t.places[DISCARD_RACK]

    def tell(self) -> str:
        return f"The folded cards of {seat_name(self.seat, self.position)} go face down to the discard rack."


class TuckFolded(Step, frozen=True, tag="tuck folded"):
    """A folded hand waits face down under its player's jacks plus bonus wager."""

    seat: int
    position: int

    def do(self, t: Table) -> None:
        place = hand(self.position)
        t.places[place] = [DOWN[lying.card] for lying in t.places[place]]
        FOLDED.set(t, self.position)
        FOLDED_CARDS.set(t, self.position, t.faces(place))

    def tell(self) -> str:
        return f"The folded cards of {seat_name(self.seat, self.position)} go face down under the jacks plus wager."


class TuckUnderSideWager(TuckFolded, frozen=True, tag="tuck under side wager"):
    """A folded hand waits face down under a side wager of the house's own that a fold does not lose."""

    def tell(self) -> str:
        return f"The folded cards of {seat_name(self.seat, self.position)} go face down under the side wager."


class DealerOut(Step, frozen=True, tag="dealer out"):
    """The dealer's hand is void and the round goes on among the players."""

    why: str

    def do(self, t: Table) -> None:
        VOID.set(t, THE_DEALER)

    def tell(self) -> str:
        return f"The dealer's hand is void: {self.why}."


class Forfeit(CollectWager, frozen=True, tag="forfeit"):
    """A folded ante goes to the table inventory container, and it is remembered whose it was."""

    def do(self, t: Table) -> None:
        super().do(t)
        FORFEITED.set(t, self.position, self.cents)


# --- showdown


class ExposeHand(TurnHand, frozen=True, tag="expose hand"):
    """A player's down cards, and no others, are turned face up where they lie."""

    def do(self, t: Table) -> None:
        turn_up_down_cards(t, hand(self.position), self.cards)

    def tell(self) -> str:
        whose_cards = f"{down_cards(self.cards)} of {seat_name(self.seat, self.position)}"
        return f"The dealer exposes {whose_cards}: {cards_of(self.cards)}."


class ExposeDealer(TurnDealer, frozen=True, tag="expose dealer"):
    """The dealer's own down cards, and no others, are turned face up where they lie."""

    def do(self, t: Table) -> None:
        turn_up_down_cards(t, DEALER, self.cards)

    def tell(self) -> str:
        return f"The dealer exposes {down_cards(self.cards)} of the dealer's hand: {cards_of(self.cards)}."


def turn_up_down_cards(t: Table, place: str, cards: tuple[str, ...]) -> None:
    turned = iter(cards)
    t.places[place] = [lying if lying.up else UP[next(turned)] for lying in t.places[place]]


def down_cards(cards: tuple[str, ...]) -> str:
    return f"the down {'card' if len(cards) == 1 else 'cards'}"


class BeginSettling(Step, frozen=True, tag="begin settling"):
    """The dealer begins to settle wagers. From here on nothing voids the round."""

    what: Literal["the jacks plus wagers", "the pot"]

    def do(self, t: Table) -> None:
        SETTLING.set(t)

    def tell(self) -> str:
        return f"The dealer settles {self.what}."


class CallHand(Step, frozen=True, tag="call hand"):
    """The dealer calls the hand that a holder's five cards make."""

    holder: int = msgspec.field(name="place")
    cards: tuple[str, ...]
    hand_class: str
    words: str

    def do(self, t: Table) -> None:
        t.said.append(self.words)
        FIVE.set(t, self.holder, self.cards)
        HAND_CLASS.set(t, self.holder, self.hand_class)

    def tell(self) -> str:
        return f"The dealer calls {name_hand(self.holder)}: “{self.words}”."

    def tell_players(self) -> str:
        return f"The dealer calls {name_hand(self.holder, 'seat')}: “{self.words}”."


class CallHighest(Step, frozen=True, tag="call highest"):
    """The dealer calls the highest hand, or those that tie for it: the pot is being settled."""

    holders: tuple[int, ...] = msgspec.field(name="places")
    words: str

    def do(self, t: Table) -> None:
        t.said.append(self.words)
        HIGHEST.set(t, self.holders)
        SETTLING.set(t)

    def tell(self) -> str:
        return self._sentence("position")

    def tell_players(self) -> str:
        return self._sentence("seat")

    def _sentence(self, at: str) -> str:
        holders = " and ".join(name_holder(holder, at) for holder in self.holders) or "nobody's"
        return f"The dealer calls the highest hand: “{self.words}”, {holders}. All hands stay face up."


class ShareLimit(LimitPayout, frozen=True, tag="share limit"):
    """Royal flushes share one payout limit in proportion to their wagers; `limit` is this one's part of it."""

    whole: int

    def do(self, t: Table) -> None:
        super().do(t)
        LIMITED_BY.set(t, self.position, self.cite)

    def tell(self) -> str:
        who = seat_name(self.seat, self.position)
        return (
            f"Royal flushes share the payout limit of {dollars(self.whole)}: {who} gets {dollars(self.limit)} of the "
            f"{dollars(self.due)} due at the odds."
        )


# --- the pot: chips stay each contributor's own account until it is awarded


def pot_accounts(t: Table) -> list[str]:
    return [DEALERS_STAKE, *(area(position, POT) for position in sorted(t.owners))]


def pot_total(t: Table) -> int:
    return sum(map(t.ledger.__getitem__, pot_accounts(t)))


def move_from_pot(t: Table, to: str, cents: int) -> None:
    for account in pot_accounts(t):
        part = min(cents, t.ledger[account])
        t.ledger.move(account, to, part)
        cents -= part
    if cents:
        raise ValueError(f"the pot is {dollars(cents)} short")


class StakeDealer(Step, frozen=True, tag="stake dealer"):
    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(INVENTORY, DEALERS_STAKE, self.cents)

    def tell(self) -> str:
        return f"The dealer puts {dollars(self.cents)} of the house's money into the pot."


class TakeBackStake(Step, frozen=True, tag="take back stake"):
    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(DEALERS_STAKE, INVENTORY, self.cents)

    def tell(self) -> str:
        return f"The dealer takes the house's {dollars(self.cents)} back out of the pot."


class TakeFromPot(Step, frozen=True, tag="take from pot"):
    """A part of the pot goes to the table inventory container: commission, the dealer's share or cents left over."""

    cents: int
    what: str

    def do(self, t: Table) -> None:
        move_from_pot(t, INVENTORY, self.cents)

    def tell(self) -> str:
        return f"The dealer moves {dollars(self.cents)} from the pot to the table inventory container: {self.what}."


class AwardPot(PayWager, frozen=True, tag="award pot"):
    """The pot, or a share of it, goes to a player."""

    def do(self, t: Table) -> None:
        move_from_pot(t, chips_before(self.seat), self.cents)

    def tell(self) -> str:
        return (
            f"The dealer awards {seat_name(self.seat, self.position)} {dollars(self.cents)} from the pot: "
            f"{self.hand_class}, {self.rate} ({self.by})."
        )

    def tell_players(self) -> str:
        return self.tell()  # the player's own chips are among them, so it is no gain


class LosePot(JudgeWager, frozen=True, tag="lose pot"):
    """A player loses what he has put into the pot."""

    def tell(self) -> str:
        return f"{seat_name(self.seat, self.position)} loses its wagers in the pot: {self.hand_class}."

    def tell_players(self) -> str:
        return f"{seat_name(self.seat, self.position)} loses the pot: {self.hand_class}."
