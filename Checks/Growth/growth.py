"""Measures how the time of each entry point grows with the size of each shape of document.

Each cell is measured at n, 2n, 4n and 8n bytes. Where the exponent of the last doublings is above LIMIT it is measured
again a few times, then by its processor time, and then by the instructions that valgrind counts, where there is one, so
that neither a busy machine nor its caches decide. The exit status is 1 when anything grows faster.

Without SHAPE, --entry and --all, the cells are those that selection.py selects.
"""

import argparse
import concurrent.futures
import functools
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

from selection import Selection

LIMIT = 1.15
# If every doubling is above this exponent, it is not noise; otherwise, the number of instructions decides. Two of three
# may be above it because a document no longer fits into a cache that others use too.
CERTAIN = 1.6
# If a shape fails at this many entry points, the others are skipped.
ENOUGH = 5
# Times below this are ignored: at 8n, in seconds.
LEAST_TIME = 0.008
FACTORS = (1, 2, 4, 8)
# How often a cell that seems to grow too fast is measured again before its instructions are counted.
REPETITIONS = 4
# The limit of processor time for each run.
SECONDS = 20

# For each command: the kinds of documents to read, the entry point that it begins with, and its arguments.
COMMANDS = {
    "xmldict-json": ("wellFormed,malformed", "tree", ["json"]),
    "xmldict-get": ("wellFormed", "tree", ["get", "//a/b"]),
    "xmldict-records": ("wellFormed,malformed", "records", ["records", "*/*"]),
    "xmldict-records-jobs": ("wellFormed", "records", ["records", "--jobs", "2", "*/*"]),
    "xmldict-tree": ("wellFormed", "tree", ["tree"]),
    "xmldict-set": ("wellFormed", "tree", ["set", "*/@new", "1"]),
    "xmldict-swift": ("wellFormed", "tree", ["swift"]),
    "xmldict-events": ("wellFormed,malformed", "tree", ["events"]),
    "xmldict-lint": ("wellFormed,malformed,declaration", "checked-of-65536", ["lint"]),
    "xmldict-lint-recover": ("malformed,repeatedFault", "repaired-text-of-65536", ["lint", "--recover"]),
    "xmldict-repair": ("wellFormed,malformed,declaration", "repaired-text-of-65536", ["repair"]),
    "xmldict-json-recover": ("malformed", "repair", ["json", "--recover"]),
    "xmldict-format": ("wellFormed,malformed", "reader", ["format", "--minify"]),
    "xmldict-xml": ("json", "nothing", ["xml"]),
    "xmldict-xml-pretty": ("json", "xmldict-xml", ["xml", "--pretty"]),
    "xmldict-json-html": ("html", "html", ["json", "--html"]),
    "xmldict-format-html": ("html", "html", ["format", "--html"]),
}


@dataclass
class Cell:
    """A shape at an entry point."""

    shape: str
    entry_point: str
    beginning: str
    base: int

    @property
    def is_command(self):
        return self.entry_point in COMMANDS

    @property
    def sizes(self):
        # Times of a command on a small document are meaningless.
        return [self.base * factor for factor in (FACTORS[1:] if self.is_command else FACTORS)]


@dataclass
class Result:
    cell: Cell
    times: list  # Seconds at each size, as far as it came.
    memory: list  # KiB at each size.
    fault: str = ""  # Why the cell fails besides its exponent.
    by: str = "time"  # What the exponent is of.
    exponent: float = 0.0

    @property
    def is_plain(self):
        """Whether noise can be ruled out as the cause, if the times are exact."""
        if len(self.times) < 2:
            return bool(self.fault)
        doublings = zip(self.times, self.times[1:])
        return bool(self.fault) or self.times[-1] > 0.02 and all(exponent(pair) > CERTAIN for pair in doublings)

    @property
    def fails(self):
        return bool(self.fault) or self.exponent > LIMIT

    @property
    def memory_exponent(self):
        if len(self.memory) < len(FACTORS) or self.memory[-1] < 64 << 10 or self.memory[0] < 1024:
            return 0.0
        return math.log2(self.memory[-1] / self.memory[0]) / math.log2(FACTORS[-1])

    def __str__(self):
        times = "  ".join(f"{time:8.4f}" for time in self.times)
        memory = f"  memory {self.memory[-1] >> 10} MiB ^{self.memory_exponent:.2f}" if self.memory_exponent > 1.2 else ""
        how = self.fault or f"^{self.exponent:.2f} ({self.by})"
        return f"{self.cell.shape:42} {self.cell.entry_point:32} n={self.cell.base:<7} {times}  {how}{memory}"


def exponents(values):
    """Returns the exponents of the last two doublings."""
    return [math.log2(max(b, 1e-9) / max(a, 1e-9)) for a, b in zip(values, values[1:])][-2:]


def exponent(values):
    """Returns the larger exponent of the last doubling and the last two doublings."""
    last = exponents(values)
    return max(last[-1], sum(last) / len(last))


