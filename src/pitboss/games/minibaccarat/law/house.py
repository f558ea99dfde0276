"""The elections of a house at a Minibaccarat table."""

from __future__ import annotations

from typing import ClassVar

from pitboss.common.punto_banco.house import PuntoBancoHouse


class MinibaccaratHouse(PuntoBancoHouse, frozen=True, kw_only=True, rename="kebab"):
    package: ClassVar[str] = "pitboss.games.minibaccarat"
    most_seats: ClassVar[tuple[str, int]] = ("beyond:minibaccarat.2(d)", 9)
    decks_known: ClassVar[tuple[int, ...]] = (3, 4, 6, 8)  # one source lets this game use three or four

    name: str = "Minibaccarat 1"
    game: str = "minibaccarat"
    seats: int = 7
