"""A Dask cluster on this machine, of real processes: a scheduler, and workers that can be killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from kit.parts import ROOT

TESTS = ROOT / "tests"


class LocalCluster:
    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.processes = folder, list[subprocess.Popen[bytes]]()
        self.file = folder / "scheduler.json"
        self.file.unlink(missing_ok=True)  # another cluster's
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", **environment)
        self.address = ""
        while not self.address:
            assert self.processes[0].poll() is None, self.logs()
            time.sleep(0.02)
            if self.file.exists() and (text := self.file.read_text("utf-8")):
                self.address = json.loads(text)["address"]

    def worker(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start a process with one thread, which nobody starts again."""
        alone = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        return self._start("worker", *alone, *options, **environment)

    def card_worker(self) -> subprocess.Popen[bytes]:
        """Start a worker with a graphics card, or with what stands in for one."""
        return self.worker("--preload", "kit.c_worker")

    def wait_for_workers(self) -> None:
        """Wait until the scheduler knows all workers."""
        for number, process in enumerate(self.processes[1:], 1):
            log = self.folder / f"worker-{number}.log"
            while "Registered to" not in log.read_text("utf-8"):
                assert process.poll() is None, self.logs()
                time.sleep(0.02)

    def _start(self, what: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *options]
        with (self.folder / f"{what}-{len(self.processes)}.log").open("wb") as log:
            started = subprocess.Popen(
                [*words, "--scheduler-file", str(self.file)],
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONPATH": str(TESTS), **environment},
            )
        self.processes.append(started)
        return started

    def logs(self) -> str:
        return "\n".join(path.read_text("utf-8") for path in sorted(self.folder.glob("*.log")))

    def __enter__(self) -> LocalCluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, raised: object, where: TracebackType | None) -> None:
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()
