"""What was seen at a table: read, played again by the law, and judged round by round."""
