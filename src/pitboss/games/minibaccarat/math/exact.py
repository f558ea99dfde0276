"""The mathematics of Minibaccarat."""

from __future__ import annotations

from pitboss.common.punto_banco.math.exact import PuntoBanco
from pitboss.games.minibaccarat.law.house import MinibaccaratHouse

MODEL = PuntoBanco(MinibaccaratHouse)
