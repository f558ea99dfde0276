"""Explains why each wager was paid, lost or returned, with an amount that equals the change of the player's chips."""

from __future__ import annotations

import msgspec

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Input
from pitboss.law.force import cites, is_reading, split_citation
from pitboss.record.replay import RoundRecord, begin, replay
from pitboss.record.round_playback import mismatch_at
from pitboss.table.money import Odds, chips_before, dollars
from pitboss.table.steps import (
    PUSH,
    BringChips,
    CollectFee,
    CollectWager,
    JudgeHand,
    JudgeWager,
    KeepStake,
    LeaveSeat,
    LimitPayout,
    MarkFee,
    MoveWager,
    PayWager,
    PlaceWager,
    ReturnWager,
    StandWager,
    Step,
    TakeFee,
    TakeSeat,
    UndoCollection,
    UndoPayment,
    WagerStep,
    cards_of,
    describe_hand,
)


class WagerStory(msgspec.Struct):
    """The outcome of one wager of a round, and its effect on the player's chips."""

    seat: int
    position: int
    spot: str
    staked: int = 0
    outcome: str = "stands"
    cite: str = ""
    decided_by: tuple[str, ...] = ()
    hand_class: str = ""
    arithmetic: str = ""
    net: int = 0  # the change of the seat's chips, before it and on the layout, through this wager, in cents

    def tell(self) -> str:
        """Format the wager, the hand, the outcome, the arithmetic, the paragraph and the net amount as one line."""
        hand = f"{self.hand_class} ({cards_of(self.decided_by)})" if self.decided_by else self.hand_class
        place = "" if self.position == self.seat else f" at position {self.position}"
        staked = f" {dollars(self.staked)}" if self.staked else ""  # a bonus has no stake of its own
        parts = [f"{self.spot}{place}{staked}", hand, self.outcome, self.arithmetic, f"[{self.cite}]"]
        return ", ".join(part for part in parts if part) + f": {signed_dollars(self.net)}"


class SeatStory(msgspec.Struct):
    """The changes of one player's chips in a round, wager by wager."""

    seat: int
    player: str
    before: int  # chips before the seat and on the layout when the round begins
    after: int  # the same when it ends
    brought: int = 0  # chips that came with the player, less those that left with him
    wagers: list[WagerStory] = []
    notes: list[str] = []

    @property
    def net(self) -> int:
        """The change of the player's chips through all wagers, in cents."""
        return sum(wager.net for wager in self.wagers)


def explain(record: RoundRecord) -> list[SeatStory]:
    """Replay the round of a record and return the story of every seat."""
    driver = begin(record)
    with mismatch_at(record.first):  # a forged carry may name wagers that belong to nobody
        builder = StoryBuilder(driver)
    for driver, item in replay(record):
        builder.add(driver, item)
    return builder.stories()


