"""Exact analysis: what wagers cost, how to play, what a situation and a card seen too early are worth, as fractions.

from pitboss.analysis import edge
edge("let-it-ride")["base"].house_edge
"""

from pitboss.analysis.comparison.table_comparison import Comparison, compare
from pitboss.analysis.exact_reports import (
    AnswerReport,
    EdgeReport,
    ExposureReport,
    OutcomesReport,
    PictureReport,
    StrategyReport,
)
from pitboss.analysis.game_questions import ask, edge, exposure, par, strategy
from pitboss.analysis.pay_table_design.designs import Designs, design
from pitboss.analysis.pay_table_design.presets import Preset, presets
from pitboss.analysis.reading_prices.prices import Change, Price, prices
from pitboss.analysis.study import Study, Terms, setting
from pitboss.counting.exact_model import ImpossibleError

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
