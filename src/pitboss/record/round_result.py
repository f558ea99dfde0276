"""The result of one round for the house, and its parts: theory, play and luck, which add up to the win exactly.

*Theory* is what the house expected to win once the wagers were made and before any card or die was known, if every
player chooses best. *Play* is what players gave away by their answers: for each, the value of the best answer less that
of the given one, judged from what that seat saw then. *Luck* is the rest.

At a table whose wagers stand from round to round, the unit is the roll, the spin or the round of cards: theory is the
expected result of the next one, and players have no decisions that matter. Marked vigorish is expected together with
the win that it is taken from. It is won when it is paid: until then luck is lower by that amount, and then higher.

The round is replayed to find this out. Wagers that went back undecided are left out of handle and theory. Chips that a
void round keeps were not won by chance: they count as theory, and not as luck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TypeAlias

import msgspec

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.hold_model import Block, Moments
from pitboss.counting.side_wager_counts import side_wager_row
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Close, Input
from pitboss.engine.view import SPECTATOR, View, view, without_areas
from pitboss.engine.waits import Ask, SpinWanted, ThrowWanted, Wait, Window
from pitboss.record.drop import Chips
from pitboss.record.explain import StoryBuilder, WagerStory
from pitboss.record.round_playback import LoggedEntry, MismatchError, replay_entries
from pitboss.table.facts import VOID
from pitboss.table.steps import BY_THE_PLAYER, PUSH, BringChips, LeaveSeat, TakeSeat

DECIDED = ("wins", "loses")
EVERYWHERE = 0  # the position of wagers that are valued all together


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One wager of a game in one round, for all players together. Amounts are cents."""

    wager: str
    handle: int  # what was wagered and decided
    win: int  # what the house won
    theory: Fraction | None = None  # None: its value is not known
    play: Fraction = Fraction()
    variances: tuple[Fraction, ...] = ()  # one for each block

    @property
    def luck(self) -> Fraction | None:
        """The rest of the win after theory and play are subtracted; None if there is no theory."""
        return None if self.theory is None else self.win - self.theory - self.play


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One round of one table."""

    game: str
    table: str
    round: int
    at: int | None = None  # when it ended, in seconds since 1970; None if unknown
    parts: tuple[Part, ...] = ()
    variances: tuple[Fraction, ...] = ()  # of all counted wagers, block by block
    chips: tuple[Chips, ...] = ()  # what players brought to the table and took away, in order
    void: bool = False
    unvalued: int = 0  # decisions without an exact value: their cost is in the luck
    companions: int = 0  # seats that the house played for company, which are left out

    @property
    def win(self) -> int:
        """The house's win in the round, in cents."""
        return sum(part.win for part in self.parts)


Key: TypeAlias = tuple[int, str]  # betting position, wager
LeftOut: TypeAlias = Callable[[str], bool]  # whether the house plays this player itself


def no_companions(player: str) -> bool:
    """Return False for every name: no player is left out."""
    return False


def result_of(driver: Driver, table: str = "", times: Sequence[int] = (), left_out: LeftOut = no_companions) -> Result:
    """Return the result of a finished round. `times` are when it opened and when each input came, if known. `left_out`
    says which players the house plays itself."""
    valuation = RoundValuation(driver, left_out)
    valuation.play()
    parts, variances = valuation.totals()
    return Result(
        game=driver.game.name,
        table=table or driver.house.name,
        round=driver.carry.round,
        at=max(times, default=None),
        parts=parts,
        variances=variances,
        chips=tuple(chips for chips in chips_of(driver, times) if not left_out(chips.player)),
        void=bool(driver.table.void),
        unvalued=valuation.unvalued,
        companions=sum(left_out(player) for player in driver.table.players.values()),
    )


def chips_of(driver: Driver, times: Sequence[int] = ()) -> Iterator[Chips]:
    """Yield the chips that players brought to the table or took away, each with the time of the input that moved
    them.
    """
    inputs = 0
    for item in driver.log:
        inputs += isinstance(item, Input)
        if isinstance(item, TakeSeat | BringChips | LeaveSeat):
            cents = -item.chips if isinstance(item, LeaveSeat) else item.chips
            yield Chips(item.player, cents, times[inputs] if times else None)


