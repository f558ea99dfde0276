"""What the person means to wager, put together by keys and tried before it lies on the layout."""

from __future__ import annotations

from dataclasses import replace

from pitboss.cli.tables.cards.debt import Debt
from pitboss.cli.tables.cards.planned_wagers import Wish, put
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
LONGEST = 9  # signs of an amount
SUPERVISE, ADD_CHIPS = "o", "$"


class BetSlip:
    """The wagers of the person, from round to round."""

    def __init__(self, setting: TableTerms, person: int, console: Console, round_: ToldRound, debt: Debt) -> None:
        self._setting, self._person, self._console, self._round, self._debt = setting, person, console, round_, debt
        self.wish: Wish | None = None  # what he wagered last, or means to wager
        self._wishing = False
        self._alone: list[Offer] = []  # what may be wagered without anything beside it
        self._typed = ""  # of an amount
        self.letters: dict[str, str] = {}  # of the offers, and of areas that nothing is offered on

    @property
    def form(self) -> Form | None:
        """The form that is drawn while it is filled in."""
        return Form(self.wish, self.letters, self._typed) if self._wishing and self.wish else None

    @property
    def is_typed(self) -> bool:
        """True if an amount is being typed, of which any key may be a part."""
        return bool(self._typed)

    @property
    def least(self) -> Offer:
        """The wager that takes the fewest chips."""
        return min(self._alone, key=cost)

    def fill_in(self) -> bool:
        """Have the person say what he wagers, and place it; returns False if there is nothing that he can wager."""
        if any(isinstance(step, PlaceWager) and step.seat == self._person for step in self._round.driver.log):
            self._wager_again()
        elif (wish := self._as_before(self._offers())) is None:
            return False
        else:
            self._put_down(wish)
        return True

    def _wager_again(self) -> None:
        """Have him wager where betting opens again in a round that he is in, as at war: if he can, and he need not.
        Afterwards the next round finds what he wagered at first."""
        before = self.wish, self._alone, self.letters
        offers = [offer for offer in self._offers() if not self._refusals(Wish.first([offer]))]
        if offers:
            self._put_down(replace(Wish.first(offers), made=frozenset()), at_least=0)
        self.wish, self._alone, self.letters = before

    def _put_down(self, wish: Wish, at_least: int = 1) -> None:
        self.wish = wish
        self.letters = letters_for(self._names(), f"qu{SUPERVISE}{FOR_AMOUNTS}")
        self._wishing = True
        self.wish = self._mean(wish, at_least)
        self._wishing = False
        if self._console.is_present:
            for wager in self.wish.wagers(self._person):
                self._round.submit(wager)

    def _offers(self) -> list[Offer]:
        """Return all that the table offers him; what may only stand beside other wagers is found by trying those."""
        s, trial = self._setting, self._round.copy_driver()
        self._alone = list(s.game.offers(trial.round, self._person))
        found: dict[str, Offer] = {}
        new = self._alone
        while new:
            for offer in new:
                found[offer.name] = offer
                trial.submit(put(offer, self._person, offer.least))
            offers = s.game.offers(trial.round, self._person)
            new = [offer for offer in offers if offer.name not in found]
        return list(found.values())

    def _as_before(self, offers: list[Offer]) -> Wish | None:
        """Return what he wagered last, as far as chips and table still let him, or else the least of anything; None if
        there is nothing that he can wager."""
        first = Wish.first(offers)
        wishes = [(self.wish or first).among(offers).within(self._debt.free)] if offers else []
        wishes += [replace(first, made=frozenset([offer.name]), at=at) for at, offer in enumerate(offers)]
        return next((wish for wish in wishes if not self._refusals(wish)), None)

    def _refusals(self, wish: Wish) -> list[Refusal]:
        """Return why the table would not take all of this."""
        trial = self._round.copy_driver()
        return next(filter(None, map(trial.submit, wish.wagers(self._person))), [])

    def _names(self) -> list[str]:
        """Return the offers, and the areas of the layout that nothing is offered on: a key tells why."""
        assert self.wish is not None
        offered = {spot for offer in self.wish.offers for spot in offer.spots}
        return [offer.name for offer in self.wish.offers] + [
            spot for spot in self._setting.game.spots if spot not in offered
        ]

    def _mean(self, wish: Wish, at_least: int) -> Wish:
        """Return what he means to wager once he lets the dealer deal: so many wagers or more."""
        assert self._round.driver.wait is not None
        cite, before = self._round.driver.wait.cite, [wish]
        several = " · ←→ bet" if len(wish.offers) > 1 else ""
        helps = f"Enter deal · ↑↓ amount{several} · Space [x] · ? help · q leave"
        while self._console.is_present:
            self.wish = wish = before[-1]
            chips = dollars(self._round.seen.chips[self._person])
            detail = f"= {dollars(wish.cost)} of your {chips}"
            key = self._console.key(Prompt("Place your bets, please", helps, cite, detail))
            if key in FOR_AMOUNTS or (self._typed and key in (keys.BACKSPACE, keys.ESCAPE)):
                self._type(key)
            elif self._typed:
                self._typed, amount = "", self._typed
                self._change(before, self._worth(wish, amount))
            elif key == keys.ENTER and len(wish.made) >= at_least:
                break
            elif key == "u" and before[1:]:
                before.pop()
            elif key == ADD_CHIPS:
                self._add_chips()
                before = [wish.among(self._offers())]  # more chips may make more of what is offered
            elif (after := wish.toggled(self.letters[key]) if self._is_offered(key) else wish.after(key)) is not None:
                self._change(before, after)
            elif (unoffered := self.late_input(key)) is not None and (
                refused := self._round.driver.refusals(unoffered)
            ):
                self._console.refuse(refused)
            else:
                deals = len(wish.made) >= at_least
                right = "Enter deals, ↑↓ changes the amount" if deals else "Space adds a bet"
                self._console.explain_key(key, cite, right)
        return wish

    def _add_chips(self) -> None:
        """Bring more chips before him, by an amount that he types."""
        typed = ""
        while self._console.is_present:
            helps = "type an amount · Enter add · Escape back"
            key = self._console.key_for(Prompt("How much do you add in chips?", helps, CHIPS, f"${typed}_"))
            if key == keys.ESCAPE:
                return
            if key == keys.BACKSPACE:
                typed = typed[:-1]
            elif key == keys.ENTER:
                cents = amount_of(typed)
                given = None if cents is None else AddChips(self._person, cents)
                if given is None:
                    self._console.refuse([no_amount(typed, CHIPS)])
                elif refused := self._round.driver.refusals(given):
                    self._console.refuse(refused)
                else:
                    self._round.submit(given)
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

    def _worth(self, wish: Wish, amount: str) -> Wish | Refusal:
        cents = amount_of(amount)
        return no_amount(amount, "house:wagers") if cents is None else wish.of(cents)

    def _change(self, before: list[Wish], after: Wish | Refusal) -> None:
        """Have him mean something else, unless the table would not take it."""
        if isinstance(after, Refusal):
            self._console.refuse([after])
            return
        if refused := self._refusals(after):
            self._console.refuse(refused)
        else:
            before.append(after)

    def _is_offered(self, key: str) -> bool:
        assert self.wish is not None
        return self.letters.get(key) in self.wish.amounts

    def late_input(self, key: str) -> Input | None:
        """Return what a key of the slip asks for when something else is asked."""
        if key == ADD_CHIPS:
            return AddChips(self._person, self._setting.house.smallest_chip)
        if self.wish is None:
            return None
        first = self.wish.offers[0]
        if key == "-":
            return TakeBack(self._person, first.spots[0])
        name = first.name if key == "+" else self.letters.get(key)
        offer = next((offer for offer in self.wish.offers if offer.name == name), None)
        if offer is not None:
            return put(offer, self._person, offer.least)
        return Wager(self._person, {name: self._setting.house.minimum}) if name else None


def amount_of(typed: str) -> Money | None:
    try:
        return Money.parse(typed)
    except ValueError:
        return None


def no_amount(typed: str, cite: str) -> Refusal:
    return Refusal(cite, f"{typed or 'Nothing'} is not an amount.", "Type it like 5 or 2.50.")


def cost(offer: Offer) -> int:
    return offer.least * len(offer.spots)
