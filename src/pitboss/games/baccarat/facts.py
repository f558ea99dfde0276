"""Who has the shoe."""

from __future__ import annotations

from pitboss.table.facts import FlagAt, Mark

CURATOR = Mark("curator")  # his seat
PASSED_BY = Mark("shoe passed by")  # the seat from which it goes on counterclockwise
DECLINED = FlagAt[int]("does not want the shoe in this round")  # by seat
