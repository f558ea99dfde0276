"""The driver: it applies the steps of one round, stops where something is awaited, and takes inputs one by one.

It draws no random number and knows no clock. `refusals` judges an input without changing anything; `submit` judges and
then applies it. The steps between two waits can be watched one by one, and an input may come between any two steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.engine import bank, seating
from pitboss.engine.carry import Carry, pack, unpack
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import AddChips, Credit, Input
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, FillWanted, Procedure, Refusal, Wait, refusals_in_force
from pitboss.law import force
from pitboss.law.rules import Rules
from pitboss.table.card_steps import AddCard, ReceiveDeck
from pitboss.table.facts import VOID
from pitboss.table.money import ShortBankError, parse_area
from pitboss.table.steps import Step
from pitboss.table.table import DISCARD_RACK, MISSING, REMOVED, SHUFFLER

NO_LIMIT = 20_000  # acts in a row; no procedure needs a hundredth of them, so one that reaches this is in a loop
AT_REST = (DISCARD_RACK, SHUFFLER, REMOVED, MISSING)  # where cards of every game may be between rounds


class Driver:
    """One round of a game at a table, from its carry to the carry of the next round."""

    __slots__ = (
        "_cards",
        "_chips",
        "_owing",
        "_procedures",
        "_winding_up",
        "carry",
        "done",
        "game",
        "house",
        "log",
        "next",
        "round",
        "rules",
        "table",
        "wait",
    )

    def __init__(self, game: Game, rules: Rules, house: House, carry: Carry, *, stepwise: bool = False) -> None:
        self.game = game
        self.rules = rules
        self.house = house
        self.carry = carry
        self.table = unpack(carry, house.seats, house.packs)
        self.round = Round(self.table, rules, house)
        self.log: list[Step | Input] = []  # inputs and acts, in order
        self.wait: Wait | None = None
        self.done = False
        self.next: Carry | None = None  # the next round's carry, once this one is done
        # A procedure may be interrupted by another (a recut, a late arrival): the innermost one runs.
        self._procedures: list[tuple[Procedure, Wait | None]] = [(game.play(self.round), None)]
        self._chips = self.table.ledger.total()
        self._cards = sum(map(len, self.table.places.values()))
        self._owing = 0  # the depth of the procedure that holds back a payment for lack of chips; 0 if none does
        self._winding_up = False  # whether the round is void and is being wound up
        if not stepwise:
            self.run()

    def run(self, steps: int = NO_LIMIT) -> None:
        """Run until an input is awaited, the round is over, or this many more steps are done."""
        if not self.done and self.wait is None:
            self._resume(None, steps)

    def refusals(self, given: Input) -> list[Refusal]:
        """Return every reason not to take this input now, without changing anything."""
        return self._judge(given)[0]

    def submit(self, given: Input, *, stepwise: bool = False) -> list[Refusal]:
        """Take the input, or return the reasons not to. A refused input leaves everything as it was."""
        refused, interruption = self._judge(given)
        if refused:
            return refused
        # A replay must give the input at the same moment: at a wait, or between two acts.
        amid = self.wait is None
        self.log.append(given if given.amid == amid else msgspec.structs.replace(given, amid=amid))
        steps = 1 if stepwise else NO_LIMIT
        if interruption is not None:
            procedure, _ = self._procedures[-1]
            self._procedures[-1] = (procedure, self.wait)
            self._procedures.append((interruption, None))
            self.wait = None
            self._resume(None, steps)
        else:
            assert self.wait is not None
            value, self.wait = self.wait.value(given), None
            self._resume(value, steps)
        return []

    def _judge(self, given: Input) -> tuple[list[Refusal], Procedure | None]:
        """Return the refusals, and the procedure that the input starts by itself if it is not what is being waited
        for."""
        if self.done:
            return [Refusal("house:round", "The round is over.", "Start the next round.")], None
        kind = type(given)
        bars, interruptions = self.game.bars, self.game.interruptions
        if kind in bank.BARS or self._owing:  # while a payment waits, no other input of the game is taken
            bars, interruptions = bank.BARS, bank.INTERRUPTIONS
        if kind is Credit and self._owing:
            return [Refusal(bank.CREDIT, "A payment is waiting for a fill.", "Take chips out once it is made.")], None
        if isinstance(given, AddChips):
            refusals = refusals_in_force(seating.bar_adding(self.round, given, self.wait))
            return refusals, None if refusals else seating.add(self.round, given)
        bar, interruption = bars.get(kind), interruptions.get(kind)
        if bar is not None and (refusals := refusals_in_force(bar(self.round, given))):
            return refusals, None
        if interruption is not None and (procedure := interruption(self.round, given)) is not None:
            return [], procedure
        if self.wait is None:
            return [Refusal("house:round", "The dealer is busy.", "Wait until the dealer asks.")], None
        return refusals_in_force(self.wait.refusals(given)), None

    def _resume(self, value: Any, steps: int) -> None:
        """Run the innermost procedure for at most this many steps, with `value` as the answer to its wait."""
        table, append, left = self.table, self.log.append, steps
        watcher = force.watcher
        while True:
            send = self._procedures[-1][0].send
            try:
                while True:
                    item = send(value)
                    value = None
                    if item.is_step:
                        if watcher is not None:
                            item = watcher.act(item, table)
                        if watcher is None or force.in_force(item.cite):
                            try:
                                item.do(table)
                            except ShortBankError as short:
                                send = self._hold(item, short.cents)
                                continue
                        append(item)
                        if table.void and not self._winding_up:  # checked after every act, so not through a property
                            self._wind_up()
                            send = self._procedures[-1][0].send
                        left -= 1
                        if left < 1:
                            if steps == NO_LIMIT:
                                raise AssertionError(f"{NO_LIMIT} acts on end do not come to rest")
                            return
                    elif watcher is None or force.in_force(item.cite):
                        self.wait = item
                        return
                    else:
                        value = item.default
            except StopIteration:
                self._procedures.pop()
                if len(self._procedures) < self._owing:
                    self._owing = 0  # the payment is made
                if not self._procedures:
                    self._finish()
                    return
                procedure, self.wait = self._procedures[-1]
                value = None
                if self.wait is not None:
                    self._procedures[-1] = (procedure, None)
                    if isinstance(self.wait, FillWanted):
                        self.wait = None  # chips have come or gone, so count again whether they suffice
                        continue
                    if not (isinstance(self.wait, Ask) and VOID(table, self.wait.position)):
                        return
                    # The hand became void during the question, so the dealer no longer waits for an answer.
                    value, self.wait = self.wait.default, None

    def _hold(self, payment: Step, cents: int) -> Callable[[Any], Any]:
        """Hold back a payment that the table inventory cannot make until a fill comes. Returns how to resume."""
        self._procedures.append((bank.pay_once_filled(self.round, payment, cents), None))
        self._owing = len(self._procedures)
        return self._procedures[-1][0].send

    def _wind_up(self) -> None:
        """Close every procedure of a void round and run the game's own way to wind it up."""
        assert self.game.void is not None, f"{self.game.name} voids a round and does not say how it is wound up"
        self._winding_up, self._owing = True, 0
        for procedure, _ in reversed(self._procedures):
            procedure.close()
        self._procedures = [(self.game.void(self.round), None)]

    def _finish(self) -> None:
        """End the round. Raises AssertionError unless every chip and every card is where it can be accounted for."""
        t = self.table
        if t.ledger.total() != self._chips:
            raise AssertionError("chips were made or lost")
        # These errors name no card: some may be in play for rounds to come.
        at_rest = (*AT_REST, *self.game.rests)
        if left_lying := {place: len(pile) for place, pile in t.places.items() if pile and place not in at_rest}:
            raise AssertionError(f"cards were left lying: {left_lying}")
        if not self.game.standing_wagers and any(map(parse_area, t.ledger.accounts)):
            raise AssertionError(f"wagers were left standing: {t.ledger.accounts}")
        count = sum(map(len, t.places.values()))
        if count != self._cards and count != self._cards + sum(map(_cards_brought, self.log)):
            raise AssertionError(f"cards were made or lost: {count} of {self._cards}")
        self.next = pack(t, self.carry, self.game.rests)
        self.done = True

    @property
    def question(self) -> Ask | None:
        """The question that a seat has to answer now, if there is one."""
        return self.wait if isinstance(self.wait, Ask) else None


def _cards_brought(item: Step | Input) -> int:
    """Return how many cards a step brought to the table: a received deck, or a card that does not belong there."""
    if isinstance(item, ReceiveDeck):
        return len(item.cards)
    return 1 if isinstance(item, AddCard) else 0
