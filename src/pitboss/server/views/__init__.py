"""What viewers are sent: the table, its acts, and rounds that are over."""
