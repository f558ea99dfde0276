"""What a licensee elects at a table, how it is checked, and how it is told."""
