"""What one round brought the house, and why: theory, play and luck, which add up to the win exactly.

*Theory* is what the house expected to win when the wagers lay there and no card or die was known, if every player
chooses best. *Play* is what players gave away by their answers: at each, the value of the best answer less that of the
one given, from what that seat saw then. *Luck* is the rest. At a table whose wagers stand from round to round the unit
is the roll, the spin or the round of cards: theory is what the next one was expected to bring, and nothing is decided
that a wager depends on. Vigorish that is marked is expected with the win it is taken of. It is won when it is paid, so
until then it is missing in the luck, and then it is luck.

A round is played once more to find this out. Wagers that went back undecided are out: of the handle, and of theory.
Chips that a void round keeps were won by no chance: what they bring is theory, and no luck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.hold_model import Block, Moments
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Close, Input
from pitboss.engine.view import SPECTATOR, View, view
from pitboss.engine.waits import Ask, SpinWanted, ThrowWanted, Wait, Window
from pitboss.record.drop import Chips
from pitboss.record.explain import StoryBuilder, WagerStory
from pitboss.record.round_playback import LoggedEntry, MismatchError, replay_entries
from pitboss.table.facts import VOID
from pitboss.table.steps import BY_THE_PLAYER, PUSH, BringChips, LeaveSeat, TakeSeat

DECIDED = ("wins", "loses")
EVERYWHERE = 0  # the position of wagers that are asked about all together


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One wager of a game in one round, of all players together; in cents."""

    wager: str
    handle: int  # what was wagered and decided
    win: int  # the house's
    theory: Fraction | None = None  # None: nobody has counted what it is worth
    play: Fraction = Fraction()
    variances: tuple[Fraction, ...] = ()  # of each block by itself

    @property
    def luck(self) -> Fraction | None:
        return None if self.theory is None else self.win - self.theory - self.play


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One round of one table."""

    game: str
    table: str
    round: int
    at: int | None = None  # seconds since 1970, when it ended; None where nobody wrote that down
    parts: tuple[Part, ...] = ()
    variances: tuple[Fraction, ...] = ()  # of all wagers that are counted, block by block
    chips: tuple[Chips, ...] = ()  # that players brought to the table and took away, in order
    void: bool = False
    unvalued: int = 0  # decisions that have no exact value: what they cost is in the luck
    companions: int = 0  # seats that the house played for company: all of theirs is left out

    @property
    def win(self) -> int:
        return sum(part.win for part in self.parts)


Key: TypeAlias = tuple[int, str]  # betting position, wager
LeftOut: TypeAlias = Callable[[str], bool]  # whether a player of this name is the house's own


def nobody(player: str) -> bool:
    return False


def result_of(driver: Driver, table: str = "", times: Sequence[int] = (), left_out: LeftOut = nobody) -> Result:
    """Of a round that is over. `times` are when it opened and when each input came, where that is known. `left_out`
    says which players are the house's own company."""
    watch = Watch(driver, left_out)
    watch.play()
    parts, variances = watch.added_up()
    return Result(
        game=driver.game.name,
        table=table or driver.house.name,
        round=driver.carry.round,
        at=max(times, default=None),
        parts=parts,
        variances=variances,
        chips=tuple(each for each in chips_of(driver, times) if not left_out(each.player)),
        void=bool(driver.table.void),
        unvalued=watch.unvalued,
        companions=sum(left_out(player) for player in driver.table.players.values()),
    )


def chips_of(driver: Driver, times: Sequence[int] = ()) -> Iterator[Chips]:
    """Chips that came to the table and left it, each with the time of the input by which they moved."""
    inputs = 0
    for item in driver.log:
        inputs += isinstance(item, Input)
        if isinstance(item, TakeSeat | BringChips | LeaveSeat):
            cents = -item.chips if isinstance(item, LeaveSeat) else item.chips
            yield Chips(item.player, cents, times[inputs] if times else None)


