"""The time that a test waits for a state before it gives up. Nothing is measured by it: it matters only where something
fails, so that a busy machine fails no test."""

from __future__ import annotations

PATIENCE = 120.0  # seconds
