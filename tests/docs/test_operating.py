"""docs/operating.md and the files in deploy/: nothing in them is made up, and nothing that can go wrong is missing."""

from __future__ import annotations

import ast
import json
import lzma
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from os import environ
from pathlib import Path

import pytest
import yaml

from kit.blocks import blocks
from kit.inside import Inside
from kit.parts import ROOT
from pitboss.cli.main import build_parser, main
from pitboss.server.live import out_of_service, tables
from pitboss.server.ops import health
from pitboss.server.ops.metrics import render_metrics
from pitboss.store import errors
from pitboss.store.chains import anchor_comparison, anchor_export, checkpoint_file
from server.test_roles import play_a_round

PAGE = ROOT / "docs" / "operating.md"
DEPLOY = ROOT / "deploy"
METRIC = re.compile(r"\bpitboss_[a-z_]+")
SOURCE = ROOT / "src" / "pitboss"


@cache
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def rows(head: str) -> list[list[str]]:
    """The cells of every table of the page that begins with this one."""
    matches = re.findall(rf"^\| {re.escape(head)} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", page(), re.M)
    assert matches, head
    return [
        [cell.strip() for cell in line.strip("|\n").split(" | ")] for table in matches for line in table.splitlines()
    ]


def test_the_page_shows_the_files_as_they_are() -> None:
    shown = {block.path: block.text for block in blocks(PAGE)}
    for file in sorted(DEPLOY.iterdir()):
        name = f"deploy/{file.name}"
        assert name in shown or f"`{name}`" in page()
        if name in shown:
            assert shown[name] == file.read_text(encoding="utf-8"), f"{name} was changed; change the page, too"


# --- what to watch


