"""Checks of observed logs: a log is read, played by the law, and judged round by round."""
