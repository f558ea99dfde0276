"""Why each wager was paid, lost or returned, with a sum that is the change of the player's chips."""

from __future__ import annotations

import msgspec

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Input
from pitboss.law.force import cited, cites
from pitboss.record.replay import RoundRecord, begin, replay
from pitboss.record.round_playback import at
from pitboss.table.money import Odds, chips_before, dollars
from pitboss.table.steps import (
    BringChips,
    CollectFee,
    CollectWager,
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
        what = f"{self.hand_class} ({cards_of(self.decided_by)})" if self.decided_by else self.hand_class
        where = "" if self.position == self.seat else f" at position {self.position}"
        staked = f" {dollars(self.staked)}" if self.staked else ""  # a bonus has no stake of its own
        parts = [f"{self.spot}{where}{staked}", what, self.outcome, self.arithmetic, f"[{self.cite}]"]
        return ", ".join(part for part in parts if part) + f": {signed(self.net)}"


class SeatStory(msgspec.Struct):
    seat: int
    player: str
    before: int  # chips before the seat and on the layout
    after: int
    brought: int = 0  # chips that came with the player or left with him
    wagers: list[WagerStory] = []
    notes: list[str] = []

    @property
    def net(self) -> int:
        return sum(wager.net for wager in self.wagers)


def explain(record: RoundRecord) -> list[SeatStory]:
    driver = begin(record)
    with at(record.first):  # a carry that nobody honest wrote may name wagers of nobody, on nothing
        teller = Teller(driver)
    for driver, item in replay(record):
        teller.hear(driver, item)
    return teller.stories()


class Teller:
    """Hears a round act by act. What lies on the layout is still its player's: a wager that stands at the beginning
    counts as staked already, one that stands at the end has cost nothing yet."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver  # before anything is done
        carry = driver.carry
        self._chips = {seat: carry.accounts.get(chips_before(seat), 0) for seat in carry.players}
        self._seats = {
            seat: SeatStory(seat, player, self._chips[seat], self._chips[seat])
            for seat, player in carry.players.items()
        }
        self._everybody = list(self._seats.values())  # also those who left, and whoever took the seat after them
        self._stories: dict[tuple[int, int, str], WagerStory] = {}
        self.collected: dict[int, int] = {}  # marked fees that were paid in this round, by the `id` of their story
        self._limited: set[int] = set()  # positions where the payout limit was reached
        for position, spot, cents in sorted(driver.table.wagers(), key=lambda out: driver.game.order[out[1]]):
            self._seats[position].before += cents
            self._begin((position, position, spot), cents)

    def hear(self, driver: Driver, item: Step | Input) -> None:
        if not isinstance(item, Step):
            return
        self._driver = driver
        seats, chips, ledger = self._seats, self._chips, driver.table.ledger
        if isinstance(item, TakeSeat):
            seats[item.seat] = SeatStory(item.seat, item.player, 0, 0)
            self._everybody.append(seats[item.seat])
            self._stories = {key: story for key, story in self._stories.items() if story.seat != item.seat}
            chips[item.seat] = 0
        moved = {seat: now - held for seat, held in chips.items() if (now := ledger[chips_before(seat)]) != held}
        if isinstance(item, TakeSeat | BringChips | LeaveSeat):
            seats[item.seat].brought += moved.get(item.seat, 0)
        elif isinstance(item, WagerStep):
            self._about_a_wager(item, moved.get(item.seat, 0))
        elif isinstance(item, LimitPayout):
            self._limited.add(item.position)
            seats[item.seat].notes.append(f"{item.tell()} [{item.cite}]")
        for seat in moved:
            if not isinstance(item, TakeSeat | BringChips | LeaveSeat | WagerStep) or seat != item.seat:
                raise AssertionError(f"chips that belong to no wager moved: {item}")
            chips[seat] = seats[seat].after = ledger[chips_before(seat)]

    def _about_a_wager(self, item: WagerStep, moved: int) -> None:
        key = item.seat, item.position, item.spot
        story = self._stories.get(key) or self._begin(key, 0)
        story.net += moved
        if isinstance(item, CollectFee):
            self.collected[id(story)] = self.collected.get(id(story), 0) + item.cents
        _tell(story, item, self._limited)
        if isinstance(item, MoveWager):
            story.net += item.cents
            there = self._join((item.seat, item.position, item.to), item.cents)
            there.outcome, there.cite = f"stands, moved from {item.spot}", item.cite

    def stories(self) -> list[SeatStory]:
        """How everybody stands now; nothing more is heard after that."""
        table = self._driver.table
        for position, spot, cents in table.wagers():
            key = table.owners[position], position, spot
            if key in self._stories:  # in a round that is not over, a chip may lie where it is only counted
                self._seats[key[0]].after += cents
                self._stories[key].net += cents
        return self._everybody

    def nets(self) -> dict[int, int]:
        """Return what each wager has netted its player until now, by the `id` of its story: one place may have several
        in a round. Chips that lie out are his, and a marked fee that he has paid is not counted."""
        t = self._driver.table
        nets = {id(story): story.net for seat in self._everybody for story in seat.wagers}
        for story in self._stories.values():
            nets[id(story)] += t.wager(story.position, story.spot)
        return {key: net + self.collected.get(key, 0) for key, net in nets.items()}

    def _begin(self, key: tuple[int, int, str], staked: int) -> WagerStory:
        story = self._stories[key] = WagerStory(*key, staked=staked, net=-staked)
        self._seats[key[0]].wagers.append(story)
        return story

    def _join(self, key: tuple[int, int, str], cents: int) -> WagerStory:
        """Chips that move to an area make one wager with what already stands there; otherwise they begin one."""
        story = self._stories.get(key)
        if story is None or not story.outcome.startswith("stands"):
            return self._begin(key, cents)
        story.staked += cents
        story.net -= cents
        return story


def _tell(story: WagerStory, step: WagerStep, limited: set[int]) -> None:
    match step:
        case PlaceWager():
            story.staked += step.cents
            story.outcome, story.cite = "stands", step.cite
            if fee := getattr(step, "fee", 0):
                story.arithmetic = f"vigorish {dollars(fee)}"
        case ReturnWager() if story.outcome == "loses" and story.net < 0:
            pass  # a part was collected, and this is the rest: it has lost
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
            # Where no paragraph sets the amount, the one by which the wager won stands beside the reading that does.
            by = cites(*cited(step.cite), step.by) if step.by.startswith("reading:") else step.by
            paid_before = story.outcome == "wins" and story.arithmetic
            story.outcome, story.cite = "wins", cites(*cited(story.cite), *cited(by)) if paid_before else by
            story.decided_by, story.hand_class = step.decided_by, step.hand_class
            so_far = f"{story.arithmetic} and " if story.arithmetic else ""
            story.arithmetic = so_far + _sum(step, step.position in limited)
        case KeepStake() if story.outcome == "wins":
            story.cite = cites(*cited(story.cite), *cited(step.cite))
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
    # No more is staked than lies out (a chip slipped in may have become the wager). What came back whole keeps its
    # amount, for the story. Of what has lost, a part may come back: it was wagered all the same.
    part = story.outcome == "loses" and not isinstance(step, JudgeWager | CollectWager)
    if (out := -story.net) > 0 and not part and not isinstance(step, PayWager | UndoCollection):
        story.staked = min(story.staked or out, out)


def _sum(step: PayWager, limited: bool) -> str:
    if " to " not in step.rate:
        return f"{step.rate} = {dollars(step.cents)}"
    on = getattr(step, "on", step.stake)  # a bonus may be reckoned on a wager that is settled by itself
    full = Odds.parse(step.rate).pays(on) if limited else step.cents
    cut = "" if full == step.cents else f", cut to {dollars(step.cents)} by the payout limit"
    return f"{step.rate} × {dollars(on)} = {dollars(full)}{cut}"


def signed(cents: int) -> str:
    return ("+" if cents > 0 else "") + dollars(cents)
