"""From counts to estimates: means, intervals, and how many rounds they need."""
