"""A real cluster of processes on this machine: workers with and without a card, killed, too many or too few, and the
answer is the same; what is missing is said in a sentence."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import zlib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from kit.local_cluster import TESTS, LocalCluster
from kit.programs import needs
from kit.series import for_soak
from pitboss import __version__
from pitboss.analysis import setting
from pitboss.cli.main import main
from pitboss.counting.exact_model import ImpossibleError
from pitboss.simulation.machines import cluster_play, cluster_worker
from pitboss.simulation.machines.cluster_play import Cluster
from pitboss.simulation.plan import NamedWay, plan
from pitboss.simulation.run import play_chunk

GAME = "three-card-poker"

# Short stretches; what is done is saved at once, a file tells that two workers have played, and another how much.
CLIENT = """
import pitboss.cli.commands.simulate, pitboss.cli.main, pitboss.simulation.machines.cluster_play as it
from pathlib import Path
class Played(dict):
    def __setitem__(self, worker, units):
        super().__setitem__(worker, units)
        Path(f"{len(self)}-played").touch()
        Path("units").write_text(str(sum(self.values())))
connect = it.Cluster.__init__
def connected(cluster, *where):
    connect(cluster, *where)
    cluster.played = Played()
it.Cluster.__init__ = connected
it.SECONDS, it.LEAST, it.LOOK, it.MEETING = 0.1, 0.05, 0.2, 600
pitboss.cli.commands.simulate.SAVE_EVERY = 0
pitboss.cli.main.entry()
"""


def start_client(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", CLIENT, "simulate", GAME, "--json", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)


def until(going: subprocess.Popen[bytes], file: Path) -> None:
    while not file.exists():
        assert going.poll() is None, going.communicate()
        time.sleep(0.005)


def wait_until_saved(going: subprocess.Popen[bytes], file: Path) -> None:
    """Wait until the file of a run is written."""
    until(going, file)
    while not units_in(file):
        assert going.poll() is None, going.communicate()
        time.sleep(0.005)


def units_in(file: Path) -> int:
    found: int = json.loads(file.read_bytes().partition(b"\n")[2])["tally"]["units"]
    return found


def here(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["simulate", GAME, "--json", "--workers", "1", *words]) == 0
    return capsys.readouterr().out


@needs("cc")
def test_a_worker_with_a_card_is_killed_and_the_answer_is_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same = ("--rounds", "2e7", "--session", "700", "--bankroll", "200")
    with LocalCluster(tmp_path) as cluster:
        cluster.worker()
        doomed = cluster.card_worker()
        cluster.wait_for_workers()
        going = start_client(tmp_path, *same, "--cluster", cluster.address, "--device", "auto", "--save", "run")
        until(going, tmp_path / "2-played")
        doomed.kill()
        assert going.poll() is None
        out, err = going.communicate()
    told = err.decode()
    assert going.returncode == 0, told + cluster.logs()
    assert f"on 2 workers of {cluster.address}: one thread, 1 x C compiler\n" in told
    assert "2 workers played " in told
    assert int((tmp_path / "units").read_text()) == 2 * 10**7  # each unit is counted once
    assert out.decode() == here(capsys, *same)


@pytest.mark.soak
def test_a_stopped_run_can_be_resumed_elsewhere_with_other_workers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stop a run with Ctrl-C, resume it with two workers instead of one, kill the first of them, and finish on this
    machine."""
    same = ("--session", "9e6", "--rounds")  # longer than a stretch, and than several chunks
    with LocalCluster(tmp_path) as cluster:
        doomed = cluster.worker()
        going = start_client(tmp_path, *same, "4e7", "--cluster", str(cluster.file), "--save", "run")
        wait_until_saved(going, tmp_path / "run")
        going.send_signal(signal.SIGINT)
        out, err = going.communicate()
        assert (going.returncode, out) == (130, b"")
        assert b"--resume run goes on" in err
        assert 0 < units_in(tmp_path / "run") < 4 * 10**7
        cluster.worker()
        cluster.wait_for_workers()
        for mark in tmp_path.glob("*-played"):
            mark.unlink()
        going = start_client(tmp_path, *same, "4e7", "--cluster", cluster.address, "--resume", "run")
        until(going, tmp_path / "2-played")
        doomed.kill()
        out, err = going.communicate()
        assert going.returncode == 0, err.decode() + cluster.logs()
    assert units_in(tmp_path / "run") == 4 * 10**7
    assert out.decode() == here(capsys, *same, "4e7")
    there = here(capsys, *same, "4.4e7", "--resume", str(tmp_path / "run"))
    assert there == here(capsys, *same, "4.4e7")


@pytest.mark.soak
def test_a_run_survives_a_lost_worker_and_reports_a_lost_scheduler(tmp_path: Path) -> None:
    """If a worker dies, another one goes on. If the scheduler is gone, a message says so."""
    with LocalCluster(tmp_path) as cluster:
        doomed = cluster.worker()
        going = start_client(tmp_path, "--rounds", "1e10", "--cluster", cluster.address, "--save", "run")
        wait_until_saved(going, tmp_path / "run")
        doomed.kill()
        cluster.worker()
        until(going, tmp_path / "2-played")
        cluster.processes[0].kill()
        _, err = going.communicate()
    assert going.returncode == 2
    assert f"the scheduler at {cluster.address} is gone or was restarted" in err.decode().splitlines()[-1]
    assert units_in(tmp_path / "run") > 0


