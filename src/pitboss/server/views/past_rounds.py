"""Finished rounds, described from their accounts: what was done and why, limited to what the viewer may know."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from pitboss.engine.driver import Driver
from pitboss.games import REGISTERED, load
from pitboss.law.register import citable_paragraphs
from pitboss.record.account import Account, account_of, unpack
from pitboss.record.explain import SeatStory, WagerStory
from pitboss.record.round_playback import ReplayError
from pitboss.server.access.permissions import READS
from pitboss.server.views.last_round import Settled, settled_of
from pitboss.server.views.layout import printed_on
from pitboss.server.views.redact_names import redact
from pitboss.server.views.round_replay import Replay, replay_as_seen
from pitboss.store.chains.hash_chain import digest
from pitboss.store.rounds.round_rows import CloseRow, WindUp, account_digest, read, read_carry, replay, version_of
from pitboss.store.rounds.wind_up import WENT_BACK
from pitboss.store.row_types import Account as Person
from pitboss.store.store import Store

PAGE = 50
SHOWN_OF_HEAD = 8  # digits; the checkpoint file has the whole hash


def list_rounds(store: Store, table: int, account: int | None, before: int) -> list[dict[str, int]]:
    end = min(before, store.rounds.newest(table))
    return [{"round": number, "seat": seat} for number, seat in store.rounds.finished_rounds(table, account, end, PAGE)]


def account_of_round(store: Store, table: int, number: int) -> Account | None:
    """Return the account that was stored when the round closed, without the names of deleted accounts.

    A round from a version that stored no accounts is replayed; None if it now comes out differently."""
    stored = _stored_account(store, table, number)
    return None if stored is None else redact(stored, store.accounts.deleted_names())


def _stored_account(store: Store, table: int, number: int) -> Account | None:
    if not store.rounds.is_over(table, number):
        return None
    if (packed := store.rounds.account_of(table, number)) is not None:
        with suppress(zlib.error, msgspec.DecodeError):  # finding tampered rows is the task of the audit
            return unpack(packed)
    carry_and_lines = store.rounds.lines(table, number)
    if carry_and_lines is None or not carry_and_lines[1]:
        return None
    try:
        driver = replay(read_carry(carry_and_lines[0]), carry_and_lines[1])
    except ReplayError:
        return None
    return msgspec.structs.replace(account_of(driver), pitboss=version_of(carry_and_lines[1]))


def tell_round(store: Store, table: int, number: int, viewer: Person | None) -> dict[str, Any] | None:
    """Return the round as JSON for one viewer, who may have no account; None if it cannot be told."""
    whole = account_of_round(store, table, number)
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
    } | _unnoticed_acts(whole, viewer)


def name_in(store: Store, table: int, number: int, viewer: Person | None) -> str:
    """Return the viewer's name if the viewer played in the round, else an empty text. The name alone does not decide:
    it may have belonged to another account then."""
    played = viewer is not None and bool(store.rounds.seats_in(viewer.id, table, number))
    return viewer.name if viewer is not None and played else ""


def _unnoticed_acts(whole: Account, viewer: Person | None) -> dict[str, Any]:
    """Return the acts that nobody at the table could notice, for the staff only."""
    if viewer is None or viewer.role not in READS:
        return {}
    return {"unnoticed": [{"cite": act.cite, "told": act.told} for act in whole.unnoticed]}


# --- act by act


class RoundOnPage(msgspec.Struct, frozen=True):
    """A round to be replayed on a page, act by act."""

    printed: msgspec.Raw  # on the layout
    replay: Replay
    settled: Settled
    gists: dict[str, str]  # of the paragraphs behind its acts, in the text that was dealt


class StoredRound(NamedTuple):
    """The inputs of a replay: the stored round, and its viewer."""

    carry: str
    lines: list[str]
    account: bytes | None
    name: str  # of the viewer in that round; empty if the viewer did not play in it
    gone: dict[str, str]  # names of deleted accounts -> what is shown instead


def stored_round(store: Store, table: int, number: int, name: str) -> StoredRound | None:
    """Return what is stored of a finished round, for the viewer of this name; None if it is not finished or has no
    rows."""
    carry_and_lines = store.rounds.lines(table, number) if store.rounds.is_over(table, number) else None
    if carry_and_lines is None or not carry_and_lines[1]:
        return None
    return StoredRound(*carry_and_lines, store.rounds.account_of(table, number), name, store.accounts.deleted_names())


def replay_round(round_: StoredRound) -> RoundOnPage | None:
    """Replay a round act by act; return None if this version plays it differently or the house wound it up."""
    try:
        driver = replay(read_carry(round_.carry), round_.lines)
    except ReplayError:
        return None
    printed = msgspec.Raw(printed_on(driver.game, driver.rules, driver.house))
    whole = None
    with suppress(zlib.error, msgspec.DecodeError):  # finding tampered rows is the task of the audit
        whole = None if round_.account is None else unpack(round_.account)
    whole = redact(account_of(driver) if whole is None else whole, round_.gone)
    own = whole.seen_by(round_.name).own.get(round_.name, {})
    replay_ = redact(replay_as_seen(driver, round_.name), round_.gone)
    return RoundOnPage(printed, replay_, msgspec.structs.replace(settled_of(whole), own=own), _gists(driver, replay_))


def _gists(driver: Driver, replay: Replay) -> dict[str, str]:
    """Return the gists of the paragraphs that the acts cite."""
    cited = {cite for act in replay.acts for cite in act.cite.split(", ")}
    gists: dict[str, str] = {}
    for (edition, paragraph), law in citable_paragraphs(driver.game.package).items():
        if paragraph in cited and (edition in driver.rules.texts or paragraph not in gists):
            gists[paragraph] = law.gist
    return gists


class RowCheck(msgspec.Struct, frozen=True):
    """The result of checking the rows of a round."""

    intact: bool  # whether they are as they were written
    first: int  # number of the first row in the table's chain
    last: int  # number of the last row
    head: str  # the beginning of the hash of the last row


def verify_round(store: Store, table: int, number: int) -> RowCheck | None:
    """Check that every row of a finished round carries the hash of the row before it, and that the account is the one
    noted when the round closed. `pitboss verify` checks the whole chain. Return None if there is no such round."""
    if not store.rounds.is_over(table, number):
        return None
    prev, rows = store.rounds.links(table, number)
    if not rows:
        return None
    intact = True
    for index, (row, line, hash_) in enumerate(rows):
        intact &= row == rows[0][0] + index and digest(line) == hash_ and line.startswith(f'{{"prev":"{prev}",')
        prev = hash_
    packed = store.rounds.account_of(table, number)
    with suppress(ReplayError):
        end = read([line for _, line, _ in rows])[-1]
        noted_digest = end.account if isinstance(end, CloseRow | WindUp) else ""
        intact &= not noted_digest or (packed is not None and account_digest(packed) == noted_digest)
    return RowCheck(intact, rows[0][0], rows[-1][0], prev[:SHOWN_OF_HEAD])


# --- the rounds of one player


class MyRound(msgspec.Struct, frozen=True):
    """A finished round of one player: when and where it was, the wagers and their results. Amounts are cents."""

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
    known: bool = True  # whether an account of it can be read
    bets_known: bool = True  # False also where the house wound it up before accounts listed what went back
    private: bool = False  # played with the chips of a private table, which are nobody's own money


class _Brief(msgspec.Struct, frozen=True):
    """The part of an account that the list of rounds needs. The acts are not decoded, which saves time."""

    game: str
    text: str
    seats: tuple[SeatStory, ...]
    void: str = ""
    own: dict[str, dict[int, tuple[str, ...]]] = {}
    dice: tuple[int, ...] = ()


_read_brief = msgspec.json.Decoder(_Brief).decode


def my_rounds(store: Store, person: Person, limit: int, *, table: int = 0, offset: int = 0) -> Iterator[MyRound]:
    """Yield the finished rounds of a player, newest first."""
    rounds = store.rounds.played_by(person.id, table, limit, offset)
    tables = {at_table for at_table, *_ in rounds}
    names, private = store.tables.names(tables), store.tables.private(tables)
    for at_table, number, seat, time in rounds:
        brief = _brief(store, at_table, number)
        mine = [] if brief is None else [story for story in brief.seats if story.player == person.name]
        wagers = tuple(wager for story in mine for wager in story.wagers)
        game = "" if brief is None else brief.game
        hands = () if brief is None else brief.own.get(person.name, {}).values()
        yield MyRound(
            table=at_table,
            name=names[at_table],
            round=number,
            seat=seat,
            at=time,
            game=game,
            title=title_of(game),
            text="" if brief is None else brief.text,
            void="" if brief is None else brief.void,
            staked=sum(wager.staked for wager in wagers),
            net=sum(wager.net for wager in wagers),
            cards=tuple(card for cards in hands for card in cards),
            dice=() if brief is None else brief.dice,
            wagers=wagers,
            known=brief is not None,
            bets_known=brief is not None and (bool(wagers) or not any(WENT_BACK in story.notes for story in mine)),
            private=at_table in private,
        )


def title_of(game: str) -> str:
    """Return the title of a game, or its name if this version does not have the game."""
    return load(game).title if game in REGISTERED else game


def _brief(store: Store, table: int, number: int) -> _Brief | None:
    if (packed := store.rounds.account_of(table, number)) is not None:
        with suppress(zlib.error, msgspec.DecodeError):
            return _read_brief(zlib.decompress(packed))
    whole = account_of_round(store, table, number)
    return None if whole is None else _Brief(whole.game, whole.text, whole.seats, whole.void, whole.own, whole.dice)
