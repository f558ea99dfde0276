"""The acts that only Three Card Poker has. Acts shared by all games are in `pitboss.table` and `pitboss.common`."""

from __future__ import annotations

from typing import ClassVar

from pitboss.games.three_card_poker.law.facts import (
    AGAINST_DEALER,
    ANTE_PLAYED,
    DEALER_PLAYS,
    FORFEITED,
    SETTLING,
    THREE,
    VERDICT,
    Against,
)
from pitboss.table.card_steps import TurnDealer
from pitboss.table.facts import FOLDED, FOLDED_CARDS, HAND_CLASS
from pitboss.table.money import dollars
from pitboss.table.steps import (
    CollectWager,
    JudgeHand,
    PayWager,
    PlaceWager,
    Step,
    bet_name,
    cards_of,
    hand_with_article,
    seat_name,
)
from pitboss.table.table import Table, hand


class WarnOfShortStack(Step, frozen=True, tag="warn of short stack"):
    """The dealer warns a player, in time, that his chips cannot match all his antes with play wagers."""

    seat: int
    left: int
    antes: int

    def do(self, t: Table) -> None:
        pass

    def tell(self) -> str:
        return (
            f"The dealer tells seat {self.seat} that {dollars(self.left)} is not enough for a play wager "
            f"to match {dollars(self.antes)} in antes."
        )


class MakePlayWager(PlaceWager, frozen=True, tag="make play wager"):
    """The player makes a play wager equal to the ante. The amount is kept for the ante bonus, which outlasts a lost
    ante."""

    def do(self, t: Table) -> None:
        super().do(t)
        ANTE_PLAYED.set(t, self.position, self.cents)


class Forfeit(Step, frozen=True, tag="forfeit"):
    """The player declines to make a play wager. His forfeited wagers are collected after the last decision."""

    seat: int
    position: int

    def do(self, t: Table) -> None:
        FOLDED.set(t, self.position)
        FOLDED_CARDS.set(t, self.position, t.faces(hand(self.position)))

    def tell(self) -> str:
        return f"{seat_name(self.seat, self.position)} makes no play wager and forfeits every wager at this position."

    def tell_players(self) -> str:
        return f"{seat_name(self.seat, self.position)} folds and loses every bet there."


class ForfeitBesideSideWager(Forfeit, frozen=True, tag="forfeit beside side wager"):
    """A forfeit at a position with a side wager of the house's own that a fold does not lose."""

    def tell(self) -> str:
        who = seat_name(self.seat, self.position)
        return f"{who} makes no play wager and forfeits every wager at this position but the house's own."

    def tell_players(self) -> str:
        who = seat_name(self.seat, self.position)
        return f"{who} folds and loses every bet there but the house's own, which the cards decide."


class CollectForfeit(CollectWager, frozen=True, tag="collect forfeit"):
    """The dealer collects a forfeited wager. The table remembers the amount in case the hands are voided later."""

    def do(self, t: Table) -> None:
        super().do(t)
        FORFEITED.set(t, (self.position, self.spot), self.cents)


class RevealDealer(TurnDealer, frozen=True, tag="reveal dealer"):
    """The dealer turns over the dealer's cards, arranged as the highest hand. From here on nothing voids the round."""

    words: str

    def do(self, t: Table) -> None:
        super().do(t)
        SETTLING.set(t)

    def tell(self) -> str:
        shown = cards_of(self.cards)
        return f"The dealer reveals the dealer's cards, arranged as the highest hand: {shown}, {self.words}."


class DealerPlays(Step, frozen=True, tag="dealer plays"):
    """The dealer announces whether the dealer's hand is queen high or better."""

    plays: bool
    words: str

    def do(self, t: Table) -> None:
        DEALER_PLAYS.set(t, self.plays)

    def tell(self) -> str:
        verdict = "has queen high or better" if self.plays else "does not qualify, for want of queen high or better"
        return f"The dealer {verdict}: {self.words}."


class ReadHand(Step, frozen=True, tag="read hand"):
    """The dealer reads the class of a player's hand."""

    position: int
    cards: tuple[str, ...]
    hand_class: str
    words: str

    def do(self, t: Table) -> None:
        THREE.set(t, self.position, self.cards)
        HAND_CLASS.set(t, self.position, self.hand_class)

    def tell(self) -> str:
        return f"Position {self.position}: {self.words}."

    def tell_players(self) -> str:
        return f"Seat {self.position} has {hand_with_article(self.words)}."


class Compare(JudgeHand, frozen=True, tag="compare"):
    """The dealer compares a player's hand with the dealer's. There is no contest if the dealer does not play."""

    decides: ClassVar = ("ante", "play")

    against: Against
    words: str  # both hands

    def do(self, t: Table) -> None:
        AGAINST_DEALER.set(t, self.position, self.against)
        VERDICT.set(t, self.position, self.words)

    def tell(self) -> str:
        return f"Position {self.position}: {self.words}."

    def tell_players(self) -> str:
        return f"Seat {self.position}: {self.words}."


class PayBonus(PayWager, frozen=True, tag="pay bonus"):
    """The dealer pays a bonus computed from a wager that is settled separately.

    That wager may already be lost, so no stake is returned with the bonus.
    """

    on: int  # the amount of the wager that the bonus is computed from

    def tell(self) -> str:
        bettor = seat_name(self.seat, self.position)
        return (
            f"The dealer pays {bettor} {dollars(self.cents)} as {self.spot} on {dollars(self.on)}: "
            f"{self.hand_class}, {self.rate} ({self.by})."
        )

    def tell_players(self) -> str:
        reason = f"{self.hand_class}, {self.rate} on {dollars(self.on)} ({self.by})"
        return f"{bet_name(self)} is paid: {reason}. +{dollars(self.cents)}"


class AllPaid(Step, frozen=True, tag="all paid"):
    """The dealer has paid all winning wagers."""

    def do(self, t: Table) -> None:
        pass

    def tell(self) -> str:
        return "All winning wagers are paid; every hand is still face up."
