"""Finds the programs that tests use besides Python, or fetches the system's. `make test` runs this first.

A program that only has to be there is installed with `apt-get`. A package that would start a service of its own, such
as a web server, is only unpacked into `.venv/programs`: nothing of it is installed or started.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

UNPACKED = Path(__file__).resolve().parents[2] / ".venv" / "programs"
PATIENCE = 120  # seconds to wait while another program installs packages


@dataclass(frozen=True)
class Program:
    """A program that tests start: its names on the path, and the packages that bring it."""

    names: tuple[str, ...]
    packages: tuple[str, ...]
    unpack: bool = False  # its package starts a service, so it is unpacked and not installed

    def path(self) -> str | None:
        """Return where the program is: on the path, or unpacked by an earlier run."""
        unpacked = os.pathsep.join(str(UNPACKED / folder) for folder in ("usr/bin", "usr/sbin"))
        places = (None, unpacked) if self.unpack else (None,)
        return next((path for where in places for name in self.names if (path := shutil.which(name, path=where))), None)


PROGRAMS = {
    "chromium": Program(("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"), ("chromium",)),
    "zsh": Program(("zsh",), ("zsh",)),
    "fish": Program(("fish",), ("fish",)),
    "cc": Program(("cc", "gcc", "clang"), ("gcc", "libc6-dev")),
    "openssl": Program(("openssl",), ("openssl",)),
    "nginx": Program(("nginx",), ("nginx",), unpack=True),
    "caddy": Program(("caddy",), ("caddy",), unpack=True),
    "prometheus": Program(("prometheus",), ("prometheus",), unpack=True),
    "promtool": Program(("promtool",), ("prometheus",), unpack=True),
}


def find(name: str) -> str | None:
    """Return the path of one of `PROGRAMS`, or None if it is missing."""
    return PROGRAMS[name].path()


def needs(name: str) -> pytest.MarkDecorator:
    """Return a mark for tests of a program: they are skipped where it is missing, but not under CI, where they fail."""
    return pytest.mark.skipif(
        find(name) is None and not os.environ.get("CI"),
        reason=f"NO {name.upper()}: run .venv/bin/python tests/kit/programs.py, or install it",
    )


def need(name: str) -> str:
    """Return the path of a program. Where it is missing, the test that asks is skipped, and fails under CI."""
    path = find(name)
    if path is None:
        give_up = pytest.fail if os.environ.get("CI") else pytest.skip
        give_up(f"NO {name.upper()}: run .venv/bin/python tests/kit/programs.py, or install it")
    return path


def fetch(missing: list[str]) -> None:
    """Install or unpack Debian's or Ubuntu's packages. To install needs to be root, or sudo without a password."""
    if shutil.which("apt-get") is None:
        return
    install = sorted({each for name in missing if not PROGRAMS[name].unpack for each in PROGRAMS[name].packages})
    unpack = sorted({each for name in missing if PROGRAMS[name].unpack for each in PROGRAMS[name].packages})
    print(f"fetching {', '.join(install + unpack)} from the system's packages (once) ...", flush=True)
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    _apt(as_root, "update", "-qq")
    if install:
        _apt(as_root, "install", "-y", "-qq", "--no-install-recommends", *install)
    if unpack:
        UNPACKED.mkdir(parents=True, exist_ok=True)
    for package in unpack:
        with TemporaryDirectory() as folder:
            if _apt([], "download", "-qq", package, folder=folder):
                for archive in Path(folder).glob("*.deb"):
                    subprocess.run(["dpkg-deb", "--extract", archive, UNPACKED], check=False)


def _apt(as_root: list[str], *words: str, folder: str | None = None) -> bool:
    """Run one command of apt-get, and return whether it succeeded."""
    options = ["-o", f"DPkg::Lock::Timeout={PATIENCE}", "-o", "APT::Sandbox::User=root"]
    command = [*as_root, "apt-get", *options, *words]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    process = subprocess.run(command, stdout=subprocess.DEVNULL, env=environment, cwd=folder, check=False)
    return process.returncode == 0


def main() -> int:
    if missing := [name for name in PROGRAMS if find(name) is None]:
        fetch(missing)
    missing = [name for name in PROGRAMS if find(name) is None]
    print("tests use", ", ".join(path for name in PROGRAMS if (path := find(name))))
    if not missing:
        return 0
    print("=" * 80, file=sys.stderr)
    print(f"NO {', '.join(missing).upper()}: not on the path, and could not be installed. ", file=sys.stderr, end="")
    print("TESTS THAT NEED IT ARE SKIPPED.", file=sys.stderr)
    print("=" * 80, file=sys.stderr)
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
