"""Rules for the names and docstrings of functions.

A public function's docstring begins with a verb ("Return ...", "Refuse ..."), or is a noun phrase with its article
("The edge of ..."). A property may also begin with a noun. No function is named by a bare participle (`told`,
`counted`); a property that is true or false may be.

    python -m kit.wording server store          # names the faults of these packages
    python -m kit.wording --shares              # how docstrings begin, and how many names are participles
    python -m kit.wording --sample 30 --seed 7  # docstrings and names drawn at random, for somebody to read
"""

from __future__ import annotations

import argparse
import ast
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TypeAlias

from kit.fresh import SOURCE

Documented: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

WORDS = {
    kind: frozenset(words.split())
    for kind, words in tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8")).items()
}
ARTICLES = ("A", "An", "The")
# Names of properties that stay: users of `import pitboss` have them, or a record or a client reads them as JSON.
# The list only shrinks.
KEPT = {
    "compliance/shift/shift_report.py": ("called",),
    "engine/houses/house.py": ("posted",),
    "engine/view.py": ("asked", "lit", "said"),
    "games/roulette/law/house.py": ("posted",),
    "games/sic_bo/law/house.py": ("posted",),
    "record/hold_report.py": ("expected", "flagged"),
    "record/other_version.py": ("assumed",),
}


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
            if is_participle(node.name) and not is_flag and not (is_property and _is_kept(path, node.name)):
                yield "names", f"{node.name}, line {node.lineno}"
            text = ast.get_docstring(node)
            if text and not node.name.startswith("_") and not _is_clear(text, is_property):
                yield "docstrings", f"{node.name}, line {node.lineno}: {text.splitlines()[0]}"


def _is_kept(path: Path, name: str) -> bool:
    return any(path == SOURCE / file and name in names for file, names in KEPT.items())


def _first_word(text: str) -> str:
    words = text.replace("`", " ").split()
    return words[0].strip("\"'“”.,:;()") if words else ""


def _is_clear(text: str, is_property: bool) -> bool:
    first = _first_word(text)
    return first in WORDS["verbs"] or first in ARTICLES or (is_property and first not in WORDS["no-nouns"])


def documented_nodes(source: Path) -> Iterator[tuple[str, Documented]]:
    """Yield every module, class and function of a package, with its file and line."""
    for path in sorted(source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, Documented):
                yield f"{path.relative_to(source)}:{getattr(node, 'lineno', 1)}", node


def shares(source: Path) -> dict[str, tuple[int, int]]:
    """Count docstrings that begin with a verb or a question word, and functions named by a participle."""
    functions = [
        node for _, node in documented_nodes(source) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    first_words = [_first_word(text) for node in functions if (text := ast.get_docstring(node))]
    return {
        "docstrings that begin with a verb": (sum(word in WORDS["verbs"] for word in first_words), len(first_words)),
        "docstrings that begin with a question word": (
            sum(word in WORDS["questions"] for word in first_words),
            len(first_words),
        ),
        "functions named by a participle": (sum(is_participle(node.name) for node in functions), len(functions)),
    }


def sample(source: Path, size: int, seed: int) -> Iterator[str]:
    """Yield docstrings drawn at random, then names of functions, arguments and variables."""
    nodes = list(documented_nodes(source))
    texts = [(place, node, text) for place, node in nodes if (text := ast.get_docstring(node))]
    random = Random(seed)
    for place, node, text in random.sample(texts, size):
        yield f"{place} {getattr(node, 'name', '(the module)')}\n    {text.replace(chr(10), chr(10) + '    ')}"
    names = sorted({(place.partition(":")[0], name) for place, node in nodes for name in _names_in(node)})
    yield from (f"{file} {name}" for file, name in random.sample(names, size))


def _names_in(node: Documented) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield f"{node.name}()"
        for inner in ast.walk(node):
            if isinstance(inner, ast.arg):
                yield f"{inner.arg} in {node.name}()"
            elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield f"{inner.id} in {node.name}()"


def main(words: Sequence[str] | None = None) -> None:
    """Print the faults of some packages, the shares, or a sample."""
    parser = argparse.ArgumentParser(prog="python -m kit.wording", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packages", nargs="*", help="name the faults of these packages")
    parser.add_argument("--shares", action="store_true", help="print how docstrings begin and functions are named")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="print N docstrings and N names at random")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the sample (default: 1)")
    options = parser.parse_args(words)
    for path in sorted(path for name in options.packages for path in (SOURCE / name).rglob("*.py")):
        for rule, where in faults(path):
            print(f"{path.relative_to(SOURCE)}: {rule}: {where}")
    if options.shares:
        for what, (part, whole) in shares(SOURCE).items():
            print(f"{what:<44}{part:>6,} of {whole:>6,}{100 * part / whole:>8.1f} percent")
    for line in sample(SOURCE, options.sample, options.seed) if options.sample else ():
        print(line)


if __name__ == "__main__":
    main()
