"""The hash chain of a record: each line begins with the hash of the line before it."""

from __future__ import annotations

from hashlib import sha256
from typing import BinaryIO

from pitboss.engine.record import START
from pitboss.record.record_lines import is_torn


class Chain:
    """The hash chain of a record, followed line by line."""

    def __init__(self) -> None:
        self.count = 0  # number of lines so far
        self.head = START  # the hash of the last of them
        self.broken: int | None = None  # number of the first line that does not have the hash of the line before it
        self.torn = False  # whether a torn line follows

    def follow(self, line: bytes) -> None:
        self.count += 1
        if self.broken is None and not line.startswith(b'{"prev":"%b",' % self.head.encode()):
            self.broken = self.count
        self.head = sha256(line).hexdigest()

    def faults(self) -> list[str]:
        """Describe what is wrong with the chain, one sentence for each fault."""
        sentences = []
        if self.broken is not None:
            sentences.append(f"line {self.broken} does not have the hash of the line before it")
        if self.torn:
            sentences.append(
                f"line {self.count + 1} is torn: it was cut off while it was written; what stands before it is whole"
            )
        return sentences


def follow_chain(file: BinaryIO, wanted: int = 0) -> tuple[Chain, str]:
    """Follow the chain to its end, and return it with the hash of the line whose number is `wanted`."""
    chain, wanted_hash = Chain(), ""
    file.seek(0)
    for raw in file:
        if is_torn(raw):
            chain.torn = True
        else:
            chain.follow(raw.removesuffix(b"\n").removesuffix(b"\r"))
            if chain.count == wanted:
                wanted_hash = chain.head
    return chain, wanted_hash
