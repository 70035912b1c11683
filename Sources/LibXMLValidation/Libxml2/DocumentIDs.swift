import CLibXML2

/// The IDs of a document, and the references to them.
///
/// libxml2 keeps pointers to attributes in tables of its document. These are emptied after each element, since the
/// attributes are removed.
struct DocumentIDs<Reference> {
    private var values: Set<String> = []
    /// The first reference to each value that has not occurred yet.
    private var references: [(value: String, reference: Reference)] = []

    /// Adds an ID. Returns false if there is one already.
    mutating func insert(_ value: String) -> Bool { values.insert(Self.words(value).joined(separator: " ")).inserted }

    /// Adds a reference to one or more IDs.
    mutating func refer(to value: String, from reference: Reference) {
        for word in Self.words(value) where !values.contains(word) { references.append((word, reference)) }
    }

    /// The references to IDs that do not exist.
    var dangling: [(value: String, reference: Reference)] { references.filter { !values.contains($0.value) } }

    private static func words(_ value: String) -> [String] {
        value.unicodeScalars.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.map(String.init)
    }
}

extension DocumentIDs<ValidatorReport> {
    /// Empties the tables of libxml2.
    static func clear(_ cDocument: xmlDocPtr) {
        if let ids = unsafe cDocument.pointee.ids { unsafe xmlFreeIDTable(OpaquePointer(ids)) }
        if let references = unsafe cDocument.pointee.refs { unsafe xmlFreeRefTable(OpaquePointer(references)) }
        unsafe cDocument.pointee.ids = nil
        unsafe cDocument.pointee.refs = nil
    }
}
