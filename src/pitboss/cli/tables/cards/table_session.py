"""A person at a table of any card game: wagers by keys, then whatever the dealer asks, then the settlement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from pitboss.cli.tables.cards.planned_wagers import Wish, put
from pitboss.cli.tables.cards.screen import Form, Furniture, Settled, furnish, help_page, room_for_result
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look, first_fitting
from pitboss.cli.terminal.screen import NOT_LAW, UNDATED, Choice, Panel, Prompt
from pitboss.cli.terminal.table_session import PLAIN, Sitting, TableTerms, letters_for, reason, result
from pitboss.engine.carry import Carry
from pitboss.engine.game import Offer
from pitboss.engine.inputs import SUPERVISOR, AddChips, Input, Leave, Order, TakeBack, Wager
from pitboss.engine.seating import CHIPS
from pitboss.engine.view import HIDDEN, Act, View
from pitboss.engine.waits import Refusal
from pitboss.record.explain import SeatStory, signed
from pitboss.table.money import Money, dollars
from pitboss.table.steps import CollectWager, MoveWager, PayWager, PlaceWager, ReturnWager, WagerStep

FOR_AMOUNTS = "0123456789."
LONGEST = 9  # signs of an amount
SUPERVISE, ADD_CHIPS = "o", "$"


class CardSitting(Sitting):
    def __init__(
        self, setting: TableTerms, terminal: keys.Terminal | None = None, look: Look = PLAIN, *, quick: bool = False
    ) -> None:
        super().__init__(setting, terminal, look, quick=quick)
        printed = setting.game.printed and setting.game.printed(setting.rules, setting.house)
        spots = printed.areas if printed else setting.game.spots
        self.help = tuple(help_page(setting.rules, (spot for spot in spots if spot != setting.game.furniture.pot)))
        self.wish: Wish | None = None  # what he wagered last, or means to wager
        self.wishing = False
        self.alone: list[Offer] = []  # what may be wagered without anything beside it
        self.lying: View | None = None
        self.typed = ""  # of an amount
        self.letters: dict[str, str] = {}  # of the offers, and of areas that nothing is offered on
        self.owing = printed.drawing.owed if printed and printed.drawing else ""  # the mark of what a seat owes
        self.settled_up = 0  # cents that he owed, and paid because he left
        self.settled: dict[int, Settled] = {}  # while the settled table is looked at

    # --- wagers

    def wager(self) -> None:
        """The person says what he wagers, and it is placed. Who has gone and owes something gets up here and pays."""
        if self.terminal is not None:
            self.bet()
        if self.terminal is None and self.owes(self.driver.carry.marks) and not self.driver.refusals(self.leaving):
            self.settled_up = self.owes(self.seen.marks)
            self.must(self.leaving)

    def bet(self) -> None:
        if any(isinstance(step, PlaceWager) and step.seat == self.person for step in self.driver.log):
            self.wager_again()
        elif (wish := self.as_before(self.offers())) is None:
            self.end_without_wager()
        else:
            self.put_down(wish)

    def wager_again(self) -> None:
        """Betting opens again in a round that he is in, as at war: he may wager if he can, and need not. Afterwards
        the next round finds what he wagered at first."""
        before = self.wish, self.alone, self.letters
        offers = [offer for offer in self.offers() if not self.refusals(Wish.first([offer]))]
        if offers:
            self.put_down(replace(Wish.first(offers), made=frozenset()), at_least=0)
        self.wish, self.alone, self.letters = before

    def put_down(self, wish: Wish, at_least: int = 1) -> None:
        self.wish = wish
        self.letters = letters_for(self.names(), f"qu{SUPERVISE}{FOR_AMOUNTS}")
        self.wishing = True
        self.wish = self.mean(wish, at_least)
        self.wishing = False
        if self.terminal is not None:
            for wager in self.wish.wagers(self.person):
                self.must(wager)

    def offers(self) -> list[Offer]:
        """All that the table offers him; what may only stand beside other wagers is found by trying those."""
        s, trial = self.setting, self.again()
        self.alone = list(s.game.offers(trial.round, self.person))
        found: dict[str, Offer] = {}
        new = self.alone
        while new:
            for offer in new:
                found[offer.name] = offer
                trial.submit(put(offer, self.person, offer.least))
            offers = s.game.offers(trial.round, self.person)
            new = [offer for offer in offers if offer.name not in found]
        return list(found.values())

    def as_before(self, offers: list[Offer]) -> Wish | None:
        """What he wagered last, as far as chips and table still let him, or else the least of anything; None if there
        is nothing that he can wager."""
        first = Wish.first(offers)
        wishes = [(self.wish or first).among(offers).within(self.free)] if offers else []
        wishes += [replace(first, made=frozenset([offer.name]), at=at) for at, offer in enumerate(offers)]
        return next((wish for wish in wishes if not self.refusals(wish)), None)

    def refusals(self, wish: Wish) -> list[Refusal]:
        """Why the table would not take all of this."""
        trial = self.again()
        return next(filter(None, map(trial.submit, wish.wagers(self.person))), [])

    def end_without_wager(self) -> None:
        chips = dollars(self.seen.chips[self.person])
        assert self.driver.wait is not None
        over = Act(self.driver.wait.cite, f"You cannot make a bet with your {chips}. The game ends here.")
        self.look_at("Place your bets, please", [], over)
        if self.terminal is not None:
            self.leave()

    def names(self) -> list[str]:
        """The offers, and the areas of the layout that nothing is offered on: a key tells why."""
        assert self.wish is not None
        offered = {spot for offer in self.wish.offers for spot in offer.spots}
        return [offer.name for offer in self.wish.offers] + [
            spot for spot in self.setting.game.spots if spot not in offered
        ]

    def mean(self, wish: Wish, at_least: int) -> Wish:
        """What he means to wager once he lets the dealer deal: so many wagers or more."""
        assert self.driver.wait is not None
        cite, before = self.driver.wait.cite, [wish]
        several = " · ←→ bet" if len(wish.offers) > 1 else ""
        helps = f"Enter deal · ↑↓ amount{several} · Space [x] · ? help · q leave"
        while self.terminal is not None:
            self.wish = wish = before[-1]
            chips = dollars(self.seen.chips[self.person])
            key = self.key(Prompt("Place your bets, please", helps, cite, f"= {dollars(wish.cost)} of your {chips}"))
            if key in FOR_AMOUNTS or (self.typed and key in (keys.BACKSPACE, keys.ESCAPE)):
                self.type(key)
            elif self.typed:
                self.typed, amount = "", self.typed
                self.change(before, self.worth(wish, amount))
            elif key == keys.ENTER and len(wish.made) >= at_least:
                break
            elif key == "u" and before[1:]:
                before.pop()
            elif key == ADD_CHIPS:
                self.add_chips()
                before = [wish.among(self.offers())]  # more chips may make more of what is offered
            elif (after := wish.toggled(self.letters[key]) if self.offered(key) else wish.after(key)) is not None:
                self.change(before, after)
            elif (unoffered := self.late(key)) is not None and (refused := self.driver.refusals(unoffered)):
                self.refuse(refused)
            else:
                deals = len(wish.made) >= at_least
                right = "Enter deals, ↑↓ changes the amount" if deals else "Space adds a bet"
                self.explain_key(key, cite, right)
        return wish

    def add_chips(self) -> None:
        """More chips before him, by an amount that he types."""
        typed = ""
        while self.terminal is not None:
            helps = "type an amount · Enter add · Escape back"
            key = super().key(Prompt("How much do you add in chips?", helps, CHIPS, f"${typed}_"))
            if key == keys.ESCAPE:
                return
            if key == keys.BACKSPACE:
                typed = typed[:-1]
            elif key == keys.ENTER:
                cents = amount_of(typed)
                given = None if cents is None else AddChips(self.person, cents)
                if given is None:
                    self.refuse([no_amount(typed, CHIPS)])
                elif refused := self.driver.refusals(given):
                    self.refuse(refused)
                else:
                    self.must(given)
                    return
                typed = ""
            elif key in FOR_AMOUNTS:
                typed = (typed + key)[:LONGEST]
            else:
                self.explain_key(key, CHIPS, "type an amount, or Escape to go back")

    def type(self, key: str) -> None:
        if key == keys.BACKSPACE:
            self.typed = self.typed[:-1]
        elif key == keys.ESCAPE:
            self.typed = ""
        elif len(self.typed) < LONGEST:
            self.typed += key

    def worth(self, wish: Wish, amount: str) -> Wish | Refusal:
        cents = amount_of(amount)
        return no_amount(amount, "house:wagers") if cents is None else wish.of(cents)

    def change(self, before: list[Wish], after: Wish | Refusal) -> None:
        """He means something else, unless the table would not take it."""
        if isinstance(after, Refusal):
            self.refuse([after])
            return
        if refused := self.refusals(after):
            self.refuse(refused)
        else:
            before.append(after)

    def offered(self, key: str) -> bool:
        assert self.wish is not None
        return self.letters.get(key) in self.wish.amounts

    def late(self, key: str) -> Input | None:
        if key == ADD_CHIPS:
            return AddChips(self.person, self.setting.house.smallest_chip)
        if self.wish is None:
            return None
        first = self.wish.offers[0]
        if key == "-":
            return TakeBack(self.person, first.spots[0])
        name = first.name if key == "+" else self.letters.get(key)
        offer = next((offer for offer in self.wish.offers if offer.name == name), None)
        if offer is not None:
            return put(offer, self.person, offer.least)
        return Wager(self.person, {name: self.setting.house.minimum}) if name else None

    # --- a casino supervisor, who may be at the table too

    def key(self, prompt: Prompt, panel: Panel | None = None) -> str:
        while (key := super().key(prompt, panel)) == SUPERVISE and not self.typed:
            self.supervise()
        return key

    def supervise(self) -> None:
        """What he orders without being asked, if there is anything now."""
        allowed = [what for what in self.setting.game.orders if not self.driver.refusals(Order(what))]
        if not allowed:
            self.notice = Act("house:orders", "The casino supervisor has nothing to order now.")
            return
        letters = letters_for(allowed)
        choices = tuple(Choice(f"{what} ({letter})") for letter, what in letters.items())
        helps = "the key in parentheses, or any other key for nothing"
        key = super().key(Prompt("What does the casino supervisor order?", helps, choices=choices))
        if key not in letters:
            return
        self.must(Order(letters[key], by=SUPERVISOR))
        while (drawn := self.setting.source.answers(self.driver.wait)) is not None:
            self.must(drawn)

    # --- what is seen

    def regard(self, seen: View) -> View:
        """Cards that were turned stay to be looked at when they are collected; what goes away face down is gone."""
        before = self.lying if self.lying is not None and self.lying.round == seen.round else seen
        hands = {position: cards for position, cards in before.hands.items() if turned(cards)}
        self.lying = msgspec.structs.replace(
            seen,
            hands=hands | seen.hands,
            community=seen.community or turned(before.community),
            dealer=seen.dealer or turned(before.dealer),
        )
        return self.lying

    def own(self) -> dict[str, str]:
        """What lies on each of his areas, or what has become of it this round."""
        out = self.seen.wagers.get(self.person, {})
        fate: dict[str, str] = {}
        for step in self.driver.log:
            if not isinstance(step, WagerStep) or step.position != self.person:
                continue
            match step:
                case PlaceWager():
                    fate[step.spot] = "*" if self.person in self.seen.lit else "-"  # if it is nowhere to be seen
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

    def settlement(self) -> bool:
        """Show how the round came out; False if the person's chips make no more wagers."""
        if self.terminal is None:
            return True
        assert self.wish is not None
        mine = next(story for story in self.stories if story.seat == self.person)
        self.settled = {story.seat: Settled(story.net, made(story)) for story in self.stories if story.wagers}
        reasons = [Act(wager.cite, reason(wager)) for wager in mine.wagers] + [Act("", note) for note in mine.notes]
        least = min(self.alone, key=cost)
        goes_on = self.free >= cost(least)
        end = f"Not enough chips for {least.name} of {dollars(least.least)}. The game ends here."
        over = None if goes_on else Act("house:limits", end)
        held = made(mine)
        void = bool(self.driver.table.void)
        words = result(mine.net, void=void) if void else f"Settled. {result(mine.net)}"
        self.look_at(words, reasons, over, held[:1].upper() + held[1:])
        self.settled = {}
        if not goes_on and self.terminal is not None:
            self.leave()
        return goes_on or bool(self.owes(self.seen.marks))

    # --- what he owes

    def owed(self, marks: Mapping[str, int], seat: int) -> int:
        """What the house has marked against a seat, in cents."""
        return marks.get(f"{self.owing} {seat}", 0) if self.owing else 0

    def owes(self, marks: Mapping[str, int]) -> int:
        return self.owed(marks, self.person)

    @property
    def free(self) -> int:
        """His chips without what he owes: nobody may wager that."""
        return self.seen.chips[self.person] - self.owes(self.seen.marks)

    @property
    def leaving(self) -> Leave:
        return Leave(self.person)

    def concerns_him(self, carry: Carry) -> bool:
        """Also when he has gone and owes something: he pays when he gets up, before the next round is dealt."""
        return self.terminal is not None or bool(self.owes(carry.marks))

    def nobody_left(self) -> None:
        """A round that he left and nobody plays is written down as far as it went, for he paid in it."""
        if self.leaving in self.driver.log:
            self.stories = self.setting.record(self.driver)
            self.count()

    def parting(self) -> str:
        paid = f"You paid {dollars(self.settled_up)} that you owed when you left." if self.settled_up else ""
        return " ".join(filter(None, (super().parting(), paid)))

    # --- drawing

    def offer(self, room: int) -> str:
        house = self.setting.house
        limits, texts = f"{dollars(house.minimum)} to {dollars(house.maximum)}", self.setting.rules.texts
        room -= room_for_result(self.tally)
        if self.setting.rules.is_beyond:  # this is said in any case, however little room there is
            beside = (f"{limits} · {label}" for label in (texts, UNDATED, NOT_LAW))
            return first_fitting(room, *beside, UNDATED, NOT_LAW)
        return first_fitting(room, f"{limits} · {texts}", f"{limits} · {texts.partition(' (')[0]}", limits)

    def furnish(self, canvas: Canvas) -> int:
        own = self.own()
        if self.settled:
            mine = next(story for story in self.stories if story.seat == self.person)
            own |= {wager.spot: signed(wager.net) for wager in mine.wagers if wager.net}
        return furnish(
            canvas,
            Furniture(
                view=self.seen,
                companions=frozenset(self.companions),
                tally=self.tally,
                own=own,
                settled=self.settled,
                owed={seat: cents for seat in self.seen.players if (cents := self.owed(self.seen.marks, seat))},
                form=Form(self.wish, self.letters, self.typed) if self.wishing and self.wish else None,
            ),
        )


def amount_of(typed: str) -> Money | None:
    try:
        return Money.parse(typed)
    except ValueError:
        return None


def no_amount(typed: str, cite: str) -> Refusal:
    return Refusal(cite, f"{typed or 'Nothing'} is not an amount.", "Type it like 5 or 2.50.")


def cost(offer: Offer) -> int:
    return offer.least * len(offer.spots)


def turned(cards: tuple[str, ...]) -> tuple[str, ...]:
    return () if HIDDEN in cards else cards


def made(story: SeatStory) -> str:
    """What a player's cards were: by what the wager was decided that the most cards and the most chips went into."""
    decided = [wager for wager in story.wagers if wager.hand_class]
    return max(decided, key=lambda wager: (len(wager.decided_by), wager.staked)).hand_class if decided else ""
