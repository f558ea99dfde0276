"""A table for programs: sit down, see what is asked, answer, and read what happened and why."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.engine import chance
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Offer
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Close, Input, Leave, Sit
from pitboss.engine.record import Chain, encode_item
from pitboss.engine.seating import is_seated
from pitboss.engine.value_errors import describe_value_error
from pitboss.engine.view import SPECTATOR, Act, View, seen_acts, view
from pitboss.engine.waits import Ask, FillWanted, OrderWanted, Refusal, Window, sentence
from pitboss.games import load
from pitboss.law.editions import AsOf, Assume
from pitboss.law.rules import Rules
from pitboss.public.errors import Refused
from pitboss.public.house import HouseLike, house_for, refuse_unlawful
from pitboss.public.rounds import ReadingProgress, Record, name_line_in_errors, record_bytes, verify
from pitboss.record.account import Account, account_of
from pitboss.record.players_record import make_players_record
from pitboss.record.replay import read, replay_to_end


class Asks(msgspec.Struct, frozen=True):
    """The state of a table that waits: what for, and for whom."""

    waiting: str  # "opening" (cards lie open for inspection), "wagers", "decision", "supervisor", "dealer" or "over"
    cite: str = ""  # the paragraph behind the wait
    question: Ask | None = None  # the decision that one seat is asked for
    offers: dict[int, tuple[Offer, ...]] = {}  # while wagers are open: what each seat may wager now, in cents
    ruling: OrderWanted | None = None  # what a casino supervisor is asked to decide
    may_close: bool = False  # whether the dealer may close the window now, with Close()
    fill: int = 0  # cents that a casino supervisor must have brought before a payment can be made, with Fill(cents)


class Table:
    """One table. It deals round after round and draws its own cards or dice.

    Amounts are whole cents. `view(seat)` shows what a seat may see, and nothing else here shows a hidden card.
    """

    def __init__(
        self,
        game: Game,
        rules: Rules,
        house: House,
        source: chance.Source,
        carry: Carry,
        record: bytes = b"",
        *,
        stepwise: bool = False,
    ) -> None:
        self._game, self._rules, self._house, self._source = game, rules, house, source
        self._stepwise = stepwise
        self._lines = record.splitlines()
        self._chain = Chain(self._lines)
        self._begin(carry)

    def __repr__(self) -> str:
        return f"<pitboss.Table {self.game}, round {self.round}, {self.asks.waiting}>"

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game.name

    @property
    def house(self) -> House:
        """The elections of this table."""
        return self._house

    @property
    def law(self) -> str:
        """The texts by which this table is dealt, in words."""
        return self._rules.texts

    @property
    def round(self) -> int:
        """The number of the round, counted from 1."""
        return self._driver.carry.round

    @property
    def over(self) -> bool:
        """True once the round is over. `next_round()` begins another."""
        return self._driver.done

    @property
    def asks(self) -> Asks:
        """The decision or ruling that the table waits for, and who may act now."""
        driver = self._driver
        wait = driver.wait
        if driver.done:
            return Asks("over")
        if wait is None or wait.for_chance:
            return Asks("dealer")
        if isinstance(wait, Ask):
            return Asks("decision", wait.cite, question=wait)
        if isinstance(wait, FillWanted):
            return Asks("supervisor", wait.cite, ruling=wait, fill=wait.cents)
        if isinstance(wait, OrderWanted):
            return Asks("supervisor", wait.cite, ruling=wait)
        assert isinstance(wait, Window)
        may_close = not driver.refusals(Close())
        if wait.what != "wagers":
            return Asks("opening", wait.cite, may_close=may_close)
        seats = [seat for seat in driver.table.players if is_seated(driver.table, seat)]
        offers = {seat: tuple(self._game.offers(driver.round, seat)) for seat in seats}
        return Asks("wagers", wait.cite, offers=offers, may_close=may_close)

    def sit(self, seat: int, player: str, chips: int) -> tuple[Act, ...]:
        """Take a seat with this many cents in chips. Raises `Refused`."""
        return self.give(Sit(seat, player, chips))

    def leave(self, seat: int) -> tuple[Act, ...]:
        """Leave a seat and take the chips along. Raises `Refused`."""
        return self.give(Leave(seat))

    def refusals(self, given: Input) -> tuple[Refusal, ...]:
        """Return every reason not to take this input now, without taking it; empty if it would be taken.

        An input that this game does not know is refused too, and so is one with a field of the wrong type.
        """
        try:
            checked = self._validate(given)
        except ValueError as error:
            return (Refusal("house:input", sentence(str(error)), f"Give an input of {self.game}."),)
        return tuple(self._driver.refusals(checked))

    def give(self, given: Input) -> tuple[Act, ...]:
        """Give the table an input, and let the dealer go on until something is asked. Returns the acts that followed.

        Raises:
            Refused: The table does not take the input now. Nothing has changed.
            ValueError: This is not an input of the game, or a field of it has the wrong type.
        """
        heard = len(self._driver.log)
        # An input to a window is carried out at once, and the window opens again for the next one.
        stays_open = isinstance(self._driver.wait, Window) and not isinstance(given, Close)
        if refused := self._driver.submit(self._validate(given), stepwise=self._stepwise and not stays_open):
            raise Refused(tuple(refused))
        self._go_on()
        return view(self._driver, SPECTATOR, heard).acts

    def step(self) -> tuple[Act, ...]:
        """Let the dealer of a stepwise table do one more act. Returns nothing if the table waits for somebody."""
        heard = len(self._driver.log)
        while not self._driver.done and not seen_acts(self._driver.log[heard:]):
            drawn = self._source.answers(self._driver.wait)
            if drawn is not None:
                self._take(drawn)
            elif self._driver.wait is not None:
                break
            else:
                self._driver.run(1)
            self._go_on()
        return view(self._driver, SPECTATOR, heard).acts

    def next_round(self) -> None:
        """Begin the next round, once this one is over. Raises ValueError before that."""
        if self._driver.next is None:
            raise ValueError(f"round {self.round} is not over; the table waits for: {self.asks.waiting}")
        self._begin(self._driver.next)

    def view(self, seat: int = SPECTATOR) -> View:
        """Return the table as one seat may see it; seat 0 is a spectator. Cards that the seat may not see are
        `"??"`."""
        if seat not in range(self._house.seats + 1):
            raise ValueError(f"there is no seat {seat!r}; seats are 1 to {self._house.seats}, and 0 is a spectator")
        return view(self._driver, seat)

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts of this round so far: each in words, with its paragraph. No hidden card is named."""
        return self.view().acts

    @property
    def result(self) -> Account | None:
        """The account of every wager of this round: what became of it and why; None until the round is over.

        Cards that only their player has looked at are left out.
        """
        return account_of(self._driver).seen_by("") if self.over else None

    @property
    def record(self) -> bytes:
        """The finished rounds as a record: lines of JSON, each with the hash of the one before.

        It holds every card in the order in which the shuffle left it, so keep it away from players.
        """
        return b"".join(line + b"\n" for line in self._lines)

    @property
    def record_for_players(self) -> bytes:
        """The finished rounds as people at the table saw them, each with a seal.

        It names no card that was not seen. Once the cards are out of play, show `record` beside it: `verify` with
        `whole` says whether it is the record that was sealed.
        """
        return make_players_record(self.record)

    def _begin(self, carry: Carry) -> None:
        self._driver = Driver(self._game, self._rules, self._house, carry, stepwise=self._stepwise)
        self._go_on()

    def _go_on(self) -> None:
        """Draw chance as soon as it is wanted, unless the caller goes step by step. Record the round once it is
        over."""
        while not self._stepwise and (drawn := self._source.answers(self._driver.wait)) is not None:
            self._take(drawn)
        if self._driver.done:
            self._lines += self._chain.append(self._driver, self._source.label, self._source.salt())

    def _take(self, drawn: Input) -> None:
        if refused := self._driver.submit(drawn, stepwise=self._stepwise):
            raise AssertionError(f"{type(drawn).__name__} was refused: {refused[0]}")

    def _validate(self, given: Input) -> Input:
        """Return the input as a record would hold it. Raises ValueError for anything that could not be written down."""
        try:
            return self._game.read_input.decode(encode_item(given))
        except (msgspec.ValidationError, TypeError) as error:
            message = describe_value_error(error)
            if message.startswith("input: "):  # the error names its kind, which is not one of this game's
                raise ValueError(f"“{given.__struct_config__.tag}” is not an input of {self.game}") from None
            raise ValueError(f"{given!r} is not an input of {self.game}: {message}") from None


