"""Rules for the names and docstrings of functions, classes and modules, in src and in tests.

A public function's docstring begins with a verb ("Return ...", "Refuse ..."), or is a noun phrase with its article
("The edge of ..."). A property may also begin with a noun. The docstring of a class or a module is a noun phrase, or a
sentence that says who does what; that of a test is a sentence. None begins with a question word. Nothing is named by a
bare participle (`told`, `Counted`); a property that is true or false may be.

    python -m kit.wording server store          # names the faults of these packages
    python -m kit.wording --shares              # how docstrings begin, and how many names are participles
    python -m kit.wording --sample 30 --seed 7  # docstrings and names drawn at random, for somebody to read
"""

from __future__ import annotations

import argparse
import ast
import re
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
TESTS = Path(__file__).parents[1]
# Names that stay: users of `import pitboss` have them, a record or a client reads them as JSON, or the types of the
# page's JavaScript bear them. The list only shrinks.
KEPT = {
    "common/steps.py": ("Exposed",),
    "compliance/shift/shift_report.py": ("called",),
    "engine/houses/house.py": ("posted",),
    "engine/view.py": ("asked", "lit", "said"),
    "games/roulette/law/house.py": ("posted",),
    "games/sic_bo/law/house.py": ("posted",),
    "public/errors.py": ("Refused",),
    "record/hold_report.py": ("expected", "flagged"),
    "record/other_version.py": ("assumed",),
    "server/live/client_actions.py": ("Acknowledged", "Refused"),
    "server/routes/supervision.py": ("Asked",),
    "server/routes/tables.py": ("Listed",),
    "server/views/citation_panel.py": ("Told",),
    "server/views/last_round.py": ("Settled",),
    "server/views/table_view.py": ("Offered",),
    "table/printed.py": ("Printed",),
}


def is_participle(name: str) -> bool:
    word = name.strip("_")
    regular = word.endswith("ed") and "_" not in word and word not in WORDS["no-participles"]
    return regular or word in WORDS["participles"]


def faults(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each function, class and module of a file that breaks the rule for "names" or for "docstrings"."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Documented):
            name, line = getattr(node, "name", "(the module)"), getattr(node, "lineno", 1)
            if _is_misnamed(path, node):
                yield "names", f"{name}, line {line}"
            text = ast.get_docstring(node)
            if text and not _is_clear(text, node):
                yield "docstrings", f"{name}, line {line}: {text.splitlines()[0]}"


def _is_misnamed(path: Path, node: Documented) -> bool:
    match node:
        case ast.ClassDef():
            words = re.findall(r"[A-Z][a-z0-9]*", node.name)
            return len(words) == 1 and is_participle(words[0].lower()) and not _is_kept(path, node.name)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            is_flag = _is_property(node) and node.returns is not None and ast.unparse(node.returns) == "bool"
            return is_participle(node.name) and not is_flag and not (_is_property(node) and _is_kept(path, node.name))
        case _:
            return False


def _is_property(node: Documented) -> bool:
    decorators = [] if isinstance(node, ast.Module) else node.decorator_list
    return any("property" in ast.unparse(decorator) for decorator in decorators)


def _is_kept(path: Path, name: str) -> bool:
    return any(path == SOURCE / file and name in names for file, names in KEPT.items())


def _first_word(text: str) -> str:
    words = text.replace("`", " ").split()
    return words[0].strip("\"'“”.,:;()") if words else ""


def _is_clear(text: str, node: Documented) -> bool:
    first = _first_word(text)
    if isinstance(node, ast.Module | ast.ClassDef):
        return first not in WORDS["no-nouns"] or first in WORDS["subjects"]
    if node.name.startswith("test_"):
        return first not in WORDS["questions"] | WORDS["fragments"]
    if node.name.startswith("_"):
        return first not in WORDS["questions"]
    return first in WORDS["verbs"] or first in ARTICLES or (_is_property(node) and first not in WORDS["no-nouns"])


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
