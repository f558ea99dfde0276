"""The hash chains that reveal changed or removed rows, and the anchoring of their heads."""
