@_spi(Checks) import LibXML

/// The result of one way of reading a document.
package struct ReadingAnswer {
    /// A fault or warning, without its wording.
    package struct Report: Hashable, CustomStringConvertible {
        package var code: String
        var place: String
        /// The place in bytes of the input; nil for an error without a place.
        let offset: Int?
        /// The position of the note.
        var note: String
        var isWarning: Bool

        init(_ diagnostic: XMLDiagnostic) {
            code = diagnostic.code.rawValue
            place = Self.place(diagnostic.location)
            offset = diagnostic.location?.byteOffset
            isWarning = diagnostic.severity == .warning
            note = diagnostic.note.map { Self.place($0.location) } ?? ""
        }

        /// An error that is not an `XMLError`.
        init(code: String) {
            (self.code, place, offset, note, isWarning) = (code, "-", nil, "", false)
        }

        private static func place(_ location: XMLLocation?) -> String {
            location.map { "\($0.line):\($0.column)+\($0.byteOffset)" } ?? "-"
        }

        /// The position without the byte offset, which depends on the encoding.
        var lineAndColumn: String { String(place.prefix { $0 != "+" }) }

        package var description: String { "\(code)@\(place)\(note.isEmpty ? "" : " (note \(note))")" }
    }

    /// The content reported before the error, or all of the document.
    package var steps: [Walk.Step] = []
    /// The parts that only a tree contains: namespaces, the document type and the XML declaration.
    var outline: String?
    /// The error.
    package var error: Report?
    /// The warnings and repairs; if there is an error, all diagnostics, which include it.
    package var warnings: [Report] = []
    /// Whether other elements follow the root element. Only a repaired tree contains them.
    var hasFurtherRoots = false

    init() {}

    init(_ tree: XMLTree) {
        steps = Walk(tree).steps
        outline = tree.outline + (tree.documentType?.internalSubset ?? "")
        warnings = tree.diagnostics.map(Report.init)
    }

    init(_ walk: Walk) {
        steps = walk.steps
        error = walk.error.map { Report($0.diagnostic) }
    }

    /// Creates the answer of a closure that may throw.
    init(catching body: () throws(XMLError) -> ReadingAnswer) {
        do throws(XMLError) {
            self = try body()
        } catch {
            self.init()
            self.error = Report(error.diagnostic)
            warnings = error.diagnostics.map(Report.init)
        }
    }
}
