"""The facts of Baccarat about the shoe and the player who has it."""

from __future__ import annotations

from pitboss.table.facts import Fact, FlagAt, Mark, MarkAt

CURATOR = Mark("curator")  # his seat
# The same once more, before his own seat: when a round is wound up, what lies before a seat goes with its player.
BEFORE_HIM = MarkAt("shoe @{}")
PASSED_BY = Mark("shoe passed by")  # the seat from which it goes on counterclockwise
LOOKS = Fact[int]("who looks at the player's cards")  # his seat
DECLINES = MarkAt("shoe declined @{}")  # a seat that is not offered it before it next passes
DECLINED = FlagAt[int]("does not want the shoe in this round")  # by seat
