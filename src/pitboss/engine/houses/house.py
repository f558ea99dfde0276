"""House: what the law lets a licensee elect at one table, and what it must post."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import cache, wraps
from typing import Any, ClassVar, Literal, Self, TypeVar, get_args, get_origin

import msgspec

from pitboss.law import force
from pitboss.law.paragraphs import Paragraphs
from pitboss.law.rules import Rules
from pitboss.law.source import parse_module
from pitboss.table.money import TO, Money, dollars

LONGEST_NAME = 60  # characters of the name of a table; the server takes no longer one
MOST_KNOWN = 1_000  # tables under some rules; a server has fewer

_written = msgspec.json.Encoder(enc_hook=int).encode


H = TypeVar("H", bound="House")
T = TypeVar("T")


def once(function: Callable[[H, Rules], T]) -> Callable[[H, Rules], T]:
    """What follows from a table's elections and its rules alone is worked out once: every round asks for it. Not while
    a paragraph may be switched off, and not for rules that want to know what they are asked."""
    known: dict[tuple[bytes, str], T] = {}  # by the table as it is written down, and the digest of its rules
    last: tuple[H | None, Rules | None, Any] = (None, None, None)  # mostly the same is asked again

    @wraps(function)
    def asked(house: H, rules: Rules) -> T:
        nonlocal last
        if force.watcher is not None or type(rules) is not Rules:
            return function(house, rules)
        if last[0] is not house or last[1] is not rules:
            key = (_written(house), rules.digest)
            if key not in known:
                if len(known) >= MOST_KNOWN:
                    known.clear()
                known[key] = function(house, rules)
            last = (house, rules, known[key])
        answer: T = last[2]
        return answer

    return asked


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something in a house's choices that a paragraph, or plain sense, does not allow."""

    key: str
    cite: str
    wrong: str
    right: str
    reading: str = ""  # by which the paragraph does not allow it; another reading may


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a change of a table calls for before it is made, and the paragraph that says so."""

    cite: str
    told: str
    unless_on_layout: str = ""  # the election of which no notice is needed if the layout itself states it


class House(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True):
    """Every game's table has these; a game adds its own elections."""

    # Records outlive elections. Where a record lacks the key of a later one, that is not elected: its default is None,
    # False or nothing, or an amount that no such round comes to. Defaults stay as they are, for records leave them out.

    # The words with which a house may state odds. Some texts allow "win" beside "to".
    odds_words: ClassVar[tuple[str, ...]] = TO
    # The paragraphs that leave an election to the house, by its key, where those that its findings cite do not say it.
    elected_by: ClassVar[dict[str, str]] = {}
    # What each key of a house file means, here and in every game's own class: for the schema and the reference.
    means: ClassVar[dict[str, str]] = {
        "name": "What the table is called. No two tables of a file share a name.",
        "game": "Which game it deals.",
        "seats": "How many betting positions are open.",
        "minimum": "The least you may wager.",
        "maximum": "The most you may wager.",
        "smallest-chip": "The smallest chip in use. Every wager is a multiple of it.",
        "inventory": "The chips that the table opens with.",
        "readings": "Doubts in the text read another way than by default: the reading's name and your choice.",
    }

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
        """A table that nobody has configured, with these elections: the labeled defaults and, where the law wants an
        election and has no default, one of ours. A house file, or the setting of a server's table, elects it itself."""
        return cls(**elected)

    @property
    def decks(self) -> tuple[str, ...]:
        """The backs of the decks that the table is played with; none at a dice table."""
        return ("red",)

    @property
    def packs(self) -> int:
        """How many times 52 cards are dealt as one deck."""
        return 1

    @property
    def dealt_from(self) -> str:
        """What stands at the dealer's left: "shoe" or "shuffler"; nothing at a dice table."""
        return "shoe" if self.decks else ""

    @property
    def posted(self) -> tuple[int, int]:
        """The least and the most of any wager: the limits of the table."""
        return self.minimum, self.maximum

    def rests_on(self, key: str) -> str:
        """The paragraphs behind an election as this table has it; none where those of its findings say it."""
        return self.elected_by.get(key, "")

    def read_for(self, key: str) -> str:
        """The reading that says what is played where the house leaves this election out; none for most."""
        return ""

    def most_won(self, rules: Rules) -> int:
        """One maximum wager: the most that one hand, or one wager where each stands by itself, wins of the house at the
        posted maximum, after the payout limit."""
        raise NotImplementedError(type(self).__name__)

    @once
    def bank_needed(self, rules: Rules) -> int:
        """The same, worked out once: it is asked for in every round."""
        return self.most_won(rules)

    def in_chips(self, cents: int) -> int:
        """As much of an amount as can be put down in this table's chips."""
        return cents - cents % self.smallest_chip

    def breaches(self, rules: Rules) -> list[Finding]:
        """What stands against these elections."""
        return [finding for finding in self.findings(rules) if force.in_force(finding.cite)]

    def findings(self, rules: Rules) -> Iterable[Finding]:
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
        """What no table can be dealt or counted with. Other findings may be warned of; these are refused."""
        yield from ()

    def warnings(self, rules: Rules) -> Iterator[Finding]:
        """What no paragraph forbids and nobody is likely to mean. Ask only where nothing is found."""
        yield from ()

    def notices(self, rules: Rules, new: Self) -> Iterator[Notice]:
        """What the law of the table as it is calls for if the house elects otherwise from the next round on."""
        yield from ()

    def unsound(self, rules: Rules) -> Iterator[Finding]:
        """Yield what the house check warns of, with exit code 0, because the table still opens. Ask only where
        nothing is found."""
        if self.inventory < (most := self.most_won(rules)):
            wrong = f"the inventory cannot pay one maximum wager, which may win {dollars(most)}"
            right = f"open with {dollars(most)} or more, lower the maximum, or be ready to bring fills"
            yield Finding("inventory", "house:fill", wrong, right)


