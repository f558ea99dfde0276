"""Rounds that are over, told from their accounts: what was done and why, to each viewer what he may know of it."""

from __future__ import annotations

import zlib
from contextlib import suppress
from typing import Any

import msgspec

from pitboss.record.account import Account, account_of, unpack
from pitboss.record.again import ReplayError
from pitboss.store.rounds import read_carry, replay, version_of
from pitboss.store.store import Account as Person
from pitboss.store.store import Store

PAGE = 50


def rounds(store: Store, table: int, account: int | None, before: int) -> list[dict[str, int]]:
    over = min(before, store.newest_round(table))
    return [{"round": number, "seat": seat} for number, seat in store.rounds(table, account, over, PAGE)]


def account(store: Store, table: int, number: int) -> Account | None:
    """As it was kept when the round closed. A round from before accounts were kept is played again, and if it comes out
    otherwise by now there is none."""
    if not store.is_over(table, number):
        return None
    if (kept := store.told(table, number)) is not None:
        with suppress(zlib.error, msgspec.DecodeError):  # what was tampered with is for the audit to find
            return unpack(kept)
    found = store.round_lines(table, number)
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
    # A name may have been another's before; whoever has it must have been there.
    there = viewer is not None and bool(store.seats_in(viewer.id, table, number))
    mine = whole.seen_by(viewer.name if viewer is not None and there else "")
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
    } | _for_the_house(whole, viewer)


def _for_the_house(whole: Account, viewer: Person | None) -> dict[str, Any]:
    """What nobody at the table could notice, to a supervisor only."""
    if viewer is None or viewer.role != "admin":
        return {}
    return {"unnoticed": [{"cite": act.cite, "told": act.told} for act in whole.unnoticed]}