@pytest.fixture(scope="module")
def metrics(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    with Inside(tmp_path_factory.mktemp("operating") / "pit.db") as inside:
        text = render_metrics(inside.casino, inside.app.state.health)
    return set(re.findall(r"^# TYPE (\w+) ", text, re.M))


def metric_names(text: str) -> set[str]:
    return {re.sub(r"_(bucket|sum|count)$", "", name) for name in METRIC.findall(text)}


def test_pages_name_every_metric_and_no_other(metrics: set[str]) -> None:
    rules = (DEPLOY / "prometheus-rules.yml").read_text(encoding="utf-8")
    assert metric_names(rules) <= metrics
    assert metric_names(page()) == metrics
    server = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    listed = server.partition("| name, after `pitboss_` |")[2].partition("\n\n")[0]
    assert {f"pitboss_{name}" for line in listed.splitlines()[2:] for name in cells_names(line)} == metrics


def cells_names(line: str) -> list[str]:
    return re.findall(r"`(\w+)`", line.split("|")[1])


def test_every_alert_has_its_row() -> None:
    (group,) = yaml.safe_load((DEPLOY / "prometheus-rules.yml").read_text(encoding="utf-8"))["groups"]
    alerts = {(rule["alert"], rule["labels"]["severity"]) for rule in group["rules"]}
    assert {tuple(row[3].split(", ")) for row in rows("metric")} == alerts
    for rule in group["rules"]:
        (row,) = (row for row in rows("metric") if row[3].startswith(f"{rule['alert']},"))
        assert metric_names(rule["expr"]) == metric_names(" ".join(row[:2])), rule["alert"]
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["do"].endswith(".")


# --- what to do


def whats() -> Iterator[str]:
    """Yield everything that /readyz can say."""
    yield from (value for name, value in vars(health).items() if name.isupper() and isinstance(value, str))
    for wrong in {*errors.CODES.values(), *errors.NUMBERS.values()}:
        yield f"nothing can be written: {wrong}"
    yield from (tables.FAULTY, out_of_service.UNPLAYABLE)
    for module, pattern in (
        ("server/live/tables.py", r'\.stop\((?:table\.service\.fault or )?"([^"]+)"'),
        ("server/live/staff.py", r'give_up\("([^"]+)"\)'),
        ("server/live/recovery.py", r'why = \(\n +f"([^"]+)"'),
        ("store/table_writes.py", r'FencedError\("([^"]+)"\)'),
    ):
        matches = re.findall(pattern, (SOURCE / module).read_text(encoding="utf-8"))
        assert matches, pattern
        yield from matches


@pytest.mark.parametrize("what", sorted(set(whats())))
def test_every_reason_has_its_row(what: str) -> None:
    said = re.sub(r"\{[^}]*\}", "7", what)
    keys = [re.sub(r"\b[A-Z]+\b", r"\\S+", re.escape(row[0])) for row in rows("`what`")]
    assert any(re.match(key, said) for key in keys), f"no row for: {what}"


def messages() -> Iterator[str]:
    """The messages of warnings and errors in our log."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if re.search(r"\blog\.", text) else ():
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name("log"), attr="warning" | "error" | "exception"),
                    args=[ast.Constant(str(said)), *_],
                ) if said != "%s":
                    yield said
    yield from re.findall(
        r'f"(anchors cannot be sent elsewhere: )', Path(str(anchor_export.__file__)).read_text("utf-8")
    )
    yield from re.findall(r'f"(\{self\.path\} was [^"]+)"', Path(str(checkpoint_file.__file__)).read_text("utf-8"))


@pytest.mark.parametrize("message", sorted(set(messages())))
def test_every_message_of_the_log_has_its_row(message: str) -> None:
    said = re.sub(r"%s|\{[^}]*\}", "X", message).removesuffix(" ")
    keys = {re.sub(r"\b[A-Z]+\b(?! application)", "X", row[0]) for row in rows("message")}
    assert said in keys or f"{said} X" in keys, f"no row for: {message}"


def test_a_paused_start_has_its_rows() -> None:
    text = Path(str(anchor_comparison.__file__)).read_text(encoding="utf-8")
    kinds = set(ast.literal_eval(f"[{re.findall(r'What = Literal.(.*).$', text, re.M)[0]}]"))
    said = " ".join(row[0] for row in rows("it says"))
    words = {
        "missing": "are missing",
        "changed": "not as anchored",
        "added": "no server wrote",
        "register": "register",
        "state": "the lines name",
        "checkpoint file": "checkpoint file is missing",
    }
    assert kinds <= words.keys()
    for word in (*words.values(), "another database", "does not have"):
        assert word in said


# --- the drills, as they are printed


def commands(heading: str) -> list[list[str]]:
    (block,) = re.findall(rf"^### {heading}\n.*?^```sh\n(.*?)^```", page(), re.M | re.S)
    return [shlex.split(line.replace("--port 4701", "--port 0"))[1:] for line in block.splitlines()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_restore_drill_of_the_page_works(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Inside(folder / "pit.db") as inside:
        play_a_round(inside, inside.name("Ann")[0])
        for words in commands("Restore drill"):
            assert main(words) == 0, words
    assert "restored on" in capsys.readouterr().out
    with Inside(folder / "other.db") as inside:
        assert inside.request("GET", "/readyz").status_code == 200
        assert inside.account("Ann").id
        inside.name("Bob")
    assert main(["verify", "--db", "other.db"]) == 0


def test_the_upgrade_drill_of_the_page_works(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = ROOT / "tests" / "upgrade" / "v0.1.0"
    (folder / "pit.db").write_bytes(lzma.decompress((old / "pitboss.db.xz").read_bytes()))
    shutil.copy(old / "pitboss.db.heads", folder / "pit.db.heads")
    for words in commands("Upgrade drill"):
        assert main(words) == 0, words
    assert "it would be copied to trial.db.v1" in capsys.readouterr().out
    with Inside(folder / "trial.db") as inside:
        reasons = [each["what"] for each in inside.request("GET", "/readyz").json()["reasons"]]
    assert any("plays it differently" in each for each in reasons)
    assert (folder / "trial.db.v1").exists()


# --- the service and the container


def serve_words(line: str) -> list[str]:
    """The options of `pitboss serve` in a command, which the program itself reads."""
    words = shlex.split(line.replace("\\\n", " "))
    words = words[words.index("serve") :]
    build_parser("serve").parse_args(words)
    return words


def test_the_service_starts_the_server_with_options_that_it_has() -> None:
    unit = (DEPLOY / "pitboss.service").read_text(encoding="utf-8")
    (start,) = re.findall(r"^ExecStart=((?:.*\\\n)*.*)$", unit, re.M)
    assert {"--db", "--trusted-proxies", "--allowed-hosts", "--metrics-token-file"} <= set(serve_words(start))
    assert "MemoryDenyWriteExecute=" not in unit  # the adviser compiles what it counts with


def test_systemd_understands_the_service(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("NO SYSTEMD-ANALYZE ON THE PATH: deploy/pitboss.service IS NOT TRIED")
    unit = (DEPLOY / "pitboss.service").read_text(encoding="utf-8")
    (tmp_path / "pitboss.service").write_text(
        unit.replace("/opt/pitboss/.venv/bin/pitboss", sys.executable), encoding="utf-8"
    )
    words = [analyze, "verify", "--man=no", str(tmp_path / "pitboss.service")]
    process = subprocess.run(words, capture_output=True, text=True, check=False)
    assert [line for line in process.stderr.splitlines() if "pitboss" in line] == []


def instructions() -> list[tuple[str, str]]:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in lines]


def test_the_container_file_copies_existing_files_and_runs_unprivileged() -> None:
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for _, words in (each for each in instructions() if each[0] == "COPY" and "--from" not in each[1]):
        for source in words.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert f"!{source}" in kept
    last = [name for name, _ in instructions()][::-1].index("FROM")
    of_image = dict(instructions()[-last:])
    assert of_image["USER"] not in ("", "0", "root")
    assert of_image["VOLUME"] == "/data"
    assert "/readyz" in of_image["HEALTHCHECK"]
    assert json.loads(of_image["ENTRYPOINT"]) == ["pitboss"]
    assert "/data/pit.db" in serve_words(shlex.join(json.loads(of_image["CMD"])))
    (checked,) = (words for name, words in instructions() if name == "RUN" and "--check" in words)
    assert "--check" in serve_words(checked)


@pytest.mark.soak
def test_the_commands_of_the_container_file_work_in_an_empty_folder(tmp_path: Path) -> None:
    """Its own commands, in folders of this test in place of the image's."""
    source = tmp_path / "source"
    source.mkdir()
    for name, words in instructions():
        words = words.replace("/opt/pitboss", str(tmp_path / "opt")).replace("/data", str(tmp_path / "data"))
        if name == "COPY" and "--from" not in words:
            for each in words.split()[:-1]:
                (shutil.copytree if (ROOT / each).is_dir() else shutil.copy)(ROOT / each, source / each)
        elif name == "RUN" and "useradd" not in words:
            path = f"{tmp_path / 'opt' / 'bin'}:{Path(sys.executable).parent}:{environ['PATH']}"
            (tmp_path / "data").mkdir(exist_ok=True)
            clean = {key: value for key, value in environ.items() if key != "PYTHONPATH"} | {"PATH": path}
            process = subprocess.run(
                words, shell=True, cwd=source, env=clean, capture_output=True, text=True, check=False
            )
            assert process.returncode == 0, process.stdout + process.stderr
    assert (tmp_path / "opt" / "bin" / "pitboss").exists()


@pytest.mark.soak
def test_the_container_is_built() -> None:
    """The container is built by podman or docker, if one answers and has the base image or can fetch it. PITBOSS_BUILD
    has more options for it: another base (--build-arg BASE=...), or where packages are (-v, --env)."""
    engine = next((name for name in ("podman", "docker") if answers([name, "info"])), None)
    if engine is None:
        pytest.skip("NO CONTAINER ENGINE ANSWERS: deploy/Containerfile WAS NOT BUILT; install podman")
    more = shlex.split(environ.get("PITBOSS_BUILD", ""))
    base = "docker.io/library/python:3.12-slim"
    if (
        "--build-arg" not in more
        and not answers([engine, "image", "inspect", base])
        and not answers([engine, "pull", base])
    ):
        pytest.skip(f"{base} CANNOT BE FETCHED: deploy/Containerfile WAS NOT BUILT; name another base in PITBOSS_BUILD")
    words = [engine, "build", *more, "-t", "pitboss-test", "-f", str(DEPLOY / "Containerfile"), str(ROOT)]
    process = subprocess.run(words, capture_output=True, text=True, check=False)
    answers([engine, "rmi", "-f", "pitboss-test"])
    assert process.returncode == 0, process.stdout[-2000:] + process.stderr[-2000:]
    assert "nothing stands in the way" in process.stdout + process.stderr


def answers(words: list[str]) -> bool:
    return shutil.which(words[0]) is not None and not subprocess.run(words, capture_output=True, check=False).returncode