class StoryBuilder:
    """Follows a round act by act and builds the story of each wager. Chips on the layout still belong to their player:
    a wager that stands at the beginning counts as staked already, and one that stands at the end has cost nothing yet.
    """

    def __init__(self, driver: Driver) -> None:
        self._driver = driver  # before anything is done
        carry = driver.carry
        self._chips_held = {seat: carry.accounts.get(chips_before(seat), 0) for seat in carry.players}
        self._seats = {
            seat: SeatStory(seat, player, self._chips_held[seat], self._chips_held[seat])
            for seat, player in carry.players.items()
        }
        self._everybody = list(self._seats.values())  # including players who left and those who took their seats
        self._stories: dict[tuple[int, int, str], WagerStory] = {}
        self.collected: dict[int, int] = {}  # marked fees paid in this round, by the `id` of their story
        self._limited: set[int] = set()  # positions where the payout limit was reached
        self._readings: dict[tuple[int, str], list[str]] = {}  # by position and area: those that decided its verdict
        order = driver.game.order_at(driver.house)
        for position, spot, cents in sorted(driver.table.wagers(), key=lambda wager: order[wager[1]]):
            self._seats[position].before += cents
            self._begin_story((position, position, spot), cents)

    def add(self, driver: Driver, item: Step | Input) -> None:
        if not isinstance(item, Step):
            return
        self._driver = driver
        seats, chips, ledger = self._seats, self._chips_held, driver.table.ledger
        if isinstance(item, TakeSeat):
            seats[item.seat] = SeatStory(item.seat, item.player, 0, 0)
            self._everybody.append(seats[item.seat])
            self._stories = {key: story for key, story in self._stories.items() if story.seat != item.seat}
            chips[item.seat] = 0
        changes = {
            seat: after - before for seat, before in chips.items() if (after := ledger[chips_before(seat)]) != before
        }
        if isinstance(item, TakeSeat | BringChips | LeaveSeat):
            seats[item.seat].brought += changes.get(item.seat, 0)
        elif isinstance(item, WagerStep):
            self._add_wager_step(item, changes.get(item.seat, 0))
        elif isinstance(item, JudgeHand):
            readings = [*filter(is_reading, split_citation(item.cite))]
            self._readings |= {(item.position, spot): readings for spot in item.decides}
        elif isinstance(item, LimitPayout):
            self._limited.add(item.position)
            seats[item.seat].notes.append(f"{item.tell()} [{item.cite}]")
        for seat in changes:
            if not isinstance(item, TakeSeat | BringChips | LeaveSeat | WagerStep) or seat != item.seat:
                raise AssertionError(f"chips that belong to no wager moved: {item}")
            chips[seat] = seats[seat].after = ledger[chips_before(seat)]

    def _add_wager_step(self, item: WagerStep, change: int) -> None:
        key = item.seat, item.position, item.spot
        story = self._stories.get(key) or self._begin_story(key, 0)
        story.net += change
        if isinstance(item, CollectFee):
            self.collected[id(story)] = self.collected.get(id(story), 0) + item.cents
        _update_story(story, item, self._limited)
        if isinstance(item, JudgeWager):
            self._readings[item.position, item.spot] = [*filter(is_reading, split_citation(item.cite))]
        elif isinstance(item, CollectWager | PayWager) or (isinstance(item, ReturnWager) and item.why.startswith(PUSH)):
            story.cite = cites(*split_citation(story.cite), *self._readings.get((item.position, item.spot), ()))
        if isinstance(item, MoveWager):
            story.net += item.cents
            moved_story = self._join((item.seat, item.position, item.to), item.cents)
            moved_story.outcome, moved_story.cite = f"stands, moved from {item.spot}", item.cite

    def stories(self) -> list[SeatStory]:
        """Return the story of every seat as it stands now. Nothing may be added after that."""
        table = self._driver.table
        for position, spot, cents in table.wagers():
            key = table.owners[position], position, spot
            if key in self._stories:  # in a round that is not over, a chip may lie where it is only counted
                self._seats[key[0]].after += cents
                self._stories[key].net += cents
        return self._everybody

    def nets(self) -> dict[int, int]:
        """Return the net of each wager for its player so far, keyed by the `id` of its story, because an area may have
        several wagers in a round. Chips on the layout still count as the player's, and marked fees that were paid are
        left out."""
        t = self._driver.table
        nets = {id(story): story.net for seat in self._everybody for story in seat.wagers}
        for story in self._stories.values():
            nets[id(story)] += t.wager(story.position, story.spot)
        return {key: net + self.collected.get(key, 0) for key, net in nets.items()}

    def _begin_story(self, key: tuple[int, int, str], staked: int) -> WagerStory:
        story = self._stories[key] = WagerStory(*key, staked=staked, net=-staked)
        self._seats[key[0]].wagers.append(story)
        return story

    def _join(self, key: tuple[int, int, str], cents: int) -> WagerStory:
        """Join chips that move to an area with the wager that already stands there, or begin a new wager."""
        story = self._stories.get(key)
        if story is None or not story.outcome.startswith("stands"):
            return self._begin_story(key, cents)
        story.staked += cents
        story.net -= cents
        return story


