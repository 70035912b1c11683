"""Reads the index that the Swift compiler writes during a debug build: which file declares each name, and who uses it.

The library that reads it is a part of each toolchain: https://github.com/swiftlang/llvm-project, indexstore.h.
"""

import ctypes
import json
import subprocess
import sys
from ctypes import CFUNCTYPE, POINTER, byref, c_bool, c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path
from typing import NamedTuple

# Values of enumerations in indexstore.h.
RECORD_DEPENDENCY = 2
EXTENSION = 9
DEFINITION, REFERENCE, IMPLICIT = 1 << 1, 1 << 2, 1 << 8


class UnreadableIndex(Exception):
    """The index is missing, out of date or unreadable."""


class Use(NamedTuple):
    file: Path
    line: int
    # With argument labels: `location(at:)`.
    name: str
    declaring_file: Path


class Text(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


UnitCallback = CFUNCTYPE(c_bool, c_void_p, Text)
Callback = CFUNCTYPE(c_bool, c_void_p, c_void_p)
FUNCTIONS = {
    "store_create": (c_void_p, c_char_p, c_void_p),
    "store_units_apply_f": (c_bool, c_void_p, c_uint, c_void_p, UnitCallback),
    "unit_reader_create": (c_void_p, c_void_p, c_char_p, c_void_p),
    "unit_reader_get_main_file": (Text, c_void_p),
    "unit_reader_get_modification_time": (None, c_void_p, POINTER(c_int64), POINTER(c_int64)),
    "unit_reader_dependencies_apply_f": (c_bool, c_void_p, c_void_p, Callback),
    "unit_dependency_get_kind": (c_int, c_void_p),
    "unit_dependency_get_name": (Text, c_void_p),
    "unit_dependency_get_filepath": (Text, c_void_p),
    "record_reader_create": (c_void_p, c_void_p, c_char_p, c_void_p),
    "record_reader_occurrences_apply_f": (c_bool, c_void_p, c_void_p, Callback),
    "occurrence_get_symbol": (c_void_p, c_void_p),
    "occurrence_get_roles": (c_uint64, c_void_p),
    "occurrence_get_line_col": (None, c_void_p, POINTER(c_uint), POINTER(c_uint)),
    "symbol_get_kind": (c_int, c_void_p),
    "symbol_get_name": (Text, c_void_p),
    "symbol_get_usr": (Text, c_void_p),
}


class IndexStore:
    def __init__(self, scratch):
        """Opens the index of a build in a scratch folder of SwiftPM."""
        folder = Path(scratch) / "debug/index/store"
        if not folder.is_dir():
            raise UnreadableIndex(f"{folder} does not exist: build first")
        try:
            target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
            folder_of_libraries = Path(target["paths"]["runtimeResourcePath"]).parent
            name = "libIndexStore.dylib" if sys.platform == "darwin" else "libIndexStore.so"
            self.library = ctypes.CDLL(str(folder_of_libraries / name))
        except (OSError, subprocess.CalledProcessError) as error:
            raise UnreadableIndex(f"the toolchain's library for indexes cannot be loaded: {error}") from error
        for name, (result, *arguments) in FUNCTIONS.items():
            function = getattr(self.library, "indexstore_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.store = self.store_create(str(folder).encode(), None)
        if not self.store:
            raise UnreadableIndex(f"{folder} cannot be read")

    def records(self, sources):
        """Returns the name of the record of each of these files. Raises an error if one has changed since the build."""
        units, found = [], {}
        self.store_units_apply_f(self.store, 1, None, UnitCallback(lambda _, name: units.append(str(name)) or True))
        for name in units:
            unit = self.unit_reader_create(self.store, name.encode(), None)
            file = Path(str(self.unit_reader_get_main_file(unit))).resolve() if unit else None
            if file not in sources:
                continue
            seconds, nanoseconds = c_int64(), c_int64()
            self.unit_reader_get_modification_time(unit, byref(seconds), byref(nanoseconds))
            time = seconds.value * 1_000_000_000 + nanoseconds.value

            def visit(_, dependency):
                path = Path(str(self.unit_dependency_get_filepath(dependency))).resolve()
                if self.unit_dependency_get_kind(dependency) == RECORD_DEPENDENCY and path == file:
                    # Deleted builds leave units of the same file.
                    if file not in found or found[file][0] < time:
                        found[file] = (time, str(self.unit_dependency_get_name(dependency)))
                return True

            self.unit_reader_dependencies_apply_f(unit, None, Callback(visit))
        for file in sources:
            if file not in found or found[file][0] < file.stat().st_mtime_ns:
                raise UnreadableIndex(f"{file.name} has changed since the last build: build first")
        return {file: record for file, (_, record) in found.items()}

    def uses(self, sources):
        """Returns the uses in these files of what others of them declare, without those that the compiler adds."""
        declarations, references = {}, []
        for file, record in self.records(sources).items():

            def visit(_, occurrence):
                symbol, roles = self.occurrence_get_symbol(occurrence), self.occurrence_get_roles(occurrence)
                identifier = str(self.symbol_get_usr(symbol))
                # The definition of an extension has the identifier of the type.
                if roles & DEFINITION and self.symbol_get_kind(symbol) != EXTENSION:
                    declarations[identifier] = file
                elif roles & REFERENCE and not roles & IMPLICIT:
                    line, column = c_uint(), c_uint()
                    self.occurrence_get_line_col(occurrence, byref(line), byref(column))
                    references.append((file, line.value, str(self.symbol_get_name(symbol)), identifier))
                return True

            reader = self.record_reader_create(self.store, record.encode(), None)
            if not reader:
                raise UnreadableIndex(f"the record of {file.name} cannot be read: build again")
            self.record_reader_occurrences_apply_f(reader, None, Callback(visit))
        return [Use(file, line, name, declarations[identifier]) for file, line, name, identifier in references
                if declarations.get(identifier, file) != file]
