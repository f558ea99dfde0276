"""Evidence: which paragraphs each test really ran, and whether the test notices when one is switched off.

Every test that counts as evidence runs under a watcher. A test marked `law(edition, paragraph)` fails unless something
that cites the paragraph ran while rules of that text were in play. With --teeth it is then run again with that
paragraph switched off, and again with each of its numbers changed by one: each time it must fail. With --mutants it is
run again with one thing changed in what the paragraph does; some test of the paragraph must fail.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import pytest

from kit import evidence, long_tests, series
from kit.declared_citations import watch_findings
from kit.mutants import Mutant, Shifted, TriedMutant, complaints, in_sample, kind_of, mutants_of, page, wrong_numbers
from kit.truth import lies
from kit.wrong_code import WrongCode, carriers, done_wrongly, wrongs_of
from pitboss.law import force
from pitboss.law.rules import section_of

MOST_ACTS = 5_000  # of one test that are looked at for what could be done wrongly
MOST_MEGABYTES = 2_000  # that a process with tests may ever hold; kernels, pictures and pages all come to one
TOO_LONG = 10  # seconds; a law test takes a fraction of one
watch_findings()

found: evidence.Evidence = {}
wrongly: list[TriedMutant] = []
killed: set[tuple[str, str]] = set()  # what a test of this process has noticed already
peaks: dict[str, int] = {}  # by process: the most megabytes it ever held


class Recorder:
    def __init__(self, off: str = "", shifted: Shifted | None = None, mutant: Mutant | None = None) -> None:
        self.off, self.shifted, self.mutant = off, shifted or {}, mutant
        self.truthful = False  # whether acts must tell what is so
        self.acts: list[Any] = []  # what was done
        self.asked: set[str] = set()  # paragraphs whose being in force mattered
        self.numbers: dict[tuple[str, str], int] = {}
        self.begun: list[Any] = []  # tables at which what the mutant changes was done before
        self.last_table: Any = None
        self.kinds: Counter[str] = Counter()  # of the acts at that table
        self.repeated: set[str] = set()  # kinds of which a round saw more than one
        self.texts: dict[str, set[str]] = {}  # section -> texts in play

    def in_force(self, paragraph: str) -> bool:
        self.asked.add(paragraph)
        return paragraph != self.off

    def number(self, paragraph: str, key: str, number: int) -> int:
        self.numbers[paragraph, key] = number
        return number + self.shifted.get((paragraph, key), 0)

    def act(self, step: Any, table: Any) -> Any:
        if self.mutant is not None:
            if self.mutant.is_of(step):
                first = not any(each is table for each in self.begun)
                step = self.mutant.apply(step, first)
                if first:
                    self.begun.append(table)
        elif len(self.acts) < MOST_ACTS:
            self.acts.append(step)
            if table is not self.last_table:
                self.last_table, self.kinds = table, Counter()
            self.kinds[kind_of(step)] += 1
            if self.kinds[kind_of(step)] > 1:
                self.repeated.add(kind_of(step))
        if self.truthful and (found := list(lies(step, table))):
            raise AssertionError(f"{step} says what is not so: {found}")
        return step

    def rules_made(self, sections: dict[str, str]) -> None:
        for section, text in sections.items():
            self.texts.setdefault(section, set()).add(text)

    def ran(self) -> set[tuple[str, str]]:
        paragraphs = self.asked | {paragraph for paragraph, _ in self.numbers}
        return {(text, paragraph) for paragraph in paragraphs for text in self.texts.get(section_of(paragraph), ())}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--teeth", action="store_true", help="run law tests again with what they claim switched off")
    parser.addoption(
        "--mutants", choices=("ignore", "sample", "check"), default="ignore", help="law tests again, done wrongly"
    )
    parser.addoption("--mutants-page", type=Path, help="file for the page about all mutants, with --mutants=check")
    parser.addoption("--evidence", choices=("ignore", "check", "write"), default="ignore", help="of the whole run")


@pytest.fixture(autouse=True)
def recorder(request: pytest.FixtureRequest) -> Iterator[Recorder]:
    """Record the acts of a test that counts as evidence. Any other is played as outside tests, which takes half the
    time."""
    watching = Recorder()
    watching.truthful = request.node.get_closest_marker("law") is not None
    counts = watching.truthful or request.node.get_closest_marker("golden") is not None
    before = force.watch(watching if counts else None)
    yield watching
    force.watch(before)


def claims(item: pytest.Item) -> list[tuple[str, str]]:
    return [(mark.args[0], mark.args[1]) for mark in item.iter_markers("law")]


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    result = yield
    watching = pyfuncitem.funcargs["recorder"]
    assert isinstance(watching, Recorder)
    if claimed := claims(pyfuncitem):
        idle = [claim for claim in claimed if claim not in watching.ran()]
        assert not idle, f"claims {idle}, but nothing that cites it ran"
        pyfuncitem.user_properties.append(("law", claimed))
        if pyfuncitem.config.getoption("--teeth"):
            _bite(pyfuncitem, {paragraph for _, paragraph in claimed}, watching)
        if pyfuncitem.config.getoption("--mutants") != "ignore":
            _do_wrongly(pyfuncitem, claimed, watching)
    if any(pyfuncitem.iter_markers("golden")):
        pyfuncitem.user_properties.append(("golden", sorted(watching.ran())))
    return result


def _bite(item: pytest.Function, claimed: set[str], plain: Recorder) -> None:
    arguments = {name: item.funcargs[name] for name in item._fixtureinfo.argnames}
    switched = [Recorder(off=paragraph) for paragraph in sorted(claimed & plain.asked)]
    switched += [Recorder(shifted={key: 1}) for key in sorted(plain.numbers) if key[0] in claimed]
    for mutant in switched:
        before = force.watch(mutant)
        try:
            item.obj(**arguments)
        except Exception:
            continue
        finally:
            force.watch(before)
        pytest.fail(f"toothless: it passes with {mutant.off or mutant.shifted} switched off or changed by one")


def _do_wrongly(item: pytest.Function, claimed: list[tuple[str, str]], plain: Recorder) -> None:
    """Run a test again with its paragraphs carried out otherwise than their text says, and note whether it notices."""
    arguments = {name: item.funcargs[name] for name in item._fixtureinfo.argnames}
    sampled = item.config.getoption("--mutants") == "sample"
    for where, what, wrongly_done in _ways_to_be_wrong(item, claimed, plain):
        if (where, what) in killed or (sampled and not in_sample(where, what)):
            continue
        with wrongly_done:
            noticed = _notices(item, arguments)
        if noticed:
            killed.add((where, what))
        item.user_properties.append(("mutant", [where, what, noticed]))


def _notices(item: pytest.Function, arguments: dict[str, Any]) -> bool:
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(TOO_LONG)
    try:
        item.obj(**arguments)
    except Exception:
        return True
    finally:
        signal.alarm(0)
    return False


def _too_long(signum: int, frame: object) -> None:
    raise TimeoutError("it does not come to an end")


def _ways_to_be_wrong(
    item: pytest.Function, claimed: list[tuple[str, str]], plain: Recorder
) -> Iterator[tuple[str, str, AbstractContextManager[None]]]:
    package = f"pitboss.games.{item.path.parent.name}"
    for text, paragraph in claimed:
        where = f"{paragraph} of {text}"
        for mutant in mutants_of(paragraph, plain.acts, plain.repeated):
            yield where, str(mutant), _watching(Recorder(mutant=mutant))
        for what, shifted in wrong_numbers(paragraph, plain.numbers):
            yield where, what, _watching(Recorder(shifted=shifted))
        for place in carriers(package).get((text, paragraph), ()):
            for wrong in wrongs_of(place):
                yield place, wrong.description, _with_code(wrong)


@contextmanager
def _watching(recorder: Recorder) -> Iterator[None]:
    recorder.truthful = True
    before = force.watch(recorder)
    try:
        yield
    finally:
        force.watch(before)


@contextmanager
def _with_code(wrong: WrongCode) -> Iterator[None]:
    with _watching(Recorder()), done_wrongly(wrong):
        yield


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when != "call" or not report.passed:
        return
    for kind, value in report.user_properties:
        if kind == "mutant":
            assert isinstance(value, list)
            where, what, noticed = value
            wrongly.append(TriedMutant(where, what, noticed, report.nodeid.partition("/")[2]))
        if kind in ("law", "golden"):
            assert isinstance(value, list)
            for edition, paragraph in value:
                tests = found.setdefault(str(edition), {}).setdefault(str(paragraph), [])
                name = report.nodeid.partition("/")[2]
                if name not in tests:
                    tests.append(name)


@pytest.fixture(autouse=True, scope="module")
def forgets(request: pytest.FixtureRequest) -> Iterator[None]:
    """Forget at the end of a file of tests what was cached for it, so that it does not stay in the worker."""
    yield
    folder = str(request.path.parent)
    for name, module in list(sys.modules.items()):
        if name == "kit.leaky" or os.path.dirname(getattr(module, "__file__", None) or "") == folder:
            for held in list(vars(module).values()):
                if isinstance(held, _lru_cache_wrapper):
                    held.cache_clear()
    if (solved := sys.modules.get("pitboss.games.ultimate_texas_holdem.math.exact")) is not None:
        solved._solutions.clear()
        solved._recent_ends.clear()


def peak() -> int:
    """The most megabytes that this process ever held."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held // (1_000_000 if sys.platform == "darwin" else 1_000)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    peaks[node.gateway.id] = getattr(node, "workeroutput", {}).get("peak", 0)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["peak"] = peak()
        return
    _tell_of_memory(session)
    wanted = session.config.getoption("--evidence")
    mutants = session.config.getoption("--mutants")
    if mutants != "ignore" and exitstatus == 0:
        _tell_of_mutants(session, mutants)
    # A run with failures proves nothing, so it writes nothing either.
    if wanted == "ignore" or exitstatus != 0:
        return
    written = evidence.read()
    if wanted == "write":
        evidence.write(evidence.renew_lists(written, found))
    elif paragraphs := evidence.stale(written, found):
        print(f"\nlaw/evidence.json is stale at {', '.join(paragraphs)}: run 'make renew' and commit the result")
        session.exitstatus = 1


def _tell_of_memory(session: pytest.Session) -> None:
    """A process that has held too much fails the run: something keeps what it should let go."""
    peaks["pytest"] = peak()
    for process, held in sorted(peaks.items()):
        if held > MOST_MEGABYTES:
            print(
                f"\n{process} held {held:,} MB of memory at its most; no process with tests may hold more than "
                f"{MOST_MEGABYTES:,} MB",
                end="",
            )
            session.exitstatus = 1


def _tell_of_mutants(session: pytest.Session, wanted: str) -> None:
    """Fail the run at each new survivor, and write the page about all mutants if a file is named."""
    wrong = complaints(wrongly, whole=wanted == "check")
    if (file := session.config.getoption("--mutants-page")) is not None:
        file.write_text(page(wrongly), encoding="utf-8")
    for each in wrong:
        print(f"\n{each}", end="")
    if wrong:
        session.exitstatus = 1


def pytest_configure(config: Any) -> None:
    found.clear()
    series.soaking = config.option.markexpr != "not soak"
    gc.disable()  # while tests are collected, by the ten thousand, there is none


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    long_tests.leave_to_the_soak(items)  # before marks choose what is run


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()  # what was collected stays until the end
    gc.enable()
