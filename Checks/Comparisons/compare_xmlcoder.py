"""Runs the public tests of XMLCoder with LibXMLCoder. Scripts/compare-xmlcoder builds the library.

Usage: compare_xmlcoder.py CHECKOUT BUILD FOLDER

CHECKOUT is XMLCoder's repository, BUILD the debug folder of a build of this package, and FOLDER takes what is made from
the tests. Only the import of each file is changed. Left out are the tests of internal types (Auxiliary, Box, BoxTreeTests),
of performance, of Combine, and of functions that XMLCoder does not make public. Each class of tests runs in a process of
its own, because a trap would hide the others.
"""
import pathlib
import re
import subprocess
import sys

INTERNAL = re.compile(r"/(Auxiliary|Box)/|/(BoxTreeTests|BenchmarkTests|CombineTests)\.swift$")


def prepare(checkout, folder):
    """Writes the tests with another import, and a main file. Returns the classes with their tests."""
    classes = []
    for file in sorted((checkout / "Tests/XMLCoderTests").rglob("*.swift")):
        if INTERNAL.search(str(file)):
            continue
        text = file.read_text()
        (folder / file.name).write_text(re.sub(r"(?m)^(@testable )?import XMLCoder$", "import LibXMLCoder", text))
        name = None
        for line in text.split("\n"):
            if match := re.match(r"\s*(?:final )?class (\w+): XCTestCase", line):
                name = match[1]
                classes.append((name, []))
            elif (match := re.match(r"\s*func (test\w*)\(\)", line)) and name:
                classes[-1][1].append(match[1])
    classes = [(name, [test for test in tests if "KeyFormated" not in test and (name, test) != (
        "ErrorContextTest", "testErrorContext")]) for name, tests in classes]
    lines = ["import XCTest"]
    for name, tests in classes:
        entries = ", ".join(f'("{test}", {test})' for test in tests)
        lines.append(f"extension {name} {{ static let all = [{entries}] as [(String, ({name}) -> () throws -> ())] }}")
    cases = ", ".join(f"testCase({name}.all)" for name, _ in classes)
    lines.append(f"@main struct Main {{ static func main() {{ XCTMain([{cases}]) }} }}")
    (folder / "Main.swift").write_text("\n".join(lines) + "\n")
    return classes


def build(build_folder, folder):
    root = pathlib.Path(__file__).resolve().parents[2]
    objects = [file for module in ["LibXML", "LibXMLCoder", "CLibXML2Shims"]
               for file in sorted((build_folder / f"{module}.build").rglob("*.o"))]
    flags = ["-I", build_folder / "Modules"]
    headers = subprocess.run(["pkg-config", "--cflags", "libxml-2.0"], capture_output=True, text=True, check=True)
    for flag in [f"-fmodule-map-file={root}/Sources/CLibXML2/module.modulemap",
                 f"-fmodule-map-file={build_folder}/CLibXML2Shims.build/module.modulemap",
                 f"-I{root}/Sources/CLibXML2Shims/include", *headers.stdout.split()]:
        flags += ["-Xcc", flag]
    subprocess.run(["swiftc", "-Onone", "-parse-as-library", "-swift-version", "5", "-module-name", "PeerTests", *flags,
                    *sorted(folder.glob("*.swift")), *objects, "-lxml2", "-o", folder / "tests"], check=True)


def run(classes, folder):
    failed, passed = {}, 0
    for name, tests in classes:
        command = ["timeout", "600", folder / "tests", f"PeerTests.{name}"]
        result = subprocess.run(command, capture_output=True, text=True)
        output = result.stdout + result.stderr
        for test in tests:
            if f"Test Case '{name}.{test}' passed" in output:
                passed += 1
            else:
                lines = [line for line in output.split("\n") if f"{name}.{test} : " in line or "Fatal error" in line]
                failed[f"{name}.{test}"] = lines[0] if lines else "did not end"
    for test, reason in failed.items():
        print(f"{test}: {reason.split(' : ', 1)[-1][:400]}")
    print(f"{passed} of {passed + len(failed)} tests passed.")


def main():
    checkout, build_folder, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.swift"):
        old.unlink()
    classes = prepare(checkout, folder)
    build(build_folder.resolve(), folder)
    run(classes, folder)


main()
