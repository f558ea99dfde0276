"""Who has the shoe."""

from __future__ import annotations

from pitboss.table.facts import Fact, FlagAt, Mark

CURATOR = Mark("curator")  # his seat
PASSED_BY = Mark("shoe passed by")  # the seat from which it goes on counterclockwise
LOOKS = Fact[int]("who looks at the player's cards")  # his seat
DECLINED = FlagAt[int]("does not want the shoe in this round")  # by seat