class Runner:
    def __init__(self, tool, command):
        self.tool, self.command = tool, command
        self.valgrind = shutil.which("valgrind")
        self.folder = tempfile.mkdtemp(prefix="growth-")

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def spawn(self, arguments):
        """Runs a process. Returns its status, the beginning of its output, its elapsed time and its memory."""

        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if arguments[0] == self.command:
                resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))

        with tempfile.TemporaryFile() as output:
            start = time.monotonic()
            process = subprocess.Popen(
                arguments, stdout=output, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, preexec_fn=limit,
                env=dict(os.environ, SWIFT_BACKTRACE="enable=no", TMPDIR=self.folder))
            _, status, usage = os.wait4(process.pid, 0)
            elapsed = time.monotonic() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            text = output.read(1 << 12).decode(errors="replace")
        return process.returncode, text, elapsed, usage.ru_maxrss

    @functools.cached_property
    def start_up(self):
        """Returns what the command needs for an empty document: seconds and KiB."""
        path = os.path.join(self.folder, "empty.xml")
        with open(path, "w") as file:
            file.write("<r/>")
        runs = [self.spawn([self.command, "json", path])[2:] for _ in range(9)]
        return min(run[0] for run in runs), min(run[1] for run in runs)

    def run(self, cell, mode):
        """Measures a cell at all its sizes."""
        result = Result(cell, [], [])
        if cell.is_command:
            self.run_command(result, 1 if mode == "quick" else 5)
            # Starting a process takes longer than reading many of the documents.
            if not result.fault and (result.times[-1] < 0.2 or not result.is_plain):
                return result
        else:
            status, text, *_ = self.spawn(
                [self.tool, "run", mode, cell.shape, cell.entry_point, *map(str, cell.sizes)])
            for line in text.splitlines():
                result.times.append(float(line.split()[0]))
                result.memory.append(int(line.split()[1]))
            if status != 0:
                result.fault = self.fault(status, cell.sizes[len(result.times)])
        if len(result.times) > 1 and result.times[-1] > LEAST_TIME:
            result.exponent = exponent(result.times)
        return result

    def run_command(self, result, repetitions):
        for size in result.cell.sizes:
            best, memory = math.inf, 0
            for _ in range(repetitions):
                status, _, elapsed, peak = self.spawn(self.arguments(result.cell, size))
                if status < 0 or status > 64:
                    result.fault = self.fault(status, size)
                    return
                best, memory = min(best, elapsed - self.start_up[0]), max(memory, peak - self.start_up[1])
                if elapsed > 1:
                    break
            result.times.append(max(0.0, best))
            result.memory.append(max(0, memory))
            if best > 0.5 and len(result.times) > 1 and exponent(result.times) > CERTAIN:
                return

    def arguments(self, cell, size):
        """Returns the command for a document of this size, which is written the first time."""
        path = os.path.join(self.folder, f"{cell.shape}-{size}.xml")
        if not os.path.exists(path):
            # Another thread may be writing the same document.
            part = f"{path}.{threading.get_ident()}"
            subprocess.run([self.tool, "write", cell.shape, str(size), part], check=True)
            os.replace(part, path)
        return [self.command, *COMMANDS[cell.entry_point][2], path]

    def fault(self, status, size):
        if status == -signal.SIGXCPU or status == -signal.SIGKILL:
            return f"more than {SECONDS} s at {size} bytes"
        return f"status {status} at {size} bytes"

    @functools.cache
    def instructions(self, shape, entry_point, size):
        """Returns how many instructions a run takes; None if valgrind cannot count them."""
        arguments = [self.tool, "run", "once", shape, entry_point, str(size)]
        with tempfile.NamedTemporaryFile(dir=self.folder) as log:
            status, *_ = self.spawn([
                self.valgrind, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
                f"--log-file={log.name}", *arguments])
            found = re.findall(rb"I +refs: +([\d,]+)", log.read())
        # The count of a run that was ended early is too low.
        return int(found[-1].replace(b",", b"")) if found and status == 0 else None

    def confirm(self, result):
        """Measures a cell that seems to grow too fast again, then more exactly."""
        if result.fault:
            return result
        # Noise only makes times longer. Counting instructions takes a hundred times as long as this.
        for _ in range(REPETITIONS):
            again = self.run(result.cell, "quick")
            if again.fault or len(again.times) < len(result.times):
                break
            # The first measurement may have ended early.
            result.times = [*map(min, again.times, result.times), *again.times[len(result.times):]]
            # A single step, as where a limit or a cache is exceeded, is not growth.
            result.exponent = min(exponents(result.times)) if result.times[-1] > LEAST_TIME else 0.0
            if not result.fails:
                return result
        counts_time = not self.valgrind or result.cell.is_command
        if counts_time or result.is_plain:
            result = self.run(result.cell, "exact")
        if counts_time or result.is_plain or not result.fails:
            return result
        counts = []
        for size in result.cell.sizes[-3:]:
            whole = self.instructions(result.cell.shape, result.cell.entry_point, size)
            nothing = self.instructions(result.cell.shape, "nothing", size)
            if whole is None or nothing is None:
                return result
            counts.append(max(1, whole - nothing))
        result.exponent = min(exponents(counts))
        result.by = "instructions"
        return result