class RoundValuation:
    """Replays a round and values the wagers that lay on the layout before chance decided, and every decision."""

    def __init__(self, driver: Driver, left_out: LeftOut) -> None:
        self.unvalued = 0
        self._original = driver
        self._driver = Driver(driver.game, driver.rules, driver.house, driver.carry, stepwise=True)
        self._left_out = left_out
        self._model = driver.game.hold_model()
        self._story_builder = StoryBuilder(self._driver)
        self._stories: list[WagerStory] = []
        self._wagers_made: View | None = None  # the view when the last wager was made
        self._later_wagers: list[View] = []  # wagers made after cards were dealt: only those
        self._moved_before: dict[int, int] = {}  # by the id of its story: what had moved by then, such as fees
        self._awaits_chance = False  # whether dice, a ball or cards decide next about those wagers
        self._play: dict[Key, Fraction] = {}

    def play(self) -> None:
        """Replay the round, and note wagers and decisions on the way."""
        entries = (LoggedEntry(item, number) for number, item in enumerate(self._original.log, 1))
        try:
            for item in replay_entries(self._driver, entries, self._note_input):
                self._story_builder.add(self._driver, item)
        except MismatchError as differs:
            # The round has replayed before, so a failure now is a fault of this program and not of the record.
            fault = differs.__cause__ or differs
            if isinstance(fault, ImportError):
                raise fault from None
            where = f"round {self._original.carry.round} of {self._original.game.name}"
            raise AssertionError(f"{where} replays, but it cannot be valued: {fault!r}") from fault
        seats = [seat for seat in self._story_builder.stories() if not self._left_out(seat.player)]
        self._stories = [story for seat in seats for story in seat.wagers]

    # --- while the round is played

    def _note_input(self, wait: Wait | None, given: Input) -> None:
        closes = isinstance(wait, Window) and wait.what == "wagers" and isinstance(given, Close)
        if closes and self._wagers_made is not None and self._driver.table.live_positions():
            self._later_wagers.append(self._new_wagers())
        elif closes or isinstance(wait, ThrowWanted | SpinWanted):
            self._wagers_made, self._moved_before = self._view_of_people(), self._story_builder.nets()
            self._awaits_chance = not closes or bool(self._original.house.decks)
        elif isinstance(wait, Ask) and isinstance(given, Answer):
            self._add_cost_of_answer(wait, given.choice)

    def _view_of_people(self) -> View:
        seen = view(self._driver, SPECTATOR, len(self._driver.log))
        wagers = {
            position: stakes
            for position, stakes in seen.wagers.items()
            if self._is_a_person(seen.owners.get(position, position))
        }
        return msgspec.structs.replace(seen, wagers=wagers)

    def _new_wagers(self) -> View:
        """Return a view with only the wagers that people have made since betting last closed."""
        now, earlier = self._view_of_people(), (self._wagers_made, *self._later_wagers)
        known = {
            (position, spot)
            for snapshot in earlier
            if snapshot is not None
            for position, spots in snapshot.wagers.items()
            for spot in spots
        }
        added = {
            position: {spot: cents for spot, cents in stakes.items() if (position, spot) not in known}
            for position, stakes in now.wagers.items()
        }
        return msgspec.structs.replace(now, wagers={position: stakes for position, stakes in added.items() if stakes})

    def _is_a_person(self, seat: int) -> bool:
        return not self._left_out(self._driver.table.players.get(seat, ""))

    def _add_cost_of_answer(self, question: Ask, choice: str) -> None:
        """Add to each wager's play what the player's answer was worth less than the best one. Choices that he could not
        afford count as well.
        """
        if self._model is None or not self._is_a_person(question.seat):
            return
        with_all_choices = msgspec.structs.replace(
            question, choices=(*question.choices, *(offer.choice for offer in question.short))
        )
        seat_view = view(self._driver, question.seat, len(self._driver.log))
        own = without_areas(seat_view, self._original.house.more_areas)
        try:
            values_by_choice = self._model.worths(
                self._original.rules, self._original.house, msgspec.structs.replace(own, asked=with_all_choices)
            )
        except ImpossibleError:
            self.unvalued += 1
            return
        if not values_by_choice:
            return
        taken = values_by_choice[choice]
        best = max(values_by_choice.values(), key=lambda values: (sum(values.values()), values is taken))
        for wager, value in best.items():
            key = question.position, wager
            self._play[key] = self._play.get(key, Fraction()) + value - taken[wager]

    # --- when the round is over

    def totals(self) -> tuple[tuple[Part, ...], tuple[Fraction, ...]]:
        """Return the wagers that count, and the variances of all of them together, block by block."""
        groups: dict[Key, list[WagerStory]] = {}
        for story in self._stories:
            is_own = story.spot in self._original.house.more_areas
            wager = story.spot if is_own else self._original.game.wagers.report_name(story.spot)
            groups.setdefault(self._key(story.position, wager), []).append(story)
        stood = (
            self._has_standing_wagers and self._decided_by_chance
        )  # then every wager on the layout took part in the roll
        groups = {key: group for key, group in groups.items() if stood or any(map(_is_counted, group))}
        kept = {key for key, group in groups.items() if self._was_kept(group)}
        expected, variances = self._expectations(groups, kept)
        parts: dict[tuple[str, bool], Part] = {}
        for key, group in groups.items():
            part = self._part(key, group, expected.get(key), kept=key in kept)
            counted = part.theory is not None
            parts[part.wager, counted] = _add_parts(parts.get((part.wager, counted)), part)
        return tuple(parts.values()), variances

    def _part(self, key: Key, group: list[WagerStory], expected: Moments | None, *, kept: bool) -> Part:
        """Return the result of one wager from its stories and what was expected of it."""
        win = -sum(story.net for story in group)
        theory = None if expected is None else expected.mean + self._known_before(group)
        if self._has_standing_wagers and self._model is not None and expected is None:
            # A fee that went back. What moves before a throw, or without one, is not luck.
            theory = Fraction(self._known_before(group) if self._decided_by_chance else win - self._fees_paid(group))
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

    def _was_kept(self, group: list[WagerStory]) -> bool:
        """Return whether the house kept these wagers although the round or the hand is void and no card decided them.
        Players who folded before lost, and it is unknown who would have lost later: theory does not cover such hands.
        """
        table = self._original.table
        void = table.void or any(VOID(table, story.position) for story in group)
        return bool(void) and not self._has_standing_wagers and not any(story.decided_by for story in group)

    def _expectations(
        self, groups: Collection[Key], kept: Collection[Key]
    ) -> tuple[dict[Key, Moments], tuple[Fraction, ...]]:
        """Return the expected result of each of these wagers, and the variances, block by block, of all wagers that
        chance decided. Where a part of a block is left out, the correlation of the rest is unknown, so each wager
        counts by itself."""
        expected: dict[Key, Moments] = {}
        variances: list[Fraction] = []
        for position, wagers in self._wager_groups({position for position, _ in groups}):
            for block in self._blocks(wagers):
                known = {(position, wager): moments for wager, moments in block.wagers.items()}
                expected |= {key: moments for key, moments in known.items() if key in groups}
                counted = {key: moments for key, moments in known.items() if key in groups and key not in kept}
                variances += (
                    [block.variance]
                    if len(counted) == len(known)
                    else [moments.variance for moments in counted.values()]
                )
        return expected, tuple(variances)

    def _wager_groups(self, positions: set[int]) -> Iterator[tuple[int, View]]:
        """Yield the wagers that are valued together: those of one position, or all of them where one throw decides
        all."""
        if self._wagers_made is None or (self._has_standing_wagers and not self._decided_by_chance):
            return
        if self._has_standing_wagers:
            yield EVERYWHERE, self._wagers_made
            return
        for wagers in (self._wagers_made, *self._later_wagers):
            for position, stakes in wagers.wagers.items():
                if position in positions:
                    yield position, msgspec.structs.replace(wagers, wagers={position: stakes})

    def _blocks(self, wagers: View) -> Iterator[Block]:
        """Yield the model's blocks for these wagers, unless it cannot value them, and one for each described side
        wager that the cards alone decide."""
        rules, house = self._original.rules, self._original.house
        own = without_areas(wagers, house.more_areas)
        with suppress(ImpossibleError):
            yield from () if self._model is None else list(self._model.blocks(rules, house, own))
        for wager in house.side_wagers:
            if wager.when_folded != "lost":
                row = side_wager_row(wager, house.side_terms.cards[wager.cards])
                for stakes in wagers.wagers.values():
                    if stake := stakes.get(wager.name):
                        moments = Moments(row.house_edge * stake, row.variance * stake**2)
                        yield Block({wager.name: moments}, moments.variance)

    @property
    def _has_standing_wagers(self) -> bool:
        return self._original.game.standing_wagers

    @property
    def _decided_by_chance(self) -> bool:
        """True if dice were thrown, a wheel was spun or cards were dealt in a round that counts."""
        return self._awaits_chance and not self._original.table.void

    def _key(self, position: int, wager: str) -> Key:
        return EVERYWHERE if self._has_standing_wagers else position, wager

    def _known_before(self, group: list[WagerStory]) -> int:
        """Return the cents that the house had won on these wagers before chance decided."""
        return -sum(self._moved_before.get(id(story), 0) for story in group)

    def _fees_paid(self, group: list[WagerStory]) -> int:
        """Return the marked fees of these wagers that were paid. They were expected when they were marked."""
        return sum(self._story_builder.collected.get(id(story), 0) for story in group)

    def _in_handle(self, story: WagerStory) -> bool:
        """Return whether a wager counts as handle. At games where wagers stand from round to round it does if it was
        won or lost in this round; at other games it does unless it was taken back."""
        if self._has_standing_wagers:
            return story.outcome in DECIDED
        back = tuple(f"returned, {why}" for why in BY_THE_PLAYER)
        return not story.outcome.startswith(("moves", *back))


def _is_counted(story: WagerStory) -> bool:
    """Return whether a wager was decided, or some of its chips were kept although it was not."""
    return story.outcome in DECIDED or story.outcome.startswith(f"returned, {PUSH}") or story.net != 0


def _add_parts(first: Part | None, second: Part) -> Part:
    """Add up two parts of the same wager; the first may be missing."""
    if first is None:
        return second
    return Part(
        wager=first.wager,
        handle=first.handle + second.handle,
        win=first.win + second.win,
        theory=None if first.theory is None or second.theory is None else first.theory + second.theory,
        play=first.play + second.play,
        variances=first.variances + second.variances,
    )
