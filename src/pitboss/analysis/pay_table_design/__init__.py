"""Finds pay tables that the law allows and that have a wanted house edge."""
