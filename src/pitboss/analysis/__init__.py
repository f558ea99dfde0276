"""Exact analysis: what wagers cost, how to play, what a situation and a card seen too early are worth, as fractions.

from pitboss.analysis import edge
edge("let-it-ride")["base"].house_edge
"""

from pitboss.analysis.prices import Change, Price, prices
from pitboss.analysis.questions import ask, edge, exposure, strategy
from pitboss.analysis.report import AnswerReport, EdgeReport, ExposureReport, OutcomesReport, StrategyReport
from pitboss.analysis.setting import Study, Terms, setting
from pitboss.counting.model import ImpossibleError

__all__ = [
    "AnswerReport",
    "Change",
    "EdgeReport",
    "ExposureReport",
    "ImpossibleError",
    "OutcomesReport",
    "Price",
    "StrategyReport",
    "Study",
    "Terms",
    "ask",
    "edge",
    "exposure",
    "prices",
    "setting",
    "strategy",
]
