"""Prints the peak memory of commands that read a small and a large file of records in pieces. For Linux.

Usage: peak_memory.py COMMAND SMALL LARGE
"""
import os
import subprocess
import sys
import time

from bar import print_bar

command, *documents = sys.argv[1:]


def peak(arguments):
    """Returns the peak memory of the command in millions of bytes.

    It is read from /proc until the process ends, because the value that wait4 reports for a child includes the memory of
    the parent, from before the child executed the command.
    """
    kibibytes = 0
    with subprocess.Popen([command, *arguments], stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            with open(f"/proc/{process.pid}/status") as status:
                # The status of a process that has ended, and was not waited for, does not contain its memory.
                kibibytes = next((int(line.split()[1]) for line in status if line.startswith("VmHWM:")), kibibytes)
            time.sleep(0.005)
    if process.returncode != 0:
        sys.exit(f"failed: {command} {' '.join(arguments)}")
    return kibibytes * 1024 / 1e6


small, large = (f"{os.path.getsize(document) / 1e6:.0f} MB" for document in documents)
for arguments in (["records", "orders/order"], ["format"], ["lint"], ["repair"]):
    peaks = [peak([*arguments, document]) for document in documents]
    name = f"xmldict {arguments[0]} of {large}"
    print_bar(f"MB in memory at most, {name}", peaks[1], 20, is_at_least=False)
    print_bar(f"MB more in memory, {name} : of {small}", peaks[1] - peaks[0], 2, is_at_least=False)
