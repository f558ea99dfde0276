"""Finds a Chromium for the browser tests, or installs the system's. `make test` runs this before the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Debian's and Ubuntu's package; needs to be root, or sudo without a password."""
    apt = shutil.which("apt-get")
    if apt is None:
        return
    first = [] if os.geteuid() == 0 else ["sudo", "-n"]
    print("installing chromium from the system's packages (once) ...", flush=True)
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run([*first, apt, *words], stdout=subprocess.DEVNULL, env=environment, check=False).returncode:
            return


def main() -> int:
    if find() is None:
        install()
    if found := find():
        print(f"browser tests use {found}")
        return 0
    print("=" * 80, file=sys.stderr)
    print("NO CHROMIUM: it is not on the path and could not be installed. BROWSER TESTS ARE SKIPPED.", file=sys.stderr)
    print("=" * 80, file=sys.stderr)
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
