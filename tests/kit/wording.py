"""How functions are named and described, and which of them are not yet.

A public function's docstring begins with a verb ("Return ...", "Refuse ..."), or is a noun phrase with its article
("The edge of ..."). A property may also begin with a noun. No function is named by a bare participle (`told`,
`counted`); a property that is true or false may be.

`wording.toml` says how many functions of each package break the rule. The numbers only go down: `make renew` lowers
them.

    python -m kit.wording server store     # names the faults of these packages
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from kit.fresh import SOURCE

ALLOWED = Path(__file__).with_suffix(".toml")
WORDS = {
    kind: frozenset(words.split())
    for kind, words in tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8")).items()
}
ARTICLES = ("A", "An", "The")
RULES = ("names", "docstrings")


def is_participle(name: str) -> bool:
    word = name.strip("_")
    regular = word.endswith("ed") and "_" not in word and word not in WORDS["no-participles"]
    return regular or word in WORDS["participles"]


def faults(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each function of a file that breaks the rule for "names" or for "docstrings"."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            is_property = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
            is_flag = is_property and node.returns is not None and ast.unparse(node.returns) == "bool"
            if is_participle(node.name) and not is_flag:
                yield "names", f"{node.name}, line {node.lineno}"
            text = ast.get_docstring(node)
            if text and not node.name.startswith("_") and not _is_clear(text, is_property):
                yield "docstrings", f"{node.name}, line {node.lineno}: {text.splitlines()[0]}"


def _is_clear(text: str, is_property: bool) -> bool:
    words = text.replace("`", " ").split()
    first = words[0].strip("\"'“”.,:;()") if words else ""
    return first in WORDS["verbs"] or first in ARTICLES or (is_property and first not in WORDS["no-nouns"])


def count(source: Path) -> dict[str, Counter[str]]:
    """Count the functions that break each rule, by package."""
    found = {rule: Counter[str]() for rule in RULES}
    for path in source.rglob("*.py"):
        for rule, _ in faults(path):
            found[rule][path.relative_to(source).parts[0].removesuffix(".py")] += 1
    return found


def allowed() -> dict[str, dict[str, int]]:
    return tomllib.loads(ALLOWED.read_text(encoding="utf-8"))


def lower(source: Path) -> bool:
    """Write the numbers that have gone down, and return whether any has."""
    before = allowed()
    after = {
        rule: {name: min(most, found[name]) for name, most in before[rule].items() if found[name]}
        for rule, found in count(source).items()
    }
    if after != before:
        lines = ["# How many functions break the rules of tests/kit/wording.py. Numbers only go down.", ""]
        for rule, packages in after.items():
            lines += [f"[{rule}]", *(f"{name} = {number}" for name, number in packages.items()), ""]
        ALLOWED.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return after != before


def main(names: Sequence[str]) -> None:
    """Print the faults of these packages, file by file."""
    for path in sorted(path for name in names for path in (SOURCE / name).rglob("*.py")):
        for rule, where in faults(path):
            print(f"{path.relative_to(SOURCE)}: {rule}: {where}")


if __name__ == "__main__":
    main(sys.argv[1:])
