"""The house: what the law lets a licensee elect at one table, and what it must post."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, ClassVar, Literal, Self, TypeVar, get_args, get_origin

import msgspec

from pitboss.engine.houses.election_table import Election, elections_of
from pitboss.law import force
from pitboss.law.rules import Rules
from pitboss.table.money import TO, Money, dollars
from pitboss.table.side_wager import NO_SIDE_WAGERS, SideTerms, SideWager

LONGEST_NAME = 60  # characters in the name of a table; the server takes no longer one
MOST_KNOWN = 1_000  # pairs of table and rules; a server has fewer

_written = msgspec.json.Encoder(enc_hook=int).encode


H = TypeVar("H", bound="House")
T = TypeVar("T")


def once(function: Callable[[H, Rules], T]) -> Callable[[H, Rules], T]:
    """Cache the result of a method by the table's elections and its rules, because every round asks for it.

    Nothing is cached while a paragraph may be switched off, or for rules that record what they are asked.
    """
    cached_results: dict[tuple[bytes, str], T] = {}  # by the encoded table and the digest of its rules
    last: tuple[H | None, Rules | None, Any] = (None, None, None)  # the last call, which is often repeated

    @wraps(function)
    def look_up(house: H, rules: Rules) -> T:
        nonlocal last
        if force.watcher is not None or type(rules) is not Rules:
            return function(house, rules)
        if last[0] is not house or last[1] is not rules:
            key = (_written(house), rules.digest)
            if key not in cached_results:
                if len(cached_results) >= MOST_KNOWN:
                    cached_results.clear()
                cached_results[key] = function(house, rules)
            last = (house, rules, cached_results[key])
        answer: T = last[2]
        return answer

    return look_up


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """An election that a paragraph or common sense does not allow."""

    key: str
    cite: str
    wrong: str
    right: str
    reading: str = ""  # the reading by which the paragraph does not allow it; another reading may


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A duty to be met before a table is changed, and the paragraph that says so."""

    cite: str
    told: str
    unless_on_layout: str = ""  # the election for which no notice is needed if the layout states it


class House(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True):
    """The elections that every game's table has; a game adds its own."""

    # Records outlive elections. If a record lacks the key of a later election, that was not elected: its default is
    # None, False or nothing, or an amount that such a round never reaches. Never change a default: records omit them.

    # The words with which a house may state odds. Some texts allow "win" beside "to".
    odds_words: ClassVar[tuple[str, ...]] = TO
    # Each key of a house file. Games add their own.
    elections: ClassVar[tuple[Election, ...]] = (
        Election("name", "What the table is called. No two tables of a file share a name.", cites=("house:name",)),
        Election("game", "Which game it deals."),
        Election("seats", "How many betting positions are open."),
        Election("minimum", "The least you may wager.", cites=("house:limits",)),
        Election("maximum", "The most you may wager.", cites=("house:limits",)),
        Election(
            "smallest-chip",
            "The smallest chip in use. Every wager is a multiple of it.",
            cites=("house:smallest-chip",),
        ),
        Election("inventory", "The chips that the table opens with.", cites=("house:fill",)),
        Election(
            "readings", "Doubts in the text read another way than by default: the reading's name and your choice."
        ),
    )
    # The cards that side wagers of its own can depend on.
    side_terms: ClassVar[SideTerms] = NO_SIDE_WAGERS

    name: str
    game: str
    seats: int
    minimum: Money
    maximum: Money
    smallest_chip: Money
    inventory: Money
    readings: dict[str, str] = {}

    @classmethod
    def usual(cls, **elected: Any) -> Self:
        """Return an unconfigured table with these elections changed.

        It has the labeled defaults and, where the law requires an election without a default, one of ours. A house
        file, or the setting of a server's table, makes its own elections.
        """
        return cls(**elected)

    @property
    def decks(self) -> tuple[str, ...]:
        """The colors of the backs of the table's decks; none at a dice table."""
        return ("red",)

    @property
    def packs(self) -> int:
        """The number of 52-card packs that are dealt as one deck."""
        return 1

    @property
    def side_wagers(self) -> tuple[SideWager, ...]:
        """The side wagers that the house describes."""
        return ()

    @property
    def more_areas(self) -> tuple[str, ...]:
        """The betting areas that this table has beside those of its game."""
        return tuple(wager.name for wager in self.side_wagers)

    @property
    def dealt_from(self) -> str:
        """The device at the dealer's left: "shoe" or "shuffler"; empty at a dice table."""
        return "shoe" if self.decks else ""

    @property
    def posted(self) -> tuple[int, int]:
        """The lowest and the highest amount of any wager: the limits of the table."""
        return self.minimum, self.maximum

    def rests_on(self, key: str) -> str:
        """Return the paragraphs behind this table's value of an election; none if the citations of its findings name
        them already.
        """
        elections = elections_of(type(self))
        return elections[key].left_by if key in elections else ""

    def read_for(self, key: str) -> str:
        """Return the reading that decides what is played where the house leaves this election out; empty for most."""
        return ""

    def most_won(self, rules: Rules) -> int:
        """Return the most that one hand, or one wager that stands by itself, can win at the maximum, after the payout
        limit."""
        raise NotImplementedError(type(self).__name__)

    @once
    def bank_needed(self, rules: Rules) -> int:
        """Return what `most_won` returns, computed once."""
        return self.most_won(rules)

    def in_chips(self, cents: int) -> int:
        """Round an amount down to what this table's chips can make."""
        return cents - cents % self.smallest_chip

    def breaches(self, rules: Rules) -> list[Finding]:
        """List the findings against these elections whose paragraph is in force."""
        return [finding for finding in self.findings(rules) if force.in_force(finding.cite)]

    def findings(self, rules: Rules) -> Iterable[Finding]:
        """Yield what the law or common sense does not allow in these elections."""
        if wrong := name_fault(self.name):
            yield Finding("name", "house:name", wrong, f"give it 1 to {LONGEST_NAME} printable characters")
        if self.smallest_chip < 1:
            yield Finding(
                "smallest-chip", "house:smallest-chip", "the smallest chip is worth nothing", "make it one cent or more"
            )
        elif self.minimum % self.smallest_chip:
            yield Finding(
                "minimum", "house:limits", "the minimum is not a multiple of the smallest chip", "set it to a multiple"
            )
        if self.minimum < 1:
            yield Finding("minimum", "house:limits", "the minimum is zero or less", "set it to one cent or more")
        if self.maximum < self.minimum:
            yield Finding(
                "maximum", "house:limits", "the maximum is below the minimum", "set it to the minimum or more"
            )

    def senseless(self) -> Iterator[Finding]:
        """Yield the elections with which no table can be dealt or calculated. These are always refused; other findings
        may be mere warnings."""
        yield from ()

    def warnings(self, rules: Rules) -> Iterator[Finding]:
        """Yield warnings about elections that no paragraph forbids but that are probably mistakes. Call it only if
        there are no findings."""
        yield from ()

    def notices(self, rules: Rules, new: Self) -> Iterator[Notice]:
        """Yield the notices that the law requires if the house changes its elections from the next round on."""
        yield from ()

    def unsound(self, rules: Rules) -> Iterator[Finding]:
        """Yield findings that the house check reports as warnings, with exit code 0, because the table still opens.
        Call it only if there are no other findings."""
        if self.inventory < (most := self.most_won(rules)):
            wrong = f"the inventory cannot pay one maximum wager, which may win {dollars(most)}"
            right = f"open with {dollars(most)} or more, lower the maximum, or be ready to bring fills"
            yield Finding("inventory", "house:fill", wrong, right)