class Watch:
    """Sees a round played once more: what lay on the layout before chance had its say, and every decision."""

    def __init__(self, driver: Driver, left_out: LeftOut) -> None:
        self.unvalued = 0
        self._done = driver
        self._driver = Driver(driver.game, driver.rules, driver.house, driver.carry, stepwise=True)
        self._left_out = left_out
        self._model = driver.game.hold_model()
        self._teller = StoryBuilder(self._driver)
        self._stories: list[WagerStory] = []
        self._laid: View | None = None  # when the last wager was made
        self._laid_later: list[View] = []  # what was wagered when cards had been dealt already, and nothing else
        self._before: dict[int, int] = {}  # by the id of its story: what had moved by then, fees for example
        self._to_chance = False  # whether dice, a ball or cards decide next about what was laid
        self._play: dict[Key, Fraction] = {}

    def play(self) -> None:
        entries = (LoggedEntry(item, number) for number, item in enumerate(self._done.log, 1))
        try:
            for item in replay_entries(self._driver, entries, self._hear):
                self._teller.add(self._driver, item)
        except MismatchError as differs:
            # The round has been replayed before: what fails now is a fault of this program, and not of the record.
            fault = differs.__cause__ or differs
            if isinstance(fault, ImportError):
                raise fault from None
            where = f"round {self._done.carry.round} of {self._done.game.name}"
            raise AssertionError(f"{where} replays, but it cannot be valued: {fault!r}") from fault
        seats = [seat for seat in self._teller.stories() if not self._left_out(seat.player)]
        self._stories = [story for seat in seats for story in seat.wagers]

    # --- while the round is played

    def _hear(self, wait: Wait | None, given: Input) -> None:
        closes = isinstance(wait, Window) and wait.what == "wagers" and isinstance(given, Close)
        if closes and self._laid is not None and self._driver.table.live():
            self._laid_later.append(self._added())
        elif closes or isinstance(wait, ThrowWanted | SpinWanted):
            self._laid, self._before = self._peoples_wagers(), self._teller.nets()
            self._to_chance = not closes or bool(self._done.house.decks)
        elif isinstance(wait, Ask) and isinstance(given, Answer):
            self._decides(wait, given.choice)

    def _peoples_wagers(self) -> View:
        seen = view(self._driver, SPECTATOR, len(self._driver.log))
        wagers = {at: stakes for at, stakes in seen.wagers.items() if self._is_persons(seen.owners.get(at, at))}
        return msgspec.structs.replace(seen, wagers=wagers)

    def _added(self) -> View:
        """What people have wagered since betting closed before."""
        now, old = self._peoples_wagers(), (self._laid, *self._laid_later)
        there = {(at, spot) for each in old if each is not None for at, spots in each.wagers.items() for spot in spots}
        added = {
            at: {spot: cents for spot, cents in stakes.items() if (at, spot) not in there}
            for at, stakes in now.wagers.items()
        }
        return msgspec.structs.replace(now, wagers={at: stakes for at, stakes in added.items() if stakes})

    def _is_persons(self, seat: int) -> bool:
        return not self._left_out(self._driver.table.players.get(seat, ""))

    def _decides(self, asked: Ask, choice: str) -> None:
        """An answer that the player's chips did not reach for is one that he gave away."""
        if self._model is None or not self._is_persons(asked.seat):
            return
        every = msgspec.structs.replace(asked, choices=(*asked.choices, *(each.choice for each in asked.short)))
        seen = view(self._driver, asked.seat, len(self._driver.log))
        try:
            worths = self._model.worths(self._done.rules, self._done.house, msgspec.structs.replace(seen, asked=every))
        except ImpossibleError:
            self.unvalued += 1
            return
        if not worths:
            return
        taken = worths[choice]
        best = max(worths.values(), key=lambda values: (sum(values.values()), values is taken))
        for wager, value in best.items():
            key = asked.position, wager
            self._play[key] = self._play.get(key, Fraction()) + value - taken[wager]

    # --- when it is over

    def added_up(self) -> tuple[tuple[Part, ...], tuple[Fraction, ...]]:
        """The wagers that count, and the variances of all of them together, block by block."""
        groups: dict[Key, list[WagerStory]] = {}
        for story in self._stories:
            groups.setdefault(self._key(story.position, self._named(story.spot)), []).append(story)
        stood = self._stands and self._by_chance  # every wager on the layout took part in the roll
        groups = {key: group for key, group in groups.items() if stood or any(map(_counts, group))}
        kept = {key for key, group in groups.items() if self._kept(group)}
        expected, whole = self._expected(groups, kept)
        found: dict[tuple[str, bool], Part] = {}
        for key, group in groups.items():
            part = self._part(key, group, expected.get(key), kept=key in kept)
            counted = part.theory is not None
            found[part.wager, counted] = _sum(found.get((part.wager, counted)), part)
        return tuple(found.values()), whole

    def _part(self, key: Key, group: list[WagerStory], expected: Moments | None, *, kept: bool) -> Part:
        win = -sum(story.net for story in group)
        theory = None if expected is None else expected.mean + self._known_before(group)
        if self._stands and self._model is not None and expected is None:
            # A fee that went back: what moves before a throw, or without one, is no luck.
            theory = Fraction(self._known_before(group) if self._by_chance else win - self._collected(group))
        elif kept and theory is not None:
            theory = Fraction(win)
        by_chance = theory is not None and not kept
        return Part(
            wager=key[1],
            handle=sum(story.staked for story in group if self._in_handle(story)),
            win=win,
            theory=theory,
            play=self._play.get(key, Fraction()) if by_chance else Fraction(),
            variances=(expected.variance,) if expected is not None and by_chance else (),
        )

    def _kept(self, group: list[WagerStory]) -> bool:
        """Whether these were kept although the round or the hand is void and no card decided them. Who folded before
        has lost, and who would have lost later has not: no theory is about such hands."""
        table = self._done.table
        void = table.void or any(VOID(table, story.position) for story in group)
        return bool(void) and not self._stands and not any(story.decided_by for story in group)

    def _expected(
        self, groups: Collection[Key], kept: Collection[Key]
    ) -> tuple[dict[Key, Moments], tuple[Fraction, ...]]:
        """What is expected of each of these, and the variances, block by block, of all that went by chance. Of a hand
        of which a part is out nobody knows how the rest goes together."""
        found: dict[Key, Moments] = {}
        whole: list[Fraction] = []
        for position, lying in self._lots({position for position, _ in groups}):
            for block in self._blocks(lying):
                known = {(position, wager): moments for wager, moments in block.wagers.items()}
                found |= {key: moments for key, moments in known.items() if key in groups}
                left = {key: moments for key, moments in known.items() if key in groups and key not in kept}
                whole += [block.variance] if len(left) == len(known) else [each.variance for each in left.values()]
        return found, tuple(whole)

    def _lots(self, positions: set[int]) -> Iterator[tuple[int, View]]:
        """The wagers that are asked about together: of one position, or all where they go by the same dice."""
        if self._laid is None or (self._stands and not self._by_chance):
            return
        if self._stands:
            yield EVERYWHERE, self._laid
            return
        for laid in (self._laid, *self._laid_later):
            for position, stakes in laid.wagers.items():
                if position in positions:
                    yield position, msgspec.structs.replace(laid, wagers={position: stakes})

    def _blocks(self, lying: View) -> Iterable[Block]:
        try:
            return () if self._model is None else list(self._model.blocks(self._done.rules, self._done.house, lying))
        except ImpossibleError:
            return ()

    @property
    def _stands(self) -> bool:
        return self._done.game.standing_wagers

    @property
    def _by_chance(self) -> bool:
        """Whether dice were thrown, a wheel was spun or cards were dealt, and it counts."""
        return self._to_chance and not self._done.table.void

    def _named(self, spot: str) -> str:
        return spot if self._model is None else self._model.named(spot)

    def _key(self, position: int, wager: str) -> Key:
        return EVERYWHERE if self._stands else position, wager

    def _known_before(self, group: list[WagerStory]) -> int:
        """What the house had of these before chance had its say."""
        return -sum(self._before.get(id(story), 0) for story in group)

    def _collected(self, group: list[WagerStory]) -> int:
        """Return the marked fees of these that were paid. They were expected when they were marked."""
        return sum(self._teller.collected.get(id(story), 0) for story in group)

    def _in_handle(self, story: WagerStory) -> bool:
        """Where wagers stand, only what was won or lost now. Elsewhere all that was not taken back."""
        if self._stands:
            return story.outcome in DECIDED
        back = tuple(f"returned, {why}" for why in BY_THE_PLAYER)
        return not story.outcome.startswith(("moves", *back))


def _counts(story: WagerStory) -> bool:
    """Whether a wager was decided, or chips of it were kept although it was not."""
    return story.outcome in DECIDED or story.outcome.startswith(f"returned, {PUSH}") or story.net != 0


def _sum(one: Part | None, other: Part) -> Part:
    if one is None:
        return other
    return Part(
        wager=one.wager,
        handle=one.handle + other.handle,
        win=one.win + other.win,
        theory=None if one.theory is None or other.theory is None else one.theory + other.theory,
        play=one.play + other.play,
        variances=one.variances + other.variances,
    )
