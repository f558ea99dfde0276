"""pitboss strategy --plot and --card: files are written completely or not at all, and errors say why."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from kit import programs
from kit.series import for_soak
from pitboss.cli.main import main
from pitboss.cli.shared.atomic_files import write_atomically
from pitboss.games import REGISTERED

A_PAGE = re.compile(rb"/Type\s*/Page(?!s)\b")
PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}  # millimeters


def run(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = main(list(map(str, words)))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_files_are_written_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg, png, page = tmp_path / "a.svg", tmp_path / "b.PNG", tmp_path / "c.html"
    code, out, err = run(capsys, "strategy", "three-card-poker", "--plot", svg, "--card", page)
    assert (code, err) == (0, "")
    assert "  Play Q-6-4 or better; fold everything below.\n" in out
    assert out.endswith(f"wrote {svg}\nwrote {page}\n")
    assert svg.read_text(encoding="utf-8").startswith("<svg ")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run(capsys, "strategy", "three-card-poker", "--plot", png, "--quiet") == (0, "", "")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert {path.name for path in tmp_path.iterdir()} == {"a.svg", "b.PNG", "c.html"}


def test_files_have_the_usual_permissions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plain").touch()
    run(capsys, "strategy", "craps", "--plot", tmp_path / "a.svg")
    assert (tmp_path / "a.svg").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_json_has_everything_that_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "strategy", "craps", "--plot", tmp_path / "a.svg", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["game"] == "craps"
    assert ["pass, come", "7/495", "244976/245025"] in told["pictures"][0]["dots"]
    assert told["card"][0]["when"] == "Costs nothing"
    assert told["elected"] == []


def test_the_same_question_gives_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        run(capsys, "strategy", "let-it-ride", "--plot", tmp_path / f"{name}.svg", "--card", tmp_path / f"{name}.html")
    for ending in ("svg", "html"):
        assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--plot", "a.pdf"), "a.pdf: name a file that ends in .svg or .png"),
        (("--plot", "a"), "a: name a file that ends in .svg or .png"),
        (("--plot", ".svg"), ".svg: name a file that ends in .svg or .png"),
        (("--card", "a.pdf"), "a.pdf: name a file that ends in .html"),
        (("--plot", "a.html"), "a.html: name a file that ends in .svg or .png"),
        (("--plot", "fine.svg", "--card", "a.svg"), "a.svg: name a file that ends in .html"),
        (("--plot", "nowhere/a.svg"), "cannot open nowhere/a.svg: the folder nowhere does not exist"),
        (("--plot", "folder.svg"), "folder.svg is a folder; name a file"),
        (("--plot", "fine.svg", "--card", "folder.html"), "folder.html is a folder; name a file"),
        (("--plot", "fine.svg", "--set", "nonsense=1"), "nonsense"),
    ],
)
def test_bad_input_gives_one_line_and_no_file(
    words: tuple[str, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("folder.svg", "folder.html"):
        Path(name).mkdir()
    code, out, err = run(capsys, "strategy", "craps", *words)
    assert (code, out) == (2, "")
    assert err.startswith("pitboss strategy: ")
    assert told in err
    assert err.count("\n") == 1
    assert sorted(os.listdir()) == ["folder.html", "folder.svg"]


def test_a_game_without_pictures_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    from pitboss.games import load

    monkeypatch.setitem(load("craps").__dict__, "pictures", "")
    code, _, err = run(capsys, "strategy", "craps", "--no-cache", "--plot", tmp_path / "a.svg")
    assert code == 2
    assert err == "pitboss strategy: craps has no pictures of its strategy\n"


def test_a_failing_disk_leaves_the_old_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.svg"
    path.write_text("before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "some draft")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left") as wrong:
        write_atomically(path, b"after")
    assert wrong.value.filename == str(path)
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["a.svg"]


WITHOUT = "import sys; sys.modules['altair'] = None; from pitboss.cli.main import main; sys.exit(main(sys.argv[1:]))"


def test_without_the_extra_one_sentence_says_what_to_install(tmp_path: Path) -> None:
    words = ("strategy", "craps", "--card", str(tmp_path / "a.html"))
    told = subprocess.run([sys.executable, "-c", WITHOUT, *words], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert told.stderr == (
        "pitboss strategy: pictures need altair and vl-convert-python, and altair is not installed; "
        "install them with: pip install 'pitboss[plots]'\n"
    )
    assert not list(tmp_path.iterdir())
    fine = subprocess.run([sys.executable, "-c", WITHOUT, *words[:2]], capture_output=True, text=True, check=False)
    assert fine.returncode == 0


@pytest.mark.skipif(
    programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: cards not printed"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("games", [list(REGISTERED)[:2], for_soak(list(REGISTERED)[2:])], ids=["two", "others"])
def test_every_card_prints_on_one_page(tmp_path: Path, games: list[str]) -> None:
    """Print on A4 and on Letter: nothing is cut off, nothing is loaded, and the picture can be read."""
    for game in games:
        assert main(["strategy", game, "--card", str(tmp_path / f"{game}.html"), "--quiet"]) == 0
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=programs.find("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for game in games:
            asked.clear()
            url = (tmp_path / f"{game}.html").as_uri()
            page.goto(url)
            page.emulate_media(media="print")
            for paper, (wide, high) in PAPERS.items():
                printed = page.pdf(format=paper)
                assert len(A_PAGE.findall(printed)) == 1, f"{game} on {paper}"
                main_box = page.locator("main").bounding_box()
                assert main_box is not None
                assert main_box["width"] <= (wide - 24) / 25.4 * 96
                assert main_box["height"] <= (high - 24) / 25.4 * 96
            inside = page.evaluate("(main => [main.scrollHeight, main.clientHeight])(document.querySelector('main'))")
            assert inside[0] <= inside[1], f"{game}: something is cut off"
            figure = page.locator("figure").bounding_box()
            assert figure is not None
            assert figure["height"] > 100 / 25.4 * 96, f"{game}: the picture is too small"
            assert asked == [url]
        browser.close()
