import LibXML
import Testing

/// A document, edits of it, and the result.
struct EditCase: Sendable, CustomTestStringConvertible {
    typealias Edits = @Sendable (_ edit: inout XMLEdit, _ root: XMLTree.Element) throws -> Void

    var name: String
    var document: String
    var result: String
    var edits: Edits

    init(_ name: String, _ document: String, _ result: String, _ edits: @escaping Edits) {
        (self.name, self.document, self.result, self.edits) = (name, document, result, edits)
    }

    var testDescription: String { name }

    func check() throws {
        #expect(try edited(document, edits) == result)
    }
}

/// Returns a document after edits.
func edited(
    _ document: String, options: XMLParsingOptions = .init(), _ edits: EditCase.Edits
) throws -> String {
    String(decoding: try edited(Array(document.utf8), options: options, edits), as: UTF8.self)
}

/// Returns a document after edits.
func edited(
    _ document: [UInt8], options: XMLParsingOptions = .init(), _ edits: EditCase.Edits
) throws -> [UInt8] {
    let tree = try XMLTree(parsing: document, options: options)
    var edit = XMLEdit(tree)
    try edits(&edit, tree.root)
    let bytes = try edit.xmlBytes()
    #expect(try edit.editedTree() == XMLTree(parsing: bytes))
    return bytes
}

/// A document, an edit that is an error, and the error.
struct BadEditCase: Sendable, CustomTestStringConvertible {
    var document: String
    var code: XMLError.Code
    var line: Int
    var column: Int
    /// The line and column of the note, if there is one.
    var note: [Int]
    var edits: EditCase.Edits

    init(
        _ document: String, _ code: XMLError.Code, _ line: Int, _ column: Int, note: [Int] = [],
        _ edits: @escaping EditCase.Edits
    ) {
        (self.document, self.code, self.line, self.column) = (document, code, line, column)
        (self.note, self.edits) = (note, edits)
    }

    var testDescription: String { "\(code): \(document)" }

    func check(_ options: XMLParsingOptions = .init()) throws {
        let error = try #require(throws: XMLError.self) { _ = try edited(document, options: options, edits) }
        #expect(error.code == code)
        #expect(error.location?.line == line)
        #expect(error.location?.column == column)
        #expect(error.note.map { [$0.location.line, $0.location.column] } ?? [] == note)
    }
}