@pytest.mark.soak
def test_a_worker_of_another_version_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other" / "pitboss-0.0.1.dist-info"
    other.mkdir(parents=True)
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: pitboss\nVersion: 0.0.1\n")
    path = {"PYTHONPATH": os.pathsep.join([str(other.parent), str(TESTS)])}
    with LocalCluster(tmp_path, **path) as cluster:
        _, err = start_client(tmp_path, "--rounds", "10", "--cluster", cluster.address).communicate()
        assert f"the scheduler has Pitboss 0.0.1, and you have {__version__}; install the same" in err.decode()
    with LocalCluster(tmp_path) as cluster:
        cluster.worker(**path)
        cluster.wait_for_workers()
        _, err = start_client(tmp_path, "--rounds", "10", "--cluster", cluster.address).communicate()
        assert "worker tcp://127.0.0.1:" in err.decode()
        assert f" has Pitboss 0.0.1, and you have {__version__}; install the same" in err.decode()
    going = start_client(tmp_path, "--rounds", "10", "--cluster", cluster.address)  # where nobody is any longer
    _, err = going.communicate()
    assert going.returncode == 2
    assert f"no scheduler answers at {cluster.address} " in err.decode().splitlines()[-1]


# --- what travels


@pytest.mark.parametrize("game", [GAME, "craps", *map(for_soak, ("let-it-ride", "winners-pot-poker", "roulette"))])
def test_strategies_are_sent_as_tables(game: str) -> None:
    """A packed plan names no function of this file, which no worker has, and plays the same."""
    found = plan(setting(game), seats=2, ways=[NamedWay("mine", lambda asked: np.ones(len(asked), np.uint8))])
    assert found.study.game.read_input  # as where a record was read before, with what no pickle holds
    box = cluster_worker.pack(found)
    assert Path(__file__).stem.encode() not in zlib.decompress(box.content)
    there = cluster_worker._prepare_device(box, "cpu").plan
    assert [each.choose for each in there.ways] == [None]
    assert there.identity["tables"] == found.identity["tables"]
    assert play_chunk(there, 1_000, 500) == play_chunk(found, 1_000, 500)


@pytest.mark.parametrize(
    ("other", "wrong"),
    [
        ({"python": "2.7"}, r"it runs Python 3\.\d+, and you run 2\.7; use the same on all machines"),
        ({"kernels": "others"}, "its kernels are those of another Pitboss; install the same version"),
    ],
)
def test_a_worker_refuses_what_is_not_its_own(other: dict[str, str], wrong: str) -> None:
    box = cluster_worker.pack(plan(setting("craps")))
    with pytest.raises(ImpossibleError, match=wrong):
        cluster_worker._prepare_device(box._replace(**other), "cpu")  # type: ignore[arg-type]


# --- what is missing


def test_a_missing_dask_is_reported_with_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["simulate", GAME, "--rounds", "10", "--cluster", "tcp://10.0.0.5:8786"]) == 2
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert "a cluster needs Dask, and distributed is not installed; install it with: pip install 'pitboss[clu" in output


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (
            ("--cluster", "nowhere.json"),
            "nowhere.json does not exist; it is written by: dask scheduler",
        ),
        (("--cluster", "x:1", "--audited"), "the audited engine plays on this machine alone; leave out --cluster"),
        (
            ("--cluster", "x:1", "--workers", "3"),
            "--workers is about this machine, and a cluster has its own",
        ),
    ],
)
def test_impossible_options_are_refused_in_one_line(
    words: tuple[str, ...], wrong: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace())  # nothing is asked of it
    assert main(["simulate", GAME, "--rounds", "10", *words]) == 2
    output = capsys.readouterr().err
    assert wrong in output
    assert output.count("\n") == 1


class Answering:
    """A scheduler that is somebody else's."""

    def __init__(self, version: str | Exception) -> None:
        self.version, self.closed = version, False

    def run_on_scheduler(self, ask: object, name: str) -> str:
        if isinstance(self.version, Exception):
            raise self.version
        return self.version

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("version", "wrong"),
    [
        ("0.0.1", f"the scheduler has Pitboss 0.0.1, and you have {__version__}; install the same version"),
        (metadata.PackageNotFoundError("pitboss"), "the scheduler at x:1 has no Pitboss; install version"),
    ],
)
def test_a_scheduler_of_another_version_is_refused(
    version: str | Exception, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Answering(version)
    monkeypatch.setattr(cluster_play, "import_dask", lambda: SimpleNamespace(Client=lambda **where: client))
    with pytest.raises(ImpossibleError, match=wrong):
        Cluster("x:1", "cpu")
    assert client.closed


def test_an_address_that_does_not_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(**where: object) -> None:
        raise TimeoutError("Timed out trying to connect to tcp://x:1 after 10 s")

    monkeypatch.setattr(cluster_play, "import_dask", lambda: SimpleNamespace(Client=nobody))
    with pytest.raises(ImpossibleError, match=r"no scheduler answers at x:1 .*start one with: dask scheduler"):
        Cluster("x:1", "cpu")
