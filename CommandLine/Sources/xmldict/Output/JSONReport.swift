import ArgumentParser
import LibXML

/// A JSON array with one object on each line: the faults or the differences of documents.
///
/// Its form is part of the command's interface: keys may be added, but not removed.
struct JSONReport {
    private var output = OutputText()
    private var isEmpty = true

    mutating func add(_ diagnostic: XMLDiagnostic, file: String) {
        let place = diagnostic.location
        let value: XMLValue = [
            "file": XMLValue(file),
            "line": XMLValue(place?.line),
            "column": XMLValue(place?.column),
            "byteOffset": XMLValue(place?.byteOffset),
            "endLine": XMLValue(diagnostic.endLocation?.line),
            "endColumn": XMLValue(diagnostic.endLocation?.column),
            "endByteOffset": XMLValue(diagnostic.endLocation?.byteOffset),
            "path": XMLValue(diagnostic.path),
            "severity": XMLValue(diagnostic.severity.name),
            "code": XMLValue(diagnostic.code.rawValue),
            "message": XMLValue(diagnostic.message),
            "repair": XMLValue(diagnostic.appliedRepair),
            "help": XMLValue(diagnostic.help),
            "note": diagnostic.note.map { note in
                [
                    "message": XMLValue(note.message),
                    "file": XMLValue(note.location.sourceName),
                    "line": XMLValue(note.location.line),
                    "column": XMLValue(note.location.column),
                    "byteOffset": XMLValue(note.location.byteOffset),
                ]
            } ?? .null,
            "fix": diagnostic.fix.map { ["certain": XMLValue($0.isCertain), "edits": XMLValue($0.edits.map(\.json))] }
                ?? .null,
        ]
        add(value)
    }

    mutating func add(_ value: XMLValue) {
        output.write((isEmpty ? "[\n" : ",\n") + value.json())
        isEmpty = false
    }

    mutating func finish() throws(ExitCode) {
        output.write(isEmpty ? "[]\n" : "\n]\n")
        try output.finish()
    }
}

extension XMLDiagnostic.Fix.Edit {
    fileprivate var json: XMLValue {
        [
            "line": XMLValue(location.line),
            "column": XMLValue(location.column),
            "byteOffset": XMLValue(location.byteOffset),
            "endLine": XMLValue(endLocation.line),
            "endColumn": XMLValue(endLocation.column),
            "endByteOffset": XMLValue(endLocation.byteOffset),
            "replacement": XMLValue(replacement),
        ]
    }
}

extension XMLDiagnostic.Severity {
    fileprivate var name: String {
        switch self {
        case .warning: "warning"
        case .error: "error"
        case .fatal: "fatal"
        }
    }
}

extension XMLValue {
    fileprivate init(_ string: String?) {
        self = string.map { XMLValue($0) } ?? .null
    }

    fileprivate init(_ number: Int?) {
        self = number.map { XMLValue($0) } ?? .null
    }
}
