import LibXML

/// A file of a schema.
struct SchemaDocument {
    /// The document as it was parsed, to locate errors in it.
    var tree: XMLTree
    /// The text that libxml2 reads: without a document type, and with the numbers of other documents as their
    /// locations. Its lines are those of the document.
    var text: [UInt8]

    /// The name by which libxml2 finds a document: see `lx_schema_texts`.
    static func name(_ number: Int) -> String { "file:///" + String(repeating: "./", count: number + 1) }

    /// The number of the document with a name; nil for another name.
    static func number(ofName name: String) -> Int? {
        let number = (name.utf8.count - "file:///".utf8.count) / 2 - 1
        return number >= 0 && name == Self.name(number) ? number : nil
    }
}
