"""Finds the programs that tests use besides Python, or installs the system's. `make test` runs this first."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

# package -> the names under which it may be on the path
PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "zsh": ("zsh",),
    "fish": ("fish",),
}


def find(package: str) -> str | None:
    return next((path for name in PROGRAMS[package] if (path := shutil.which(name))), None)


def install(packages: list[str]) -> None:
    """Debian's and Ubuntu's packages; needs to be root, or sudo without a password."""
    apt = shutil.which("apt-get")
    if apt is None:
        return
    first = [] if os.geteuid() == 0 else ["sudo", "-n"]
    print(f"installing {', '.join(packages)} from the system's packages (once) ...", flush=True)
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run([*first, apt, *words], stdout=subprocess.DEVNULL, env=environment, check=False).returncode:
            return


def main() -> int:
    if missing := [package for package in PROGRAMS if find(package) is None]:
        install(missing)
    missing = [package for package in PROGRAMS if find(package) is None]
    print("tests use", ", ".join(found for package in PROGRAMS if (found := find(package))))
    if not missing:
        return 0
    print("=" * 80, file=sys.stderr)
    print(f"NO {', '.join(missing).upper()}: not on the path, and could not be installed. ", file=sys.stderr, end="")
    print("TESTS THAT NEED IT ARE SKIPPED.", file=sys.stderr)
    print("=" * 80, file=sys.stderr)
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
