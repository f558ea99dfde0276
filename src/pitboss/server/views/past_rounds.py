"""Rounds that are over, told from their accounts: what was done and why, to each viewer what he may know of it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from pitboss.engine.driver import Driver
from pitboss.games import REGISTERED, load
from pitboss.law.register import known_to
from pitboss.record.account import Account, account_of, unpack
from pitboss.record.explain import SeatStory, WagerStory
from pitboss.record.round_playback import ReplayError
from pitboss.server.access.permissions import READS
from pitboss.server.views.last_round import Settled, settled_of
from pitboss.server.views.layout import printed_on
from pitboss.server.views.redact_names import redact
from pitboss.server.views.round_replay import Replay, replayed
from pitboss.store.chains.hash_chain import digest
from pitboss.store.rounds.round_rows import Closed, WindUp, account_digest, read, read_carry, replay, version_of
from pitboss.store.row_types import Account as Person
from pitboss.store.store import Store

PAGE = 50
SHOWN_OF_HEAD = 8  # digits; the whole of it is in the checkpoint file


def rounds(store: Store, table: int, account: int | None, before: int) -> list[dict[str, int]]:
    over = min(before, store.rounds.newest(table))
    return [{"round": number, "seat": seat} for number, seat in store.rounds.over(table, account, over, PAGE)]


def account(store: Store, table: int, number: int) -> Account | None:
    """As it was kept when the round closed, without the names of deleted accounts. A round from before accounts were
    kept is played again, and if it comes out otherwise by now there is none."""
    found = _account(store, table, number)
    return None if found is None else redact(found, store.accounts.deleted_names())


def _account(store: Store, table: int, number: int) -> Account | None:
    if not store.rounds.is_over(table, number):
        return None
    if (kept := store.rounds.told(table, number)) is not None:
        with suppress(zlib.error, msgspec.DecodeError):  # what was tampered with is for the audit to find
            return unpack(kept)
    found = store.rounds.lines(table, number)
    if found is None or not found[1]:
        return None
    try:
        driver = replay(read_carry(found[0]), found[1])
    except ReplayError:
        return None
    return msgspec.structs.replace(account_of(driver), pitboss=version_of(found[1]))


def told(store: Store, table: int, number: int, viewer: Person | None) -> dict[str, Any] | None:
    """The round as one person may be told it, or somebody who has no name."""
    whole = account(store, table, number)
    if whole is None:
        return None
    audits = viewer is not None and viewer.role == "auditor"
    mine = whole if audits else whole.seen_by(name_in(store, table, number, viewer))
    return {
        "round": number,
        "game": mine.game,
        "version": mine.pitboss,
        "text": mine.text,
        "void": mine.void,
        "acts": [{"cite": act.cite, "told": act.told} for act in mine.acts],
        "seats": [{**msgspec.to_builtins(story), "net": story.net} for story in mine.seats],
        "cards": mine.cards,
        "own": {position: cards for hands in mine.own.values() for position, cards in hands.items()},
        "dice": mine.dice,
        "wheel": mine.wheel,
    } | _for_the_house(whole, viewer)


def name_in(store: Store, table: int, number: int, viewer: Person | None) -> str:
    """The name under which somebody played a round; none if he was not there: his name may have been another's."""
    there = viewer is not None and bool(store.rounds.seats_in(viewer.id, table, number))
    return viewer.name if viewer is not None and there else ""


def _for_the_house(whole: Account, viewer: Person | None) -> dict[str, Any]:
    """What nobody at the table could notice, to the staff only."""
    if viewer is None or viewer.role not in READS:
        return {}
    return {"unnoticed": [{"cite": act.cite, "told": act.told} for act in whole.unnoticed]}


# --- act by act


class Shown(msgspec.Struct, frozen=True):
    """A round to be replayed on a page."""

    printed: msgspec.Raw  # on the layout
    replay: Replay
    settled: Settled
    gists: dict[str, str]  # of the paragraphs behind its acts, in the text that was dealt


class Kept(NamedTuple):
    """What is kept of a round, and for whom it is replayed: all that a replay rests on."""

    carry: str
    lines: list[str]
    account: bytes | None
    name: str  # of the viewer in that round; empty if he was not there
    gone: dict[str, str]  # names that nobody is shown, and what is shown instead


def kept(store: Store, table: int, number: int, name: str) -> Kept | None:
    """What is kept of a round that is over; None if the round is not, or has no rows."""
    found = store.rounds.lines(table, number) if store.rounds.is_over(table, number) else None
    if found is None or not found[1]:
        return None
    return Kept(*found, store.rounds.told(table, number), name, store.accounts.deleted_names())


