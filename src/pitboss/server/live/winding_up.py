"""What winding a table up comes to, before it is written: see store/rounds/wind_up.py for what everybody gets."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from pitboss import __version__
from pitboss.engine.carry import Carry
from pitboss.engine.inputs import CardOrder
from pitboss.record import account
from pitboss.record.account import Account, ToldAct
from pitboss.record.explain import SeatStory
from pitboss.record.round_playback import ReplayError
from pitboss.store.rounds import round_rows as rounds
from pitboss.store.rounds.wind_up import WoundUp, sat_in, standing, wound_up
from pitboss.store.row_types import Batch, Entry, Line, StaffAct, Taken
from pitboss.store.store import Store
from pitboss.table.money import bank_of, chips_before

CITE = "house:wind-up"
WOUND_UP = "Wound up the round: every wager of it went back"
CLEARED = "Wound up the table: everybody got everything back"
VOIDED = "Voided the round by "
KNOWN = "a copy of the database was put back, and people may know the cards that came next"
NOBODY = 0  # in place of the account of whoever winds a table up: the server does
WENT_BACK = "All wagers of this round were returned."


def has_cards_in_order(taken: Taken) -> bool:
    """Whether the order of cards that are still to come is written: of a shoe, or in the open round."""
    if taken.carry is None:
        return False
    if rounds.read_carry(taken.carry).shoe is not UNSET:
        return True
    try:
        written = rounds.read(taken.lines) if taken.lines else []
    except ReplayError:
        return False  # nobody can play on, and somebody has to look anyway
    given = (row.given for row in written if isinstance(row, rounds.Given))
    return any(msgspec.json.decode(each, type=_Tagged).input == CardOrder.__struct_config__.tag for each in given)


class _Tagged(msgspec.Struct):
    input: str


def ended(store: Store, taken: Taken, *, clear: bool = False) -> WoundUp:
    """The table once its open round is wound up."""
    assert taken.carry is not None
    carry = rounds.read_carry(taken.carry)
    since = rounds.number_of(taken.lines[0]) if taken.lines else taken.row.number + 1
    accounts = store.accounts.ids_of(sat_in(carry, taken.lines))
    return wound_up(carry, taken.lines, store.rounds.moved(taken.row.id, since), accounts, clear=clear)


def stuck(store: Store, table: int) -> dict[int, int]:
    """Return what people have, by account, at a table that this version cannot play at or another server drives."""
    taken = store.tables.left(table)
    return {} if taken.carry is None else ended(store, taken, clear=True).owed


def batch(store: Store, taken: Taken, by: int, why: str, at: int, *, clear: bool = False, void: str = "") -> Batch:
    """What is written, all at once: the row, the table as the next round finds it, what goes to people who have left,
    and the account of the round; void by what, if somebody says so."""
    assert taken.carry is not None
    before, (after, owed) = rounds.read_carry(taken.carry), ended(store, taken, clear=clear)
    kept = account.pack(_account(taken, before, after, why, clear=clear, cite=void or CITE))
    row = rounds.wind_up_body(after, by, why, at, kept, clear=clear)
    act = StaffAct(by, _recorded(clear, void), why, taken.row.id, taken.round, at, void or CITE)
    people = store.accounts.ids_of({*before.players.values(), *after.players.values()})
    seats = {(people[name], seat) for each in (before, after) for seat, name in each.players.items() if name in people}
    return Batch(
        table=taken.row.id,
        epoch=taken.epoch,
        lines=[Line(taken.round, row)],
        entries=[Entry(person, cents, "chips returned: the round was wound up") for person, cents in owed.items()],
        carries=[(after.round, rounds.carry_text(after))],
        played=[(person, taken.round, seat) for person, seat in sorted(seats)],
        told=[(taken.round, kept)],
        staff=[act] if by != NOBODY else [],
    )


def _recorded(clear: bool, void: str) -> str:
    if void:
        return f"{VOIDED}{void}: every wager of it went back"
    return CLEARED if clear else WOUND_UP


def _account(taken: Taken, before: Carry, after: Carry, why: str, *, clear: bool, cite: str) -> Account:
    all_of_it = ", and everybody gets back their chips and what stood on the layout" if clear else ""
    told = f"The house winds up the round ({why}): every wager of the round is returned{all_of_it}."
    begun = _opening(taken)
    seats = []
    for name in {**dict.fromkeys(before.players.values()), **dict.fromkeys(after.players.values())}:
        had, has = _chips(before, name), _chips(after, name)
        seat = _seat(after, name) or _seat(before, name)
        seats.append(SeatStory(seat, name, had, has, has - had, notes=[WENT_BACK]))
    net = bank_of(before.accounts) - bank_of(after.accounts)  # what the house bears
    return Account(
        pitboss=__version__ if begun is None else begun.code,
        game="" if begun is None else begun.game,
        rules="" if begun is None else begun.rules,
        text="",
        round=taken.round,
        acts=(ToldAct("wind up", cite, told, net),),
        seats=tuple(seats),
        net=net,
        void=cite,
    )


def _opening(taken: Taken) -> rounds.Open | None:
    """The line that opened the round, if it can be read."""
    try:
        opened = rounds.read(taken.lines)[0]
    except ReplayError:
        return None
    return opened if isinstance(opened, rounds.Open) else None


def _seat(carry: Carry, name: str) -> int:
    return next((seat for seat, player in carry.players.items() if player == name), 0)


def _chips(carry: Carry, name: str) -> int:
    """All that somebody has on the table."""
    seat = _seat(carry, name)
    return carry.accounts.get(chips_before(seat), 0) + standing(carry, seat)