def _update_story(story: WagerStory, step: WagerStep, limited: set[int]) -> None:
    """Change the story of a wager by one step."""
    match step:
        case PlaceWager():
            story.staked += step.cents
            story.outcome, story.cite = "stands", step.cite
            if fee := getattr(step, "fee", 0):
                story.arithmetic = f"vigorish {dollars(fee)}"
        case ReturnWager() if story.outcome == "loses" and story.net < 0:
            pass  # one part was collected and this is the rest: the wager has lost
        case ReturnWager():
            story.outcome, story.cite = f"returned, {step.why}", step.cite
            if hasattr(step, "fee"):
                story.arithmetic = ""
        case StandWager():
            story.outcome, story.cite = f"{'off and ' if step.off else ''}stands, {step.why}", step.cite
        case MoveWager():
            story.outcome, story.cite = f"moves to {step.to}, {step.why}", step.cite
        case JudgeWager() | CollectWager():
            won = isinstance(step, JudgeWager) and step.wins
            story.outcome, story.cite = ("wins" if won else "loses"), step.cite
            story.decided_by, story.hand_class = step.decided_by, describe_hand(step.hand_class, step.decided_by)
        case PayWager():
            paid_before = split_citation(story.cite) if story.outcome == "wins" and story.arithmetic else []
            story.outcome, story.cite = "wins", cites(*paid_before, *_citation_of_payment(step))
            story.decided_by, story.hand_class = step.decided_by, step.hand_class
            so_far = f"{story.arithmetic} and " if story.arithmetic else ""
            story.arithmetic = so_far + _show_arithmetic(step, step.position in limited)
        case KeepStake() if story.outcome == "wins":
            story.cite = cites(*split_citation(story.cite), *split_citation(step.cite))
            story.arithmetic += f", and the {dollars(step.cents)} wagered stays with the house"
        case KeepStake():
            story.outcome, story.cite = "stays with the house", step.cite
        case UndoPayment() | UndoCollection():
            story.outcome, story.cite, story.arithmetic = "stands", step.cite, ""
        case MarkFee():
            story.arithmetic += f", vigorish {dollars(step.cents)} marked"
        case CollectFee():
            if not story.staked:
                story.outcome, story.cite = "is owed for", step.cite
            story.arithmetic = ", ".join(filter(None, (story.arithmetic, f"marked vigorish {dollars(step.cents)}")))
            return  # nothing was staked by that
        case TakeFee():
            story.arithmetic = f"{story.arithmetic}, " * bool(story.arithmetic) + f"vigorish {dollars(step.cents)}"
    # The stake is at most what the wager has cost so far (a chip slipped in may have become the wager). A wager that
    # came back whole keeps its amount in the story, and so does a losing one of which a part came back.
    partly_back = story.outcome == "loses" and not isinstance(step, JudgeWager | CollectWager)
    if (cost := -story.net) > 0 and not partly_back and not isinstance(step, PayWager | UndoCollection):
        story.staked = min(story.staked or cost, cost)


def _citation_of_payment(step: PayWager) -> list[str]:
    """Return the citation of a payment: the paragraph or reading that sets the amount, and the one by which the wager
    won.

    A paragraph that sets the amount replaces the paragraph of the act, and only the act's readings are kept beside it.
    """
    if is_reading(step.by):
        return [*split_citation(step.cite), step.by]
    return [*split_citation(step.by), *filter(is_reading, split_citation(step.cite))]


def _show_arithmetic(step: PayWager, limited: bool) -> str:
    """Format how a payout was reckoned, as in "3 to 2 × $10.00 = $15.00"."""
    if " to " not in step.rate:
        return f"{step.rate} = {dollars(step.cents)}"
    base = getattr(step, "on", step.stake)  # a bonus may be reckoned on a wager that is settled separately
    full = Odds.parse(step.rate).pays(base) if limited else step.cents
    cut = "" if full == step.cents else f", cut to {dollars(step.cents)} by the payout limit"
    return f"{step.rate} × {dollars(base)} = {dollars(full)}{cut}"


def signed_dollars(cents: int) -> str:
    """Format cents as dollars, with a plus sign for a gain."""
    return ("+" if cents > 0 else "") + dollars(cents)
