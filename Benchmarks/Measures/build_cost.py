"""Measures what building the library costs: a program with a decoder and an encoder, with LibXML and with XMLCoder.

Usage: build_cost.py [--rounds N] [--work FOLDER] [--release-only] COMMIT…
       build_cost.py --check FOLDER

Each COMMIT of LibXML is measured. Prints, for release and debug, the processor time and the peak memory of
`swift build` with one job, and for release the size of the machine code and the number of functions in the module's
objects. Builds take turns, so that the load of the machine concerns all of them.

With --check, it counts the objects of a release build, that of the command, and fails if they have grown by more than
3 % since the figure in CHANGELOG.md. Whoever adds a feature that is worth its size changes that line.
"""
import argparse
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PEER = '.package(url: "https://github.com/CoreOffice/XMLCoder.git", from: "0.18.0")'
PROGRAM = """
struct Item: Codable {
    var id: Int
    var name: String
}

let item = try XMLDecoder().decode(Item.self, from: DOCUMENT)
print(item.name, try XMLEncoder().encode(item).count)
"""


def code_size(folder):
    """Returns the bytes of machine code and the number of functions in the object files of a folder."""
    objects = sorted(map(str, Path(folder).glob("*.o")))
    sections = subprocess.run(["size", "-A", *objects], check=True, capture_output=True, text=True).stdout
    symbols = subprocess.run(["nm", *objects], check=True, capture_output=True, text=True).stdout
    return (sum(int(size) for size in re.findall(r"^\.text\S*\s+(\d+)", sections, re.MULTILINE)),
            len(re.findall(r"^[0-9a-f]+ [tTwW] ", symbols, re.MULTILINE)))


def prepare(work, name):
    """Makes a package with the program, and returns its folder and the name of the module that is measured."""
    folder = work / f"hello-{name}"
    if folder.exists():
        shutil.rmtree(folder)
    if name == "XMLCoder":
        dependency, product, package = PEER, "XMLCoder", "XMLCoder"
        program = "import Foundation\nimport XMLCoder\n" + PROGRAM.replace(
            "DOCUMENT", 'Data("<Item><id>1</id><name>one</name></Item>".utf8)')
    else:
        library = folder / "swift-libxml"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(library)], check=True)
        subprocess.run(["git", "-C", str(library), "checkout", "--quiet", name], check=True)
        dependency = '.package(path: "swift-libxml", traits: [])'
        product, package = "LibXML", "swift-libxml"
        program = "import LibXML\n" + PROGRAM.replace("DOCUMENT", '"<Item><id>1</id><name>one</name></Item>"')
    sources = folder / "Sources/hello"
    sources.mkdir(parents=True)
    (sources / "main.swift").write_text(program)
    (folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "hello", platforms: [.macOS(.v15)], dependencies: [{dependency}],
    targets: [
        .executableTarget(name: "hello", dependencies: [.product(name: "{product}", package: "{package}")])
    ])
""")
    subprocess.run(["swift", "package", "--package-path", str(folder), "resolve"], check=True, capture_output=True)
    return folder, product


def build(folder, configuration):
    """Builds the package from the beginning, and returns the processor time in seconds and the peak memory in MB."""
    for product in (".build/release", ".build/debug"):
        real = (folder / product).resolve()
        if real.exists():
            shutil.rmtree(real)
    for leftover in ("release.yaml", "debug.yaml", "build.db"):
        (folder / ".build" / leftover).unlink(missing_ok=True)
    command = ["swift", "build", "--package-path", str(folder), "--configuration", configuration, "-j", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(output.decode())
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / (1 if sys.platform != "darwin" else 1024) / 1000


def check(folder):
    """Compares the size of a build with the figure in CHANGELOG.md, which is of one platform and one compiler."""
    size, functions = code_size(folder)
    print(f"The library has {size:,} bytes of code in {functions:,} functions.")
    recorded = re.search(r"^- Code size \(Swift ([\d.]+), (\S+)\): ([\d,]+) bytes in ([\d,]+) functions\.$",
                         (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    if not recorded:
        sys.exit("CHANGELOG.md has no line “- Code size (Swift VERSION, MACHINE): … bytes in … functions.”")
    compiler = subprocess.run(["swift", "--version"], check=True, capture_output=True, text=True).stdout
    if f"Swift version {recorded[1]} " not in compiler or recorded[2] != f"{platform.system()}-{platform.machine()}":
        print("It is not compared: the figure in CHANGELOG.md is of another compiler or machine.")
        return
    limits = [int(figure.replace(",", "")) * 1.03 for figure in recorded.group(3, 4)]
    if size > limits[0] or functions > limits[1]:
        sys.exit(f"That is over 3 % more than CHANGELOG.md says: {recorded[3]} bytes in {recorded[4]} functions.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--work", type=Path, default=ROOT / ".build/build-cost")
    parser.add_argument("--release-only", action="store_true")
    parser.add_argument("--check", metavar="FOLDER")
    parser.add_argument("commits", nargs="*", metavar="COMMIT")
    options = parser.parse_args()
    if options.check:
        return check(options.check)
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    packages = {name: prepare(work, name) for name in [*options.commits, "XMLCoder"]}
    configurations = ["release"] if options.release_only else ["release", "debug"]
    figures = {}
    for _ in range(options.rounds):
        for name, (folder, module) in packages.items():
            for configuration in configurations:
                figure = build(folder, configuration)
                print(f"{configuration} {name}: {figure[0]:.1f} s, {figure[1]:.0f} MB", file=sys.stderr)
                figures.setdefault((name, configuration), []).append(figure)
                if configuration == "release":
                    figures[name] = code_size(folder / f".build/release/{module}.build")
    for configuration in configurations:
        base = None
        for name in packages:
            times, peaks = zip(*figures[name, configuration])
            time, peak = statistics.median(times), statistics.median(peaks)
            base = base or time
            code = "; {:,} bytes of code in {:,} functions".format(*figures[name]) if configuration == "release" else ""
            print(f"{configuration:8} {name:10} {time:7.1f} s ({time / base:.2f}), peak {peak:,.0f} MB{code}")


main()
