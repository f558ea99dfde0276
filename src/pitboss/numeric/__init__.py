"""Compiled code: evaluators, and the machinery that compiles and caches it. This package knows no law and no game."""
