"""What a hand is worth: the plain ranking. Section 20.3 is not held; this is its later text, a labelled default.

Compiled evaluators are measured against this one, never the reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from pitboss.law.force import number
from pitboss.law.rules import Rules
from pitboss.table.cards import RANK_OF

QUEEN, ACE = RANK_OF["Q"], RANK_OF["A"]
