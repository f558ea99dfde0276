"""Write golden rounds as pages that a person reads beside the law.

    python -m kit.golden games.high_card.golden

writes the pages of a game that is not registered; tests/games/test_golden.py knows all that are.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from kit.scene import Scene
from pitboss.engine.record import Chain
from pitboss.games import REGISTERED
from pitboss.record.replay import read
from pitboss.record.round_page import format_round


def record_of(scene: Scene) -> bytes:
    """Return the record of a scene's rounds, all of which must be over."""
    chain = Chain()
    assert all(driver.done for driver in scene.rounds), scene.driver.wait
    return b"".join(line + b"\n" for driver in scene.rounds for line in chain.append(driver, "golden", "00" * 32))


def page_of(scene: Scene) -> str:
    """Return the page of a scene's rounds."""
    _, records = read(record_of(scene))
    return "\n".join(map(format_round, records))


def main(name: str) -> None:
    module = import_module(name)
    assert module.__file__
    for scenario in module.ROUNDS:
        scene: Scene = scenario()
        REGISTERED.setdefault(scene.game.name, scene.game.package)
        page = Path(module.__file__).parent / "pages" / f"{scenario.__name__}.txt"
        page.parent.mkdir(exist_ok=True)
        page.write_text(page_of(scene), encoding="utf-8")
        print(page.name)


if __name__ == "__main__":
    main(sys.argv[1])
