"""What the law repeats word for word between card games; each function cites the paragraphs of the calling game."""
