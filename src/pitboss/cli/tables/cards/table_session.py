"""A person at a table of any card game: wagers by keys, answers to the dealer, and the settlement."""

from __future__ import annotations

import msgspec

from pitboss.cli.tables.cards.bet_slip import SUPERVISE, BetSlip, least_cost
from pitboss.cli.tables.cards.debt import Debt
from pitboss.cli.tables.cards.screen import Furniture, SeatResult, furnish, help_page, result_width
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look, first_fitting
from pitboss.cli.terminal.decision import letters_for
from pitboss.cli.terminal.screen import NOT_LAW, UNDATED, Choice, Prompt
from pitboss.cli.terminal.table_session import PLAIN, Sitting, describe_result, describe_wager
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine.carry import Carry
from pitboss.engine.inputs import SUPERVISOR, Input, Order
from pitboss.engine.view import HIDDEN, Act, View
from pitboss.record.explain import SeatStory, signed_dollars
from pitboss.table.money import dollars
from pitboss.table.steps import CollectWager, MoveWager, PayWager, PlaceWager, ReturnWager, WagerStep


class CardSitting(Sitting):
    """A person at a card table. One key lets him order something as a casino supervisor, at any prompt."""

    def __init__(
        self, setting: TableTerms, terminal: keys.Terminal | None = None, look: Look = PLAIN, *, quick: bool = False
    ) -> None:
        super().__init__(setting, terminal, look, quick=quick)
        printed = setting.game.printed_at(setting.rules, setting.house)
        self.help = tuple(
            help_page(setting.rules, (spot for spot in printed.areas if spot != setting.game.furniture.pot))
        )
        self.debt = Debt(printed.drawing.owed if printed.drawing else "", self.person, self.round)
        self.slip = BetSlip(setting, self.person, self.console, self.round, self.debt)
        self.console.serve_key = self._serve_supervisor
        self.lying: View | None = None
        self.settled: dict[int, SeatResult] = {}  # by seat, while the settled table is shown

    # --- wagers

    def ask_for_wagers(self) -> None:
        """Have the person place his wagers. If he has left and owes something, he pays it here."""
        if self.console.is_present and not self.slip.fill_in():
            self._end_without_wager()
        if not self.console.is_present:
            self.debt.settle_up()

    def _end_without_wager(self) -> None:
        chips, wait = dollars(self.round.seen.chips[self.person]), self.round.driver.wait
        assert wait is not None
        ending = Act(wait.cite, f"You cannot make a bet with your {chips}. The game ends here.")
        self.console.show_settled("Place your bets, please", [], ending)
        if self.console.is_present:
            self.console.leave()

    def late_input(self, key: str) -> Input | None:
        return self.slip.late_input(key)

    def _serve_supervisor(self, key: str) -> bool:
        """Have a casino supervisor give an order if this is the supervisor's key. Returns whether it is."""
        if key != SUPERVISE or self.slip.is_typed:
            return False
        driver = self.round.driver
        allowed = [order_name for order_name in self.setting.game.orders if not driver.refusals(Order(order_name))]
        if not allowed:
            self.console.say("The casino supervisor has nothing to order now.", "house:orders")
            return True
        letters = letters_for(allowed)
        choices = tuple(Choice(f"{order_name} ({letter})") for letter, order_name in letters.items())
        helps = "the key in parentheses, or any other key for nothing"
        prompt = Prompt("What does the casino supervisor order?", helps, choices=choices)
        order = letters.get(self.console.key_for(prompt))
        if order is not None:
            self.round.submit(Order(order, by=SUPERVISOR))
            while (chance_input := self.setting.source.answers(driver.wait)) is not None:
                self.round.submit(chance_input)
        return True

    # --- what is seen

    def adapt_view(self, view: View) -> View:
        """Return the view with the cards that lay face up before they were collected, so that they can still be
        read."""
        before = self.lying if self.lying is not None and self.lying.round == view.round else view
        hands = {position: cards for position, cards in before.hands.items() if cards_if_face_up(cards)}
        self.lying = msgspec.structs.replace(
            view,
            hands=hands | view.hands,
            community=view.community or cards_if_face_up(before.community),
            dealer=view.dealer or cards_if_face_up(before.dealer),
        )
        return self.lying

    def _own_areas(self) -> dict[str, str]:
        """Return, by area of the person, the chips there or what became of them in this round."""
        view = self.round.seen
        wagers = view.wagers.get(self.person, {})
        outcome: dict[str, str] = {}
        for step in self.round.driver.log:
            if not isinstance(step, WagerStep) or step.position != self.person:
                continue
            match step:
                case PlaceWager():
                    outcome[step.spot] = "*" if self.person in view.lit else "-"  # "*" if a device shows the wager
                case ReturnWager():
                    outcome[step.spot] = "back"
                case CollectWager():
                    outcome[step.spot] = signed_dollars(-step.cents)
                case PayWager():
                    outcome[step.spot] = signed_dollars(step.cents)
                case MoveWager():
                    outcome[step.spot] = f"in the {step.to}"
        return {
            spot: dollars(wagers[spot]) if spot in wagers else outcome[spot]
            for spot in self.setting.game.spots_at(self.setting.house)
            if spot in wagers or spot in outcome
        }

    # --- how it came out

    def show_settlement(self) -> bool:
        """Show how the round came out. Returns False if the person has too few chips for another wager."""
        if not self.console.is_present:
            return True
        mine = next(story for story in self.stories if story.seat == self.person)
        self.settled = {story.seat: SeatResult(story.net, best_hand(story)) for story in self.stories if story.wagers}
        reasons = [Act(wager.cite, describe_wager(wager)) for wager in mine.wagers] + [
            Act("", note) for note in mine.notes
        ]
        least = self.slip.least
        goes_on = self.debt.free_chips >= least_cost(least)
        end = f"Not enough chips for {least.name} of {dollars(least.least)}. The game ends here."
        ending = None if goes_on else Act("house:limits", end)
        hand = best_hand(mine)
        void = bool(self.round.driver.table.void)
        words = describe_result(mine.net, void=void) if void else f"Settled. {describe_result(mine.net)}"
        self.console.show_settled(words, reasons, ending, hand[:1].upper() + hand[1:])
        self.settled = {}
        if not goes_on and self.console.is_present:
            self.console.leave()
        return goes_on or bool(self.debt.debt_of_person(self.round.seen.marks))

    # --- leaving

    def needs_round(self, carry: Carry) -> bool:
        """Return whether another round is needed: the person is still there, or has left and owes something, which he
        pays before the next deal."""
        return self.console.is_present or bool(self.debt.debt_of_person(carry.marks))

    def note_unfinished_round(self) -> None:
        """Record an unfinished round that the person left and nobody continues, if he paid a debt in it."""
        if self.debt.was_paid:
            self.add_to_tally(self.setting.record(self.round.driver))

    def parting_message(self) -> str:
        cents = self.debt.settled_up
        paid = f"You paid {dollars(cents)} that you owed when you left." if cents else ""
        return " ".join(filter(None, (super().parting_message(), paid)))

    # --- drawing

    def limits_text(self, room: int) -> str:
        house = self.setting.house
        limits, texts = f"{dollars(house.minimum)} to {dollars(house.maximum)}", self.setting.rules.texts
        room -= result_width(self.tally)
        if self.setting.rules.is_beyond:  # this label is shown however little room there is
            wordings = (f"{limits} · {label}" for label in (texts, UNDATED, NOT_LAW))
            return first_fitting(room, *wordings, UNDATED, NOT_LAW)
        return first_fitting(room, f"{limits} · {texts}", f"{limits} · {texts.partition(' (')[0]}", limits)

    def furnish(self, canvas: Canvas) -> int:
        own, view = self._own_areas(), self.round.seen
        if self.settled:
            mine = next(story for story in self.stories if story.seat == self.person)
            own |= {wager.spot: signed_dollars(wager.net) for wager in mine.wagers if wager.net}
        return furnish(
            canvas,
            Furniture(
                view=view,
                companions=frozenset(self.company.by_seat),
                tally=self.tally,
                own=own,
                settled=self.settled,
                owed={seat: cents for seat in view.players if (cents := self.debt.debt_of(view.marks, seat))},
                form=self.slip.form,
            ),
        )


def cards_if_face_up(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards if all of them lie face up, otherwise no cards."""
    return () if HIDDEN in cards else cards


def best_hand(story: SeatStory) -> str:
    """Return the class of the hand that decided a seat's main wager: of its decided wagers, the one with the most
    cards, then the most chips. Empty if none was decided by a hand.
    """
    decided = [wager for wager in story.wagers if wager.hand_class]
    return max(decided, key=lambda wager: (len(wager.decided_by), wager.staked)).hand_class if decided else ""
