"""The pictures of the documents are those that `make pictures` takes and `make renew` draws; each is shown somewhere,
and none is heavy."""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kit import package_map
from kit.animated import CHUNK
from kit.parts import ROOT
from kit.pictures import PICTURES, PLACARDS, ROUND, ROUND_SIZE, SHEETS, SHIFT, STRATEGIES, SUBMISSION, strategies

FOLDER = ROOT / "docs" / "pictures"
NAMES = {
    *(f"{name}.webp" for name in (*PICTURES, *SHEETS, *PLACARDS, SUBMISSION, SHIFT, ROUND)),
    *(f"{name}.svg" for name in STRATEGIES),
    package_map.PICTURE.name,
}
MOST_BYTES, MOST_OF_THE_ROUND = 3_500_000, 1_500_000


def test_the_folder_holds_no_other_pictures() -> None:
    assert {path.name for path in FOLDER.iterdir()} == NAMES


def test_pictures_are_small_files() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES
    assert (FOLDER / f"{ROUND}.webp").stat().st_size < MOST_OF_THE_ROUND


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_picture_is_shown_on_a_page(name: str) -> None:
    pages = (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
    assert any(f"pictures/{name})" in page.read_text(encoding="utf-8") for page in pages)


def drawn_texts(path: Path) -> list[str]:
    """List the texts in a drawing, without the note on its origin, which names the version."""
    texts = [each.text or "" for each in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]
    lines = [each.text or "" for each in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}tspan")]
    return [text for text in (*texts, *lines) if "rules" not in text and "Source" not in text]


def test_drawn_strategies_are_fresh(tmp_path: Path) -> None:
    strategies(tmp_path)
    for name in STRATEGIES:
        assert drawn_texts(FOLDER / f"{name}.svg") == drawn_texts(tmp_path / f"{name}.svg"), (
            "stale: run 'make pictures'"
        )
        assert len(drawn_texts(tmp_path / f"{name}.svg")) > 30


def test_the_animation_has_frames_within_its_size_and_ends() -> None:
    raw = (FOLDER / f"{ROUND}.webp").read_bytes()
    kind, length = CHUNK.unpack_from(raw)
    assert (kind, raw[8:12], length) == (b"RIFF", b"WEBP", len(raw) - CHUNK.size)
    at, frames = 12, 0
    while at < len(raw):
        name, length = CHUNK.unpack_from(raw, at)
        content = raw[at + CHUNK.size : at + CHUNK.size + length]
        if name == b"ANIM":
            assert 0 < struct.unpack("<H", content[4:])[0] <= 3, "nothing moves for good beside what people read"
        if name == b"ANMF":
            left, top, wide, high, stands = (int.from_bytes(content[n : n + 3], "little") for n in range(0, 15, 3))
            assert 2 * left + wide + 1 <= ROUND_SIZE[0]
            assert 2 * top + high + 1 <= ROUND_SIZE[1]
            assert stands >= 100
            assert content[16:20] in (b"VP8 ", b"VP8L")
            frames += 1
        at += CHUNK.size + length + length % 2
    assert frames > 30
