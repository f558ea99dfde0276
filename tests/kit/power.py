"""A power cut at its worst: of every file only that is left which was forced to the disk.

A small library between a server and the system keeps a copy of each file whenever the server has had it forced to the
disk. After a kill the copies are put in the place of the files. It is written in C and compiled on the spot.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from kit.programs import need

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* By the descriptor that is open: to open and close a file once more would drop the locks that SQLite has on it. */
static void keep(int fd)
{
    const char *of = getenv("FORCED_OF"), *to = getenv("FORCED_TO");
    char link[64], path[4096], half[8192], whole[8192], buffer[65536];
    struct stat about;
    ssize_t got;
    off_t at = 0;
    if (!of || !to || fstat(fd, &about) || !S_ISREG(about.st_mode)) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    got = readlink(link, path, sizeof path - 1);
    if (got < 0) return;
    path[got] = 0;
    if (strncmp(path, of, strlen(of))) return;
    snprintf(whole, sizeof whole, "%s%s", to, strrchr(path, '/'));
    snprintf(half, sizeof half, "%s.%d.half", whole, (int)gettid());
    int copy = open(half, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    while ((got = pread(fd, buffer, sizeof buffer, at)) > 0 && write(copy, buffer, got) == got) at += got;
    close(copy);
    rename(half, whole);
}

#define FORCE(name) \
    int name(int fd) \
    { \
        int wrong = ((int (*)(int))dlsym(RTLD_NEXT, #name))(fd); \
        if (!wrong) keep(fd); \
        return wrong; \
    }
FORCE(fsync)
FORCE(fdatasync)
"""


class Power:
    """The power of a folder. It can be cut for a program that is started with `environment`."""

    def __init__(self, folder: Path, work: Path) -> None:
        self._folder, self._forced = folder, work / "forced"
        self._forced.mkdir()
        source, library = work / "forced.c", work / "forced.so"
        source.write_text(SOURCE)
        subprocess.run([need("cc"), "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        self.environment = {
            "LD_PRELOAD": str(library),
            "FORCED_OF": f"{folder.resolve()}/",
            "FORCED_TO": str(self._forced),
        }

    def cut(self) -> int:
        """Cut the power after a kill, and return how many bytes were not on the disk."""
        lost = 0
        for path in self._folder.iterdir():
            kept = self._forced / path.name
            if path.name.endswith("-shm"):  # nobody forces it: it is made anew from the log
                path.unlink()
            elif not kept.exists():
                lost += path.stat().st_size
                path.unlink()
            elif kept.read_bytes() != (there := path.read_bytes()):
                lost += max(1, len(there) - kept.stat().st_size)
                shutil.copy(kept, path)
        return lost
