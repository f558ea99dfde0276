"""Who may do what, and how often: sessions, permissions and limits."""