def name_fault(name: str) -> str:
    """Return what is wrong with the name of a table; empty if nothing is."""
    if not name.strip():
        return "the name is empty"
    if len(name) > LONGEST_NAME:
        return f"the name has {len(name)} characters"
    return "" if name.isprintable() else "the name has a line end or another sign that cannot be printed"


def meanings(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return what each key of a table means: what its house may elect, or what is declared besides. A game's own class
    wins over the classes above it."""
    if issubclass(kind, House):
        elections = elections_of(kind)
        return {field.encode_name: elections[field.encode_name].means for field in msgspec.structs.fields(kind)}
    meaning_by_key: dict[str, str] = {}
    for class_ in reversed(kind.__mro__):
        meaning_by_key |= vars(class_).get("means", {})
    keys, own = {field.encode_name for field in msgspec.structs.fields(kind)}, vars(kind).get("means", {})
    return {key: meaning for key, meaning in meaning_by_key.items() if key in keys or key in own}


def amount(cents: int, name: str | None = None) -> Any:
    """Define an amount with its default, and its key in a house file if that is not the field's name.

    A plain default would have to be shown in a schema that speaks of dollars.
    """
    return msgspec.field(default_factory=lambda: Money(cents), name=name)


def choices(kind: Any) -> list[str]:
    """Return the words that an election may be set to; empty if it is not a choice among words."""
    if get_origin(kind) is Literal:
        return [str(word) for word in get_args(kind)]
    return [word for part in get_args(kind) for word in choices(part)]


def from_toml(kind: Any, value: object) -> object:
    """Read one value of a house file. Amounts are dollars there and cents here; a choice may be written with spaces."""
    if isinstance(value, str) and (hyphened := value.replace(" ", "-")) in choices(kind):
        value = hyphened
    if kind == str | None and type(value) is int:  # odds without their "to": the house check says what is wrong
        value = str(value)
    return msgspec.convert(value, kind, dec_hook=_amount)


def from_cents(kind: type[House], raw: bytes | msgspec.Raw) -> House:
    """Read a house as it was recorded, with amounts in cents.

    An election that this version lacks is refused; one that the writing version lacked is left unset.
    """
    return msgspec.json.decode(raw, type=kind, dec_hook=_cents)


def reads_as_written(house: House, raw: bytes | msgspec.Raw) -> bool:
    """Return whether a house has exactly the values that were written, key by key, and no key is written twice.

    A key that was not written has its default, which counts as equal.
    """
    written = msgspec.json.decode(raw)
    return msgspec.json.encode(written) == bytes(raw) and _agrees(written, house)


def _agrees(recorded: Any, read: Any) -> bool:
    if isinstance(read, msgspec.Struct):
        names = zip(read.__struct_encode_fields__, read.__struct_fields__, strict=True)  # `fields` reads all types anew
        values = {encoded: getattr(read, name) for encoded, name in names}
        return all(key in values and _agrees(value, values[key]) for key, value in recorded.items())
    return _written(read) == _written(recorded)


def _cents(kind: type, value: object) -> object:
    if kind is Money and type(value) is int:
        return Money(value)
    raise ValueError("amounts are whole cents here")


def _amount(kind: type, value: object) -> object:
    if kind is Money:
        return Money.parse(value)
    raise NotImplementedError(kind)
