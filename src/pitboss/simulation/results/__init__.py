"""What a simulation found: reports, charts, lists of answers, and every round written out."""