def table(tool, shapes, entry_points, selects):
    """Returns the cells of each shape, of the specified shapes and entry points, or those that are selected."""
    lines = [line.split() for line in subprocess.check_output([tool, "list"], text=True).splitlines()]
    lines += [
        ["entry-point", "commands", name, kinds, "1", beginning] for name, (kinds, beginning, _) in COMMANDS.items()]
    all_shapes = {line[2]: line[1:] for line in lines if line[0] == "shape"}
    all_points = {line[2]: line[1:] for line in lines if line[0] == "entry-point"}
    if len(all_shapes) + len(all_points) < len(lines):
        sys.exit("growth: two shapes or two entry points have the same name")
    for names, known in ((shapes, all_shapes), (entry_points, all_points)):
        for name in names:
            if name not in known:
                sys.exit(f"growth: “{name}” is none of {', '.join(known)}")
    rows = [
        [
            Cell(shape, point, beginning, int(base) // int(divisor))
            for _, point, kinds, divisor, beginning in all_points.values() if not entry_points or point in entry_points
            if kind in kinds.split(",")
        ]
        for _, shape, kind, base in all_shapes.values() if not shapes or shape in shapes
    ]
    if not selects:
        return rows
    selection = Selection(
        {name: line[0] for name, line in all_shapes.items()}, {name: line[0] for name, line in all_points.items()})
    rows = [[cell for cell in row if selection.contains(cell.shape, cell.entry_point)] for row in rows]
    measured = {name for row in rows for cell in row for name in (cell.shape, cell.entry_point)}
    missing = {*all_shapes, *all_points} - measured
    if missing:
        sys.exit(f"growth: selection.py selects no cell of {', '.join(sorted(missing))}")
    return rows


def measure(runner, cells):
    """Measures the cells of a shape, except those whose beginning has failed, until ENOUGH have failed."""
    results, failed = [], set()
    for cell in cells:
        if cell.beginning in failed or len(failed) == ENOUGH:
            continue
        result = runner.run(cell, "quick")
        if result.fails:
            result = runner.confirm(result)
        if result.fails:
            failed.add(cell.entry_point)
        results.append(result)
    return results


def main():
    parser = argparse.ArgumentParser(prog="Scripts/growth", description=__doc__)
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help="measure this shape, at every entry point")
    parser.add_argument(
        "--entry", action="append", default=[], metavar="NAME", help="measure every shape at this entry point")
    parser.add_argument("--all", action="store_true", help="measure every shape at every entry point")
    parser.add_argument("--list", action="store_true", help="only print the cells")
    parser.add_argument("--resume", metavar="FILE", help="skip the shapes in FILE, and add those that pass")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many are measured at once")
    parser.add_argument("--verbose", action="store_true", help="tell every measurement")
    parser.add_argument("--tool", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--command", required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()

    selects = not (arguments.all or arguments.shapes or arguments.entry)
    rows = table(arguments.tool, arguments.shapes, arguments.entry, selects)
    if arguments.list:
        for row in rows:
            for cell in row:
                print(cell.shape, cell.entry_point)
        return
    passed = set()
    if arguments.resume and os.path.exists(arguments.resume):
        with open(arguments.resume) as file:
            passed = set(file.read().split())
    rows = [row for row in rows if row and row[0].shape not in passed]
    runner = Runner(arguments.tool, arguments.command)
    count, failures, hungry = 0, 0, []
    pool = concurrent.futures.ThreadPoolExecutor(arguments.jobs)
    try:
        rows = {pool.submit(measure, runner, row): row[0].shape for row in rows}
        for number, row in enumerate(concurrent.futures.as_completed(rows), 1):
            results = row.result()
            if arguments.resume and not any(result.fails for result in results):
                with open(arguments.resume, "a") as file:
                    print(rows[row], file=file)
            for result in results:
                if arguments.verbose or result.fails:
                    print(result, flush=True)
                if not result.fails and result.memory_exponent > 1.2:
                    hungry.append(result)
            count += len(results)
            failures += sum(result.fails for result in results)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(rows)} shapes, {failures} failures\033[K", end="", file=sys.stderr)
    finally:
        pool.shutdown(cancel_futures=True)
        runner.close()
    for result in hungry:
        print("memory:", result)
    skipped = f"; {len(passed)} shapes had passed before" if passed else ""
    print(f"{count} cells measured; {failures} grow faster than n^{LIMIT}{skipped}")
    sys.exit(1 if failures else 0)


main()
