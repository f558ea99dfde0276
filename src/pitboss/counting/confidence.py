"""How sure an interval of an estimate is, wherever one is told."""

CONFIDENCE = 99  # percent
Z = 2.5758293035489004  # so many percent of a normal distribution lie within so many deviations
