/// A place in a document.
///
/// Line ends are those of XML 1.0, section 2.11: a line feed, a carriage return with a line feed, or a carriage return
/// alone. A byte order mark belongs to no column, but counts in the byte offset.
public struct XMLLocation: Hashable, Sendable, Codable {
    /// The line, from 1.
    public var line: Int

    /// The column, from 1, in Unicode scalars. A tab is one column.
    public var column: Int

    /// The offset, from 0, in bytes of the input as it was given, whatever its encoding.
    public var byteOffset: Int

    /// The file or other name that the document was given, if it was given one.
    public var sourceName: String?

    public init(line: Int, column: Int, byteOffset: Int, sourceName: String? = nil) {
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
        self.sourceName = sourceName
    }
}

extension XMLLocation: CustomStringConvertible {
    /// `orders.xml:12:5`, or `12:5` where the document has no name.
    public var description: String {
        guard let sourceName else { return "\(line):\(column)" }
        return "\(sourceName):\(line):\(column)"
    }
}