def name_fault(name: str) -> str:
    """Why nobody could call a table that; empty if one can."""
    if not name.strip():
        return "the name is empty"
    if len(name) > LONGEST_NAME:
        return f"the name has {len(name)} characters"
    return "" if name.isprintable() else "the name has a line end or another sign that cannot be printed"


def meanings(kind: type) -> dict[str, str]:
    """What each key of a table means; the words of a game's own class win, and so do its names for what all have."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        found |= vars(each).get("means", {})
    named, own = {field.encode_name for field in msgspec.structs.fields(kind)}, vars(kind).get("means", {})
    return {key: meaning for key, meaning in found.items() if key in named or key in own}


@cache
def citations_by_key(kind: type[House], shared: Paragraphs | None) -> dict[str, list[str]]:
    """Key -> what the findings about it cite, read from the classes that make them. `shared` has the ids of the text
    that is asked about."""
    found: dict[str, list[str]] = {}
    for each in reversed(kind.__mro__):
        if not issubclass(each, House):
            continue
        for node in ast.walk(parse_module(textwrap.dedent(inspect.getsource(each)))):
            match node:
                case ast.Call(func=ast.Name(id="Finding"), args=[ast.Constant(value=str(key)), where, *_]):
                    for part in ast.walk(where):
                        match part:
                            case ast.Constant(value=str(cite)):
                                found.setdefault(key, []).append(cite)
                            case ast.Attribute(value=ast.Name(id="p"), attr=field):
                                found.setdefault(key, []).append(getattr(shared, field))
    return found


def amount(cents: int, name: str | None = None) -> Any:
    """The default of an amount, and what a house file calls it if that is another name than the field's. (A plain
    default would have to be shown in a schema that speaks of dollars.)"""
    return msgspec.field(default_factory=lambda: Money(cents), name=name)


def choices(kind: Any) -> list[str]:
    """The words among which an election chooses, if it does."""
    if get_origin(kind) is Literal:
        return [str(each) for each in get_args(kind)]
    return [word for part in get_args(kind) for word in choices(part)]


def from_toml(kind: Any, value: object) -> object:
    """Reads one value of a house file; amounts are dollars there and cents here, and a choice may be written with
    spaces."""
    if isinstance(value, str) and (hyphened := value.replace(" ", "-")) in choices(kind):
        value = hyphened
    if kind == str | None and type(value) is int:  # odds without their "to": the house check says what is wrong
        value = str(value)
    return msgspec.convert(value, kind, dec_hook=_amount)


def from_cents(kind: type[House], raw: bytes | msgspec.Raw) -> House:
    """Reads a house back as it was written down, with amounts in cents. An election that this version lacks is refused;
    one that the writer lacked is not elected."""
    return msgspec.json.decode(raw, type=kind, dec_hook=_cents)


def reads_as_written(house: House, raw: bytes | msgspec.Raw) -> bool:
    """Returns whether a house says what was written, key by key, and nothing else can be read out of it: no key comes
    twice. A key that was not written has its default, and is no difference."""
    written = msgspec.json.decode(raw)
    return msgspec.json.encode(written) == bytes(raw) and _agrees(written, house)


def _agrees(written: Any, read: Any) -> bool:
    if isinstance(read, msgspec.Struct):
        names = zip(read.__struct_encode_fields__, read.__struct_fields__, strict=True)  # `fields` reads all types anew
        values = {encoded: getattr(read, name) for encoded, name in names}
        return all(key in values and _agrees(value, values[key]) for key, value in written.items())
    return _written(read) == _written(written)


def _cents(kind: type, value: object) -> object:
    if kind is Money and type(value) is int:
        return Money(value)
    raise ValueError("amounts are whole cents here")


def _amount(kind: type, value: object) -> object:
    if kind is Money:
        return Money.parse(value)
    raise NotImplementedError(kind)