def open_table(
    game: str,
    *,
    house: HouseLike = None,
    seed: int | None = None,
    as_of: AsOf = None,
    assume: Assume = "",
    readings: Mapping[str, str] | None = None,
    stepwise: bool = False,
) -> Table:
    """Open a table. Nobody sits there yet.

    Args:
        game: Its name, as `pitboss.games()` lists it.
        house: The table's elections: a mapping with the keys of a house file, the path of a house file that holds one
            table of this game, or a house from `pitboss.houses(path)`. By default those that the law sets.
        seed: The same cards or dice for the same seed, for tests and demonstrations. By default chance is live.
        as_of: The day whose law applies, a date or YYYY-MM-DD. By default the newest text held.
        assume: `"earlier"` or `"later"`: which text to take where none of that day is held.
        readings: Choices for doubtful passages; `pitboss readings GAME` lists them.
        stepwise: Whether the dealer waits for `Table.step()` before each act, so that you can show it, or give an input
            in the middle of the deal.

    Raises:
        ValueError: There is no such game, day, election or reading, or the text does not allow the elections.
    """
    loaded = load(game)
    table = house_for(loaded, house)
    rules = loaded.rules({**table.readings, **(readings or {})}, as_of, assume)
    refuse_unlawful(table, rules)
    return Table(loaded, rules, table, _source(seed), loaded.opening(table), stepwise=stepwise)


def reopen(record: Record, *, seed: int | None = None, stepwise: bool = False) -> Table:
    """Open a table again where its record ends: the same law, house, players, chips and cards.

    Args:
        record: The record itself, as bytes, or the path of its file.
        seed: As in `open_table`.
        stepwise: As in `open_table`.

    Raises:
        ValueError: This is not a record, or one that does not verify.
    """
    raw = record_bytes(record)
    verdict = verify(raw)
    if not verdict.ok:
        raise ValueError(
            f"the record failed verification: {next(check.told for check in verdict.checks if check.ok is False)}"
        )
    last_round = read(raw)[1][-1]
    with name_line_in_errors(ReadingProgress(last_round)):
        last = replay_to_end(last_round)
    if last.next is None:
        raise ValueError("the record ends in the middle of a round; a table can only be reopened between rounds")
    return Table(last.game, last.rules, last.house, _source(seed), last.next, raw, stepwise=stepwise)


def _source(seed: int | None) -> chance.Source:
    return chance.live_source() if seed is None else chance.seeded_source(seed)