def shown(round_: Kept) -> Shown | None:
    """Return the round act by act; None where this version would play it otherwise, or the house wound it up."""
    try:
        driver = replay(read_carry(round_.carry), round_.lines)
    except ReplayError:
        return None
    printed = msgspec.Raw(printed_on(driver.game, driver.rules, driver.house))
    whole = None
    with suppress(zlib.error, msgspec.DecodeError):  # what was tampered with is for the audit to find
        whole = None if round_.account is None else unpack(round_.account)
    whole = redact(account_of(driver) if whole is None else whole, round_.gone)
    own = whole.seen_by(round_.name).own.get(round_.name, {})
    shown = redact(replayed(driver, round_.name), round_.gone)
    return Shown(printed, shown, msgspec.structs.replace(settled_of(whole), own=own), _gists(driver, shown))


def _gists(driver: Driver, shown: Replay) -> dict[str, str]:
    cited = {each for act in shown.acts for each in act.cite.split(", ")}
    found: dict[str, str] = {}
    for (edition, paragraph), law in known_to(driver.game.package).items():
        if paragraph in cited and (edition in driver.rules.texts or paragraph not in found):
            found[paragraph] = law.gist
    return found


class Verified(msgspec.Struct, frozen=True):
    """Whether the rows of a round are as they were written."""

    intact: bool
    first: int  # row of the table's chain
    last: int
    head: str  # the beginning of the hash of the last


def verified(store: Store, table: int, number: int) -> Verified | None:
    """Every row of the round carries the hash of the one before it, and the account is the one that was noted when the
    round closed. Whether the chain as a whole holds is for `pitboss verify` to say."""
    if not store.rounds.is_over(table, number):
        return None
    prev, rows = store.rounds.links(table, number)
    if not rows:
        return None
    intact = True
    for at, (row, line, hash_) in enumerate(rows):
        intact &= row == rows[0][0] + at and digest(line) == hash_ and line.startswith(f'{{"prev":"{prev}",')
        prev = hash_
    kept = store.rounds.told(table, number)
    with suppress(ReplayError):
        end = read([line for _, line, _ in rows])[-1]
        noted = end.account if isinstance(end, Closed | WindUp) else ""
        intact &= not noted or (kept is not None and account_digest(kept) == noted)
    return Verified(intact, rows[0][0], rows[-1][0], prev[:SHOWN_OF_HEAD])


# --- one's own rounds


class MyRound(msgspec.Struct, frozen=True):
    """A finished round of one player's: when, where, how much, with what, and what came of it; in cents."""

    table: int
    name: str  # of the table
    round: int
    seat: int
    at: int  # seconds since 1970
    game: str
    title: str
    text: str
    void: str
    staked: int
    net: int
    cards: tuple[str, ...]  # that the player looked at
    dice: tuple[int, ...]
    wagers: tuple[WagerStory, ...]
    known: bool = True  # whether there is an account of it


class _Brief(msgspec.Struct, frozen=True):
    """As much of an account as a line of the list needs; the acts are not even decoded."""

    game: str
    text: str
    seats: tuple[SeatStory, ...]
    void: str = ""
    own: dict[str, dict[int, tuple[str, ...]]] = {}
    dice: tuple[int, ...] = ()


_read_brief = msgspec.json.Decoder(_Brief).decode


def my_rounds(store: Store, person: Person, limit: int, *, table: int = 0, offset: int = 0) -> Iterator[MyRound]:
    """The newest first."""
    rounds = store.rounds.played(person.id, table, limit, offset)
    names = store.tables.names({at_table for at_table, *_ in rounds})
    for at_table, number, seat, at in rounds:
        found = _brief(store, at_table, number)
        mine = [] if found is None else [story for story in found.seats if story.player == person.name]
        wagers = tuple(wager for story in mine for wager in story.wagers)
        game = "" if found is None else found.game
        hands = () if found is None else found.own.get(person.name, {}).values()
        yield MyRound(
            table=at_table,
            name=names[at_table],
            round=number,
            seat=seat,
            at=at,
            game=game,
            title=title_of(game),
            text="" if found is None else found.text,
            void="" if found is None else found.void,
            staked=sum(wager.staked for wager in wagers),
            net=sum(wager.net for wager in wagers),
            cards=tuple(card for cards in hands for card in cards),
            dice=() if found is None else found.dice,
            wagers=wagers,
            known=found is not None,
        )


def title_of(game: str) -> str:
    return load(game).title if game in REGISTERED else game


def _brief(store: Store, table: int, number: int) -> _Brief | None:
    if (kept := store.rounds.told(table, number)) is not None:
        with suppress(zlib.error, msgspec.DecodeError):
            return _read_brief(zlib.decompress(kept))
    whole = account(store, table, number)
    return None if whole is None else _Brief(whole.game, whole.text, whole.seats, whole.void, whole.own, whole.dice)
