"""Exact analysis: what wagers cost, how to play, what a situation and a card seen too early are worth, as fractions.

from pitboss.analysis import edge
edge("let-it-ride")["base"].house_edge
"""

from pitboss.analysis.compare import Comparison, compare
from pitboss.analysis.design import Designs, design
from pitboss.analysis.presets import Preset, presets
from pitboss.analysis.prices import Change, Price, prices
from pitboss.analysis.questions import ask, edge, exposure, par, strategy
from pitboss.analysis.report import (
    AnswerReport,
    EdgeReport,
    ExposureReport,
    OutcomesReport,
    PictureReport,
    StrategyReport,
)
from pitboss.analysis.setting import Study, Terms, setting
from pitboss.counting.model import ImpossibleError

__all__ = [
    "AnswerReport",
    "Change",
    "Comparison",
    "Designs",
    "EdgeReport",
    "ExposureReport",
    "ImpossibleError",
    "OutcomesReport",
    "PictureReport",
    "Preset",
    "Price",
    "StrategyReport",
    "Study",
    "Terms",
    "ask",
    "compare",
    "design",
    "edge",
    "exposure",
    "par",
    "presets",
    "prices",
    "setting",
    "strategy",
]
