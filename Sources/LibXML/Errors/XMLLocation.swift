/// A location in a document.
///
/// Lines end as in XML 1.0, section 2.11: with a line feed, a carriage return and a line feed, or a carriage return
/// alone. A byte order mark has no column, but counts in the byte offset.
public struct XMLLocation: Hashable, Sendable, Codable {
    /// The line, from 1.
    public var line: Int

    /// The column, from 1, in Unicode scalars. A tab is one column.
    public var column: Int

    /// The offset, from 0, in bytes of the input in its original encoding.
    public var byteOffset: Int

    /// The path of the file, or another name that was given for the document; nil if it has no name.
    public var sourceName: String?

    /// Creates a location. Lines and columns count from 1, bytes from 0.
    public init(line: Int, column: Int, byteOffset: Int, sourceName: String? = nil) {
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
        self.sourceName = sourceName
    }
}

extension XMLLocation: CustomStringConvertible {
    /// `orders.xml:12:5`, or `12:5` if the document has no name. The name is in one line: see
    /// ``XMLDiagnostic/description``.
    public var description: String {
        guard let sourceName else { return "\(line):\(column)" }
        return "\(sourceName.escapedForDisplay):\(line):\(column)"
    }
}
