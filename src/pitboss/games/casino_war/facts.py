"""What acts of a round establish for later acts."""

from __future__ import annotations

from pitboss.table.facts import Flag, FlagAt

TIED = FlagAt[int]("a tie hand of the original deal")  # by position
AT_WAR = FlagAt[int]("goes to war")  # by position
COMPARED = Flag("the original deal is being settled")
WAR_BETS = Flag("tie wagers on the war may be made")
IDLE = Flag("everybody has left since the shoe was dealt from")
