"""Color chips at a table on a server: a player says what one is worth, and everybody sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kit.inside import Inside
from pitboss.games.roulette.law.facts import COLOR_VALUE
from pitboss.games.roulette.law.house import RouletteHouse


class Seat:
    """A person who sits at the only table."""

    def __init__(self, server: Inside, name: str, seat: int) -> None:
        self.server, self.cookie, self.done = server, server.name(name)[0], 0
        assert self.act({"input": "sit", "seat": seat, "chips": 100_000}) == 200

    def act(self, given: dict[str, Any]) -> int:
        self.done += 1
        body = {"id": f"does-{self.cookie[-8:]}-{self.done}", "act": given}
        return self.server.request("POST", "/api/tables/1/act", self.cookie, json=body).status_code

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.server.request("GET", "/api/tables/1", self.cookie).json()
        return found

    def moves(self) -> dict[str, dict[str, Any]]:
        return {move["name"]: move["act"] for move in self.view()["you"]["moves"]}


def test_color_chips_are_bought_at_a_value_and_sold_back(tmp_path: Path) -> None:
    with Inside(tmp_path / "pitboss.db", [RouletteHouse(name="Roulette")]) as server:
        ann, bob = Seat(server, "Ann", 1), Seat(server, "Bob", 2)
        buy = ann.moves()["buy color chips"]
        assert buy == {"input": "buy color chips", "value": 0}
        assert ann.act({**buy, "value": 100}) == 409  # below the limits of the table
        assert ann.act({**buy, "value": 2_500}) == 200
        assert bob.view()["marks"][COLOR_VALUE.word(1)] == 2_500
        assert {"buy color chips", "take color chips away"}.isdisjoint(ann.moves())
        offers = {offer["name"]: offer for offer in ann.view()["you"]["offers"]}
        assert (offers["straight 17"]["least"], offers["straight 17"]["step"]) == (2_500, 2_500)
        assert bob.act({"input": "buy color chips", "value": 0}) == 200
        assert bob.view()["marks"][COLOR_VALUE.word(2)] == 500  # the least that the table takes
        assert ann.act(ann.moves()["sell color chips"]) == 200
        assert COLOR_VALUE.word(1) not in bob.view()["marks"]


def test_once_the_ball_runs_a_player_ends_betting_and_does_not_spin_again(tmp_path: Path) -> None:
    with Inside(tmp_path / "pitboss.db", [RouletteHouse(name="Roulette")]) as server:
        ann = Seat(server, "Ann", 1)
        assert ann.act({"input": "wager", "seat": 1, "stakes": {"red": 1_000}}) == 200
        assert ann.view()["go"] == "Spin"
        assert ann.act({"table": "ready", "round": ann.view()["round"]}) == 200
        assert ann.view()["go"] == "No more bets"
