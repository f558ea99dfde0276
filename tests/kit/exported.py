"""A check that an export tells every round as it was played: each is played again from its rows, one by one."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from pitboss.record.account import account_of
from pitboss.store.database.read_only import open_read_only
from pitboss.store.rounds.stored_replay import replay_stored_round
from pitboss.store.rounds.table_lines import lines_of


def told_as_played(db: Path, folder: Path) -> int:
    """Compare every exported round with the same round played again, and count the rounds."""
    acts = defaultdict[tuple[int, int], list[dict[str, Any]]](list)
    for act in _lines(folder / "acts.jsonl"):
        acts[act.pop("table"), act.pop("round")].append(act)
    rounds = _lines(folder / "rounds.jsonl")
    with open_read_only(db) as rows:
        for round_ in rounds:
            key = round_["table"], round_["round"]
            account = account_of(replay_stored_round(rows, *key, lines_of(rows, *key)))
            played = [
                {"number": number, "act": act.act, "cite": act.cite, "told": act.told, "to players": act.to_players}
                for number, act in enumerate(account.acts, 1)
            ]
            assert acts.pop(key) == played, key
            assert (round_["game"], round_["wagers"], round_["net"]) == (account.game, account.wagers, account.net), key
    assert not acts, f"acts of no round: {list(acts)}"
    return len(rounds)


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]
