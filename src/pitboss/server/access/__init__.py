"""Access control: sessions, permissions, rate limits and connection limits."""
