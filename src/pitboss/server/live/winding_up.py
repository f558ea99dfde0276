"""Prepare what is written when a table is wound up. `store/rounds/wind_up.py` computes what each player gets."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from pitboss import __version__
from pitboss.engine.carry import Carry
from pitboss.engine.inputs import CardOrder
from pitboss.record.account import Account, ToldAct, account_of, pack
from pitboss.record.explain import SeatStory, WagerStory
from pitboss.record.round_playback import ReplayError
from pitboss.store.rounds import round_rows as rounds
from pitboss.store.rounds.wind_up import WENT_BACK, WoundUp, chips_standing, names_in_round, wind_up
from pitboss.store.row_types import Batch, Entry, Line, StaffAct, TableAsLeft
from pitboss.store.store import Store
from pitboss.table.money import area, bank_of, chips_before
from pitboss.table.steps import BY_THE_PLAYER, UNDEALT

CITE = "house:wind-up"
WOUND_UP = "Wound up the round: every wager of it went back"
CLEARED = "Wound up the table: everybody got everything back"
VOIDED = "Voided the round by "
KNOWN = "a copy of the database was put back, and people may know the cards that came next"
NOBODY = 0  # in place of an account, where the server itself winds a table up
RETURNED = "returned, the round is void"
KEPT_BACK = tuple(f"returned, {why}" for why in (*BY_THE_PLAYER, *UNDEALT))  # outcomes that no void round changes


def has_cards_in_order(taken: TableAsLeft) -> bool:
    """Return whether the database holds the order of cards still to come: of a shoe, or in the open round."""
    if taken.carry is None:
        return False
    if rounds.read_carry(taken.carry).shoe is not UNSET:
        return True
    try:
        rows = rounds.read(taken.lines) if taken.lines else []
    except ReplayError:
        return False  # the table goes out of service anyway
    inputs = (row.given for row in rows if isinstance(row, rounds.InputRow))
    return any(
        msgspec.json.decode(given, type=_TaggedInput).input == CardOrder.__struct_config__.tag for given in inputs
    )


class _TaggedInput(msgspec.Struct):
    input: str


def table_after_winding_up(store: Store, taken: TableAsLeft, *, clear: bool = False) -> WoundUp:
    """Compute the table after its open round is wound up, and what is owed to accounts; with `clear`, give back
    everything on the table."""
    assert taken.carry is not None
    carry = rounds.read_carry(taken.carry)
    since = rounds.row_number(taken.lines[0]) if taken.lines else taken.row.number + 1
    accounts = store.accounts.ids_of(names_in_round(carry, taken.lines))
    return wind_up(carry, taken.lines, store.rounds.chip_moves(taken.row.id, since), accounts, clear=clear)


def chips_by_account(store: Store, table: int) -> dict[int, int]:
    """Return the cents by account at a table that this version cannot run or that another server drives."""
    taken = store.tables.read_as_written(table)
    return {} if taken.carry is None else table_after_winding_up(store, taken, clear=True).owed


def make_batch(
    store: Store, taken: TableAsLeft, by: int, why: str, now: int, *, clear: bool = False, void: str = ""
) -> Batch:
    """Return everything that winding up writes in one transaction: the row, the state for the next round, the chips
    for accounts whose players have left, and the account of the round. `void` is the paragraph or house rule that
    voids the round, if any."""
    assert taken.carry is not None
    before, (after, owed) = rounds.read_carry(taken.carry), table_after_winding_up(store, taken, clear=clear)
    packed = pack(_account(taken, before, after, why, clear=clear, cite=void or CITE))
    row = rounds.wind_up_body(after, by, why, now, packed, clear=clear)
    act = StaffAct(by, _describe_act(clear, void), why, taken.row.id, taken.round, now, void or CITE)
    people = store.accounts.ids_of({*before.players.values(), *after.players.values()})
    seats = {
        (people[name], seat) for carry in (before, after) for seat, name in carry.players.items() if name in people
    }
    return Batch(
        table=taken.row.id,
        epoch=taken.epoch,
        lines=[Line(taken.round, row)],
        entries=[Entry(person, cents, "chips returned: the round was wound up") for person, cents in owed.items()],
        carries=[(after.round, rounds.carry_text(after))],
        played=[(person, taken.round, seat) for person, seat in sorted(seats)],
        told=[(taken.round, packed)],
        staff=[act] if by != NOBODY else [],
    )


def _describe_act(clear: bool, void: str) -> str:
    if void:
        return f"{VOIDED}{void}: every wager of it went back"
    return CLEARED if clear else WOUND_UP


def _account(taken: TableAsLeft, before: Carry, after: Carry, why: str, *, clear: bool, cite: str) -> Account:
    all_of_it = ", and everybody gets back their chips and what stood on the layout" if clear else ""
    sentence = f"The house winds up the round ({why}): every wager of the round is returned{all_of_it}."
    opening = _opening_row(taken)
    played = _account_so_far(before, taken.lines)
    wagers = None if played is None else _returned_wagers(played.seats, before, after, cite)
    seats = []
    for name in dict.fromkeys([*before.players.values(), *after.players.values(), *(wagers or ())]):
        had, has = _chips_of(before, name), _chips_of(after, name)
        own = [] if wagers is None else wagers.get(name, [])
        seat = _seat_of(after, name) or _seat_of(before, name) or own[0].seat
        may_have_bet = wagers is None or any(wager.outcome == RETURNED for wager in own)
        notes = [WENT_BACK] if may_have_bet else []
        seats.append(SeatStory(seat, name, had, has, has - had, wagers=own, notes=notes))
    net = bank_of(before.accounts) - bank_of(after.accounts)  # the cost to the house
    return Account(
        pitboss=__version__ if opening is None else opening.code,
        game="" if opening is None else opening.game,
        rules="" if opening is None else opening.rules,
        text="",
        round=taken.round,
        acts=(ToldAct("wind up", cite, sentence, net),),
        seats=tuple(seats),
        net=net,
        wagers=0 if played is None else played.wagers,
        void=cite,
    )


def _account_so_far(before: Carry, lines: list[str]) -> Account | None:
    """Return the account of the open round up to its last row, or None if this version cannot replay it. A failure here
    must never keep the round from being wound up."""
    try:
        return account_of(rounds.replay(before, lines))
    except Exception:
        return None


def _returned_wagers(
    seats: tuple[SeatStory, ...], before: Carry, after: Carry, cite: str
) -> dict[str, list[WagerStory]]:
    """Return the results of all wagers by player. Stakes of this round are returned; wagers that stood before it keep
    standing unless they are missing from `after`."""
    wagers: dict[str, list[WagerStory]] = {}
    stood, stands = dict(before.accounts), dict(after.accounts)
    for story in seats:
        for wager in story.wagers:
            lay = area(wager.position, wager.spot)  # of several wagers on one area, the first is the one from before
            fates = _fates(wager, stood.pop(lay, 0), stands.pop(lay, 0), cite)
            wagers.setdefault(story.player, []).extend(fates)
    return {player: stories for player, stories in wagers.items() if stories}


def _fates(wager: WagerStory, stood: int, stands: int, cite: str) -> Iterator[WagerStory]:
    """Yield the results of one wager: `stood` cents were on its area before the round, and `stands` cents are there
    after winding up."""
    if wager.outcome.startswith(KEPT_BACK) and not stood:
        yield wager
        return
    place = (wager.seat, wager.position, wager.spot)
    if stands:
        yield WagerStory(*place, stands, "stands", cite)
    # Chips that moved here in this round are reported at the area from which they came.
    came_by_itself = not wager.outcome.startswith("stands, moved from")
    if came_by_itself and (back := max(wager.staked, stood) - stands) > 0:
        yield WagerStory(*place, back, RETURNED, cite)


def _opening_row(taken: TableAsLeft) -> rounds.Open | None:
    """Return the row that opened the round, or None if it cannot be read."""
    try:
        row = rounds.read(taken.lines)[0]
    except ReplayError:
        return None
    return row if isinstance(row, rounds.Open) else None


def _seat_of(carry: Carry, name: str) -> int:
    return next((seat for seat, player in carry.players.items() if player == name), 0)


def _chips_of(carry: Carry, name: str) -> int:
    """Return the cents of a player before the seat and on the layout."""
    seat = _seat_of(carry, name)
    return carry.accounts.get(chips_before(seat), 0) + chips_standing(carry, seat)
