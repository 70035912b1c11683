"""Runs `xmldict records` on a part of a file."""

import signal
import subprocess
import tempfile
from typing import NamedTuple

BLOCK_SIZE = 4 << 20

# One shape for all documents: an element is an object of attributes (@name), text (#text) and lists of elements (name).
SHAPE = ["--unwrap-root", "--always-array", "--no-collapse", "--empty", "dictionary"]
SHAPE += ["--attributes", "prefixed:@", "--text-key", "#text"]


class Reading(NamedTuple):
    """How elements are read."""

    command: str
    records: str
    arguments: tuple

    def _arguments(self, file, *more):
        return [self.command, "records", *SHAPE, *self.arguments, *more, "--", self.records, file]

    def checkpoints(self, file, count):
        """The checkpoints that divide a file. A file that is not divided has None, and is not read."""
        if count == 1:
            return [None]
        result = subprocess.run(self._arguments(file, "--split", str(count)), capture_output=True, encoding="utf-8")
        if result.returncode != 0:
            raise RuntimeError(_message(file, result.returncode, result.stderr))
        return result.stdout.splitlines()

    def blocks(self, file, checkpoint):
        """Yields blocks of complete lines, which are elements as JSON. Raises an error if the command fails at any time."""
        is_compressed = file.endswith(".gz")
        part = ["--part", "1/1"] if checkpoint is None else ["--range", "-"]
        arguments = self._arguments("-") if is_compressed else self._arguments(file, *part)
        with tempfile.TemporaryFile() as standard_input, tempfile.TemporaryFile() as errors:
            if checkpoint is not None:
                standard_input.write(checkpoint.encode())
                standard_input.seek(0)
            unpacking = None
            if is_compressed:
                unpacking = subprocess.Popen(["gzip", "-dc", file], stdout=subprocess.PIPE, stderr=errors)
            source = unpacking.stdout if unpacking else standard_input
            process = subprocess.Popen(arguments, stdin=source, stdout=subprocess.PIPE, stderr=errors)
            processes = [process, unpacking] if unpacking else [process]
            if unpacking:
                unpacking.stdout.close()
            try:
                yield from _complete_lines(process.stdout)
                statuses = [one.wait() for one in processes]
            finally:
                # Spark does not always want all rows.
                for one in processes:
                    one.kill()
                    one.wait()
                process.stdout.close()
            # A status of 3 means that a compressed file contains no elements.
            if is_compressed and statuses[0] == 3:
                statuses[0] = 0
            if any(statuses):
                errors.seek(0)
                raise RuntimeError(_message(file, next(filter(None, statuses)), errors.read().decode(errors="replace")))


def _complete_lines(stream):
    rest = b""
    while data := stream.read(BLOCK_SIZE):
        end = data.rfind(b"\n") + 1
        if end == 0:
            rest += data
            continue
        yield rest + data[:end]
        rest = data[end:]
    # If the command ended in the middle of a line, it has failed.


def _message(file, status, errors):
    reason = f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"
    return f"{file}: xmldict ended with {reason}\n{errors}".rstrip()
