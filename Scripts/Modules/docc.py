"""Builds the documentation of the modules with DocC."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlparse

ROOT = Path(__file__).resolve().parent.parent.parent
SCRATCH = ROOT / (os.environ.get("SWIFTPM_BUILD_DIR") or ".build")
FOLDER = SCRATCH / "documentation"
MODULES = ("LibXML", "LibXMLQueries", "LibXMLValidation", "LibXMLDifferences", "LibXMLCoder")
IGNORED = "is missing documentation"


def find_docc():
    """Returns the path of docc: beside the compiler, or where Xcode has it. None if there is no docc."""
    swift = shutil.which("swift")
    beside = Path(swift).resolve().with_name("docc") if swift else None
    if beside and beside.exists():
        return str(beside)
    if shutil.which("xcrun"):
        found = subprocess.run(["xcrun", "--find", "docc"], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.strip()
    return shutil.which("docc")


def run(command):
    """Runs a command, and ends the program with its output if it fails."""
    result = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        sys.exit(result.stdout + f"{command[0]} failed with status {result.returncode}")
    return result.stdout


def symbol_graphs():
    """Makes the symbol graphs of the modules, each in a folder of `symbols`."""
    target = FOLDER / "symbols"
    # The build of Scripts/check.
    run(["swift", "build", "--scratch-path", str(SCRATCH / "check"), "-Xswiftc", "-warnings-as-errors"])
    built = SCRATCH / "check/debug"
    platform = json.loads(run(["swift", "-print-target-info"]))["target"]
    options = [
        "-target", platform["triple"], "-I", str(built / "Modules"), "-I", "Sources/CLibXML2",
        "-Xcc", f"-fmodule-map-file={built / 'CLibXML2Shims.build/module.modulemap'}",
        "-minimum-access-level", "public", "-skip-synthesized-members"]
    for flag in run(["pkg-config", "--cflags", "libxml-2.0"]).split() if shutil.which("pkg-config") else []:
        options += ["-Xcc", flag]
    if sys.platform == "darwin":
        options += ["-sdk", run(["xcrun", "--show-sdk-path"]).strip()]
    shutil.rmtree(target, ignore_errors=True)
    for module in MODULES:
        (target / module).mkdir(parents=True)
        run(["swift", "symbolgraph-extract", "-module-name", module, "-output-dir", str(target / module), *options])


def describe(diagnostic):
    """Returns a diagnostic as the compiler prints it, with what docc proposes."""
    path = unquote(urlparse(diagnostic.get("source") or "").path)
    place = os.path.relpath(path, ROOT) if path else "documentation"
    if diagnostic.get("range"):
        start = diagnostic["range"]["start"]
        place += f":{start['line']}:{start['column']}"
    lines = [f"{place}: {diagnostic['severity']}: {diagnostic['summary']}"]
    lines += ["  " + " ".join(solution["summary"].split()) for solution in diagnostic["solutions"]]
    return "\n".join(lines)


def build(docc, module, *options):
    """Builds the documentation of a module, and returns whether docc has nothing to say. Its archive is in FOLDER."""
    report = FOLDER / f"{module}.diagnostics.json"
    report.unlink(missing_ok=True)
    convert = subprocess.run(
        [
            docc, "convert", f"Sources/{module}/{module}.docc", "--additional-symbol-graph-dir",
            str(FOLDER / "symbols" / module), "--output-dir", str(FOLDER / f"{module}.doccarchive"),
            "--diagnostics-file", str(report), "--fallback-display-name", module, "--fallback-bundle-identifier",
            module, *options],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if not report.exists():
        sys.exit(convert.stdout + "docc reports nothing")
    diagnostics = [
        diagnostic for diagnostic in json.loads(report.read_text())["diagnostics"]
        if diagnostic["severity"] in ("warning", "error") and IGNORED not in diagnostic["summary"]]
    for diagnostic in diagnostics:
        print(describe(diagnostic), file=sys.stderr)
    if convert.returncode != 0 and not diagnostics:
        sys.exit(convert.stdout)
    return not diagnostics
