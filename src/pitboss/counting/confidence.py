"""The confidence level of every interval that Pitboss reports."""

CONFIDENCE = 99  # percent
Z = 2.5758293035489004  # standard deviations to either side that cover CONFIDENCE percent of a normal distribution
