"""The bet slip: the person plans his wagers by keys, and the table tries them before they lie on the layout."""

from __future__ import annotations

from dataclasses import replace

from pitboss.cli.tables.cards.debt import Debt
from pitboss.cli.tables.cards.planned_wagers import WagerPlan, place_on
from pitboss.cli.tables.cards.screen import Form
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.console import Console
from pitboss.cli.terminal.decision import letters_for
from pitboss.cli.terminal.screen import Prompt
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.game import Offer
from pitboss.engine.inputs import AddChips, Input, TakeBack, Wager
from pitboss.engine.seating import CHIPS
from pitboss.engine.waits import Refusal
from pitboss.table.money import Money, dollars
from pitboss.table.steps import PlaceWager

FOR_AMOUNTS = "0123456789."
LONGEST = 9  # characters of an amount
SUPERVISE, ADD_CHIPS = "o", "$"


class BetSlip:
    """The wagers of the person, kept from round to round."""

    def __init__(self, setting: TableTerms, person: int, console: Console, round_: ToldRound, debt: Debt) -> None:
        self._setting, self._person, self._console, self._round, self._debt = setting, person, console, round_, debt
        self.plan: WagerPlan | None = None  # what he wagered last, or plans to wager
        self._is_planning = False
        self._independent_offers: list[Offer] = []  # offers that need no other wager beside them
        self._typed = ""  # of an amount, so far
        self.letters: dict[str, str] = {}  # key -> offer, or area that nothing is offered on

    @property
    def form(self) -> Form | None:
        """The form to be drawn while the person fills it in, otherwise None."""
        return Form(self.plan, self.letters, self._typed) if self._is_planning and self.plan else None

    @property
    def is_typed(self) -> bool:
        """True while an amount is being typed, so that any key may belong to it."""
        return bool(self._typed)

    @property
    def least(self) -> Offer:
        """The wager that takes the fewest chips."""
        return min(self._independent_offers, key=least_cost)

    def fill_in(self) -> bool:
        """Have the person plan his wagers, and place them. Returns False if he can wager nothing."""
        if any(isinstance(step, PlaceWager) and step.seat == self._person for step in self._round.driver.log):
            self._wager_again()
        elif (plan := self._last_plan(self._offers())) is None:
            return False
        else:
            self._plan_and_place(plan)
        return True

    def _wager_again(self) -> None:
        """Offer further wagers where betting opens again in a round that he is in, as in casino war. He may decline.

        The plan for the next round stays the one from the start of this round.
        """
        saved = self.plan, self._independent_offers, self.letters
        offers = [offer for offer in self._offers() if not self._refusals(WagerPlan.first([offer]))]
        if offers:
            self._plan_and_place(replace(WagerPlan.first(offers), included=frozenset()), at_least=0)
        self.plan, self._independent_offers, self.letters = saved

    def _plan_and_place(self, plan: WagerPlan, at_least: int = 1) -> None:
        self.plan = plan
        self.letters = letters_for(self._names(), f"qu{SUPERVISE}{FOR_AMOUNTS}")
        self._is_planning = True
        self.plan = self._edit_plan(plan, at_least)
        self._is_planning = False
        if self._console.is_present:
            for wager in self.plan.wagers(self._person):
                self._round.submit(wager)

    def _offers(self) -> list[Offer]:
        """Return everything that the table offers him. Offers that need another wager beside them are found by
        trial."""
        setting, trial = self._setting, self._round.copy_driver()
        self._independent_offers = list(setting.game.offers(trial.round, self._person))
        offer_by_name: dict[str, Offer] = {}
        new = self._independent_offers
        while new:
            for offer in new:
                offer_by_name[offer.name] = offer
                trial.submit(place_on(offer, self._person, offer.least))
            offers = setting.game.offers(trial.round, self._person)
            new = [offer for offer in offers if offer.name not in offer_by_name]
        return list(offer_by_name.values())

    def _last_plan(self, offers: list[Offer]) -> WagerPlan | None:
        """Return the person's last plan, limited to what the table offers and his chips allow. If the table would
        refuse that, return the first offer alone that it accepts, at its least amount. None if it accepts none.
        """
        first = WagerPlan.first(offers)
        plans = [(self.plan or first).limited_to(offers).affordable(self._debt.free_chips)] if offers else []
        plans += [replace(first, included=frozenset([offer.name]), index=index) for index, offer in enumerate(offers)]
        return next((plan for plan in plans if not self._refusals(plan)), None)

    def _refusals(self, plan: WagerPlan) -> list[Refusal]:
        """Return why the table would not accept the whole plan; empty if it would."""
        trial = self._round.copy_driver()
        return next(filter(None, map(trial.submit, plan.wagers(self._person))), [])

    def _names(self) -> list[str]:
        """Return the names of the offers, then of the areas without an offer, whose keys explain why nothing can be
        wagered there."""
        assert self.plan is not None
        offered = {spot for offer in self.plan.offers for spot in offer.spots}
        return [offer.name for offer in self.plan.offers] + [
            spot for spot in self._setting.game.spots_at(self._setting.house) if spot not in offered
        ]

    def _edit_plan(self, plan: WagerPlan, at_least: int) -> WagerPlan:
        """Let him change the plan until he lets the dealer deal, with at least `at_least` wagers in it."""
        assert self._round.driver.wait is not None
        cite, history = self._round.driver.wait.cite, [plan]
        several = " · ←→ bet" if len(plan.offers) > 1 else ""
        key_help = f"Enter deal · ↑↓ amount{several} · Space [x] · ? help · q leave"
        while self._console.is_present:
            self.plan = plan = history[-1]
            chips = dollars(self._round.seen.chips[self._person])
            detail = f"= {dollars(plan.cost)} of your {chips}"
            key = self._console.key(Prompt("Place your bets, please", key_help, cite, detail))
            if key in FOR_AMOUNTS or (self._typed and key in (keys.BACKSPACE, keys.ESCAPE)):
                self._type(key)
            elif self._typed:
                self._typed, amount = "", self._typed
                self._change(history, self._with_typed_amount(plan, amount))
            elif key == keys.ENTER and len(plan.included) >= at_least:
                break
            elif key == "u" and history[1:]:
                history.pop()
            elif key == ADD_CHIPS:
                self._add_chips()
                history = [plan.limited_to(self._offers())]  # more chips may allow more offers
            elif (
                changed_plan := plan.toggle(self.letters[key]) if self._is_offered(key) else plan.after_key(key)
            ) is not None:
                self._change(history, changed_plan)
            elif (unoffered_input := self.late_input(key)) is not None and (
                refusals := self._round.driver.refusals(unoffered_input)
            ):
                self._console.refuse(refusals)
            else:
                deals = len(plan.included) >= at_least
                hint = "Enter deals, ↑↓ changes the amount" if deals else "Space adds a bet"
                self._console.explain_key(key, cite, hint)
        return plan

    def _add_chips(self) -> None:
        """Have him add chips, in an amount that he types."""
        typed = ""
        while self._console.is_present:
            key_help = "type an amount · Enter add · Escape back"
            key = self._console.key_for(Prompt("How much do you add in chips?", key_help, CHIPS, f"${typed}_"))
            if key == keys.ESCAPE:
                return
            if key == keys.BACKSPACE:
                typed = typed[:-1]
            elif key == keys.ENTER:
                cents = parse_amount(typed)
                add_chips = None if cents is None else AddChips(self._person, cents)
                if add_chips is None:
                    self._console.refuse([refuse_amount(typed, CHIPS)])
                elif refusals := self._round.driver.refusals(add_chips):
                    self._console.refuse(refusals)
                else:
                    self._round.submit(add_chips)
                    return
                typed = ""
            elif key in FOR_AMOUNTS:
                typed = (typed + key)[:LONGEST]
            else:
                self._console.explain_key(key, CHIPS, "type an amount, or Escape to go back")

    def _type(self, key: str) -> None:
        if key == keys.BACKSPACE:
            self._typed = self._typed[:-1]
        elif key == keys.ESCAPE:
            self._typed = ""
        elif len(self._typed) < LONGEST:
            self._typed += key

    def _with_typed_amount(self, plan: WagerPlan, amount: str) -> WagerPlan | Refusal:
        cents = parse_amount(amount)
        return refuse_amount(amount, "house:wagers") if cents is None else plan.with_amount(cents)

    def _change(self, history: list[WagerPlan], new_plan: WagerPlan | Refusal) -> None:
        """Add the new plan to the history, or show why the table would not accept it."""
        if isinstance(new_plan, Refusal):
            self._console.refuse([new_plan])
            return
        if refusals := self._refusals(new_plan):
            self._console.refuse(refusals)
        else:
            history.append(new_plan)

    def _is_offered(self, key: str) -> bool:
        assert self.plan is not None
        return self.letters.get(key) in self.plan.amounts

    def late_input(self, key: str) -> Input | None:
        """Return the input that a bet slip key stands for, when it is pressed at a question that is not about wagers;
        None for other keys.
        """
        if key == ADD_CHIPS:
            return AddChips(self._person, self._setting.house.smallest_chip)
        if self.plan is None:
            return None
        first = self.plan.offers[0]
        if key == "-":
            return TakeBack(self._person, first.spots[0])
        name = first.name if key == "+" else self.letters.get(key)
        offer = next((offer for offer in self.plan.offers if offer.name == name), None)
        if offer is not None:
            return place_on(offer, self._person, offer.least)
        return Wager(self._person, {name: self._setting.house.minimum}) if name else None


def parse_amount(typed: str) -> Money | None:
    """Parse an amount in dollars; None if it is none."""
    try:
        return Money.parse(typed)
    except ValueError:
        return None


def refuse_amount(typed: str, cite: str) -> Refusal:
    """Return the refusal of a text that is no amount."""
    return Refusal(cite, f"{typed or 'Nothing'} is not an amount.", "Type it like 5 or 2.50.")


def least_cost(offer: Offer) -> int:
    """Return the least cents that an offer takes on all its areas."""
    return offer.least * len(offer.spots)
