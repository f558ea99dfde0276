"""The mathematics of Baccarat, counted as for Minibaccarat."""

from __future__ import annotations

from pitboss.common.punto_banco.math.exact import PuntoBanco
from pitboss.games.baccarat.law.house import BaccaratHouse

MODEL = PuntoBanco(BaccaratHouse)
