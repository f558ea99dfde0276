"""Tests with a program missing that other tests use."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kit import programs
from kit.parts import ROOT


@pytest.fixture
def nothing_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "UNPACKED", tmp_path)


@pytest.mark.usefixtures("nothing_there")
@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_a_missing_program_is_a_skip_and_under_ci_a_failure(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=f"NO {name.upper()}"):
        programs.need(name)
    assert programs.needs(name).args == (True,)
    assert programs.main() == 0
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=f"NO {name.upper()}"):
        programs.need(name)
    assert programs.needs(name).args == (False,)
    assert programs.main() == 1


def test_a_package_that_starts_a_service_is_unpacked_and_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "UNPACKED", tmp_path / "unpacked")
    nginx = tmp_path / "unpacked" / "usr" / "sbin" / "nginx"
    nginx.parent.mkdir(parents=True)
    nginx.write_text("#!/bin/sh\n")
    nginx.chmod(0o755)
    assert programs.find("nginx") == str(nginx)
    assert programs.find("caddy") is None


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="NO DPKG-DEB: nothing is unpacked")
def test_a_package_is_unpacked_into_a_missing_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    content, asked = tmp_path / "content", []
    control = "Package: nginx\nVersion: 1\nArchitecture: all\nMaintainer: x\nDescription: x\n"
    for path, text in ((content / "DEBIAN" / "control", control), (content / "usr" / "sbin" / "nginx", "#!/bin/sh\n")):
        path.parent.mkdir(parents=True)
        path.write_text(text)

    def apt(as_root: list[str], *words: str, folder: str | None = None) -> bool:
        asked.append(words[0])
        if folder is not None:
            command = ["dpkg-deb", "--build", "--root-owner-group", str(content), f"{folder}/nginx_1_all.deb"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return True

    monkeypatch.setattr(programs, "_apt", apt)
    monkeypatch.setattr(programs, "UNPACKED", tmp_path / "no" / "folder" / "yet")
    programs.fetch(["nginx"])
    assert asked == ["update", "download"]  # and nothing is installed
    assert (programs.UNPACKED / "usr" / "sbin" / "nginx").exists()


def test_every_program_that_a_test_asks_for_is_fetched() -> None:
    """A name that is asked for and not in the list would never be installed."""
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    asked = set(re.findall(r"\b(?:need|needs|find)\(\"([a-z]+)\"\)", sources))
    assert {"chromium", "cc", "openssl", "promtool"} <= asked <= set(programs.PROGRAMS)
