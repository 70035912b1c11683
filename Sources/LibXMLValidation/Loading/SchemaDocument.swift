import LibXML

/// A file of a schema.
struct SchemaDocument {
    /// The document as it was parsed, to locate errors in it.
    var tree: XMLTree
    /// The text that libxml2 reads: without a document type, and with the numbers of other documents as their
    /// locations. Its lines are those of the document.
    var text: [UInt8]
}
