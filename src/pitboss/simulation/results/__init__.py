"""The results of a simulation: reports, charts, lists of answers, and every round written out."""
