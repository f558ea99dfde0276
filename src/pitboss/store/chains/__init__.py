"""The hash chains that show when somebody has changed them, and the anchoring of their heads."""
