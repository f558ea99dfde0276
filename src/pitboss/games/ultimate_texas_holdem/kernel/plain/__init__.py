"""The game again, slowly and from any deck: what the fast kernel is measured against."""
