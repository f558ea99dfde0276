"""A person at a table of any card game: wagers by keys, then whatever the dealer asks, then the settlement."""

from __future__ import annotations

import msgspec

from pitboss.cli.tables.cards.bet_slip import SUPERVISE, BetSlip, cost
from pitboss.cli.tables.cards.debt import Debt
from pitboss.cli.tables.cards.screen import Furniture, Settled, furnish, help_page, room_for_result
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look, first_fitting
from pitboss.cli.terminal.decision import letters_for
from pitboss.cli.terminal.screen import NOT_LAW, UNDATED, Choice, Prompt
from pitboss.cli.terminal.table_session import PLAIN, Sitting, describe_result, describe_wager
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine.carry import Carry
from pitboss.engine.inputs import SUPERVISOR, Input, Order
from pitboss.engine.view import HIDDEN, Act, View
from pitboss.record.explain import SeatStory, signed
from pitboss.table.money import dollars
from pitboss.table.steps import CollectWager, MoveWager, PayWager, PlaceWager, ReturnWager, WagerStep


class CardSitting(Sitting):
    """A casino supervisor may be at the table too: one key has him order something at any prompt."""

    def __init__(
        self, setting: TableTerms, terminal: keys.Terminal | None = None, look: Look = PLAIN, *, quick: bool = False
    ) -> None:
        super().__init__(setting, terminal, look, quick=quick)
        printed = setting.game.printed and setting.game.printed(setting.rules, setting.house)
        spots = printed.areas if printed else setting.game.spots
        self.help = tuple(help_page(setting.rules, (spot for spot in spots if spot != setting.game.furniture.pot)))
        self.debt = Debt(printed.drawing.owed if printed and printed.drawing else "", self.person, self.round)
        self.slip = BetSlip(setting, self.person, self.console, self.round, self.debt)
        self.console.serve_key = self._serve_supervisor
        self.lying: View | None = None
        self.settled: dict[int, Settled] = {}  # while the settled table is looked at

    # --- wagers

    def ask_for_wagers(self) -> None:
        """Have the person say what he wagers, and place it. Who has gone and owes something gets up here and pays."""
        if self.console.is_present and not self.slip.fill_in():
            self._end_without_wager()
        if not self.console.is_present:
            self.debt.settle_up()

    def _end_without_wager(self) -> None:
        chips, wait = dollars(self.round.seen.chips[self.person]), self.round.driver.wait
        assert wait is not None
        over = Act(wait.cite, f"You cannot make a bet with your {chips}. The game ends here.")
        self.console.show_settled("Place your bets, please", [], over)
        if self.console.is_present:
            self.console.leave()

    def late_input(self, key: str) -> Input | None:
        return self.slip.late_input(key)

    def _serve_supervisor(self, key: str) -> bool:
        """Have a casino supervisor order something, if the key is his; returns whether it is."""
        if key != SUPERVISE or self.slip.is_typed:
            return False
        driver = self.round.driver
        allowed = [what for what in self.setting.game.orders if not driver.refusals(Order(what))]
        if not allowed:
            self.console.say("The casino supervisor has nothing to order now.", "house:orders")
            return True
        letters = letters_for(allowed)
        choices = tuple(Choice(f"{what} ({letter})") for letter, what in letters.items())
        helps = "the key in parentheses, or any other key for nothing"
        prompt = Prompt("What does the casino supervisor order?", helps, choices=choices)
        order = letters.get(self.console.key_for(prompt))
        if order is not None:
            self.round.submit(Order(order, by=SUPERVISOR))
            while (drawn := self.setting.source.answers(driver.wait)) is not None:
                self.round.submit(drawn)
        return True

    # --- what is seen

    def adapt_view(self, seen: View) -> View:
        """Return what is seen with the cards that were turned, which stay to be looked at when they are collected;
        what goes away face down is gone."""
        before = self.lying if self.lying is not None and self.lying.round == seen.round else seen
        hands = {position: cards for position, cards in before.hands.items() if turned(cards)}
        self.lying = msgspec.structs.replace(
            seen,
            hands=hands | seen.hands,
            community=seen.community or turned(before.community),
            dealer=seen.dealer or turned(before.dealer),
        )
        return self.lying

    def _own(self) -> dict[str, str]:
        """Return what lies on each of his areas, or what has become of it this round."""
        seen = self.round.seen
        out = seen.wagers.get(self.person, {})
        fate: dict[str, str] = {}
        for step in self.round.driver.log:
            if not isinstance(step, WagerStep) or step.position != self.person:
                continue
            match step:
                case PlaceWager():
                    fate[step.spot] = "*" if self.person in seen.lit else "-"  # if it is nowhere to be seen
                case ReturnWager():
                    fate[step.spot] = "back"
                case CollectWager():
                    fate[step.spot] = signed(-step.cents)
                case PayWager():
                    fate[step.spot] = signed(step.cents)
                case MoveWager():
                    fate[step.spot] = f"in the {step.to}"
        return {
            spot: dollars(out[spot]) if spot in out else fate[spot]
            for spot in self.setting.game.spots
            if spot in out or spot in fate
        }

    # --- how it came out

    def show_settlement(self) -> bool:
        """Show how the round came out; returns False if the person's chips make no more wagers."""
        if not self.console.is_present:
            return True
        mine = next(story for story in self.stories if story.seat == self.person)
        self.settled = {story.seat: Settled(story.net, made(story)) for story in self.stories if story.wagers}
        reasons = [Act(wager.cite, describe_wager(wager)) for wager in mine.wagers] + [
            Act("", note) for note in mine.notes
        ]
        least = self.slip.least
        goes_on = self.debt.free >= cost(least)
        end = f"Not enough chips for {least.name} of {dollars(least.least)}. The game ends here."
        over = None if goes_on else Act("house:limits", end)
        held = made(mine)
        void = bool(self.round.driver.table.void)
        words = describe_result(mine.net, void=void) if void else f"Settled. {describe_result(mine.net)}"
        self.console.show_settled(words, reasons, over, held[:1].upper() + held[1:])
        self.settled = {}
        if not goes_on and self.console.is_present:
            self.console.leave()
        return goes_on or bool(self.debt.owes(self.round.seen.marks))

    # --- leaving

    def needs_round(self, carry: Carry) -> bool:
        """Return whether he is there, or has gone and owes something: he pays when he gets up, before the next round
        is dealt."""
        return self.console.is_present or bool(self.debt.owes(carry.marks))

    def note_unfinished_round(self) -> None:
        """Write a round that he left and nobody plays down as far as it went, for he paid in it."""
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
        room -= room_for_result(self.tally)
        if self.setting.rules.is_beyond:  # this is said in any case, however little room there is
            beside = (f"{limits} · {label}" for label in (texts, UNDATED, NOT_LAW))
            return first_fitting(room, *beside, UNDATED, NOT_LAW)
        return first_fitting(room, f"{limits} · {texts}", f"{limits} · {texts.partition(' (')[0]}", limits)

    def furnish(self, canvas: Canvas) -> int:
        own, seen = self._own(), self.round.seen
        if self.settled:
            mine = next(story for story in self.stories if story.seat == self.person)
            own |= {wager.spot: signed(wager.net) for wager in mine.wagers if wager.net}
        return furnish(
            canvas,
            Furniture(
                view=seen,
                companions=frozenset(self.company.by_seat),
                tally=self.tally,
                own=own,
                settled=self.settled,
                owed={seat: cents for seat in seen.players if (cents := self.debt.owed(seen.marks, seat))},
                form=self.slip.form,
            ),
        )


def turned(cards: tuple[str, ...]) -> tuple[str, ...]:
    return () if HIDDEN in cards else cards


def made(story: SeatStory) -> str:
    """Return what a player's cards were: by what the wager was decided that the most cards and the most chips went
    into."""
    decided = [wager for wager in story.wagers if wager.hand_class]
    return max(decided, key=lambda wager: (len(wager.decided_by), wager.staked)).hand_class if decided else ""
