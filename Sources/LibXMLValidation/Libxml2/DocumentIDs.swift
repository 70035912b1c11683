import CLibXML2

/// The IDs of a document, and the references to those that have not occurred yet.
///
/// libxml2 keeps pointers to attributes in tables of its document. These are emptied after each element, since the
/// attributes are removed.
struct DocumentIDs<Reference> {
    // Bytes, because strings may be equal although they differ for XML.
    private var values: Set<[UInt8]> = []
    /// The references to each value, numbered in document order.
    private var references: [[UInt8]: [(number: Int, reference: Reference)]] = [:]
    private var referenceCount = 0

    /// Adds an ID. Returns false if it already exists.
    mutating func insert(_ value: String) -> Bool {
        let value = Array(value.words.joined(separator: " ").utf8)
        references[value] = nil
        return values.insert(value).inserted
    }

    /// Whether a value refers to an ID that has not occurred yet.
    func lacks(_ value: String) -> Bool { value.words.contains { !values.contains(Array($0.utf8)) } }

    /// Adds a reference to one or more IDs.
    mutating func refer(to value: String, from reference: Reference) {
        for word in value.words.map({ Array($0.utf8) }) where !values.contains(word) {
            references[word, default: []].append((referenceCount, reference))
            referenceCount += 1
        }
    }

    /// The references to IDs that do not exist, in document order.
    var dangling: [(value: String, reference: Reference)] {
        references.flatMap { value, references in references.map { (value, $0) } }
            .sorted { $0.1.number < $1.1.number }
            .map { (String(decoding: $0.0, as: UTF8.self), $0.1.reference) }
    }
}

extension String {
    /// The parts between white space.
    var words: [String] {
        if utf8.allSatisfy({ $0 > 0x20 }) { return isEmpty ? [] : [self] }
        return unicodeScalars.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.map(String.init)
    }

    /// Whether another text has the same characters. Strings may be equal although they differ for XML.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
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
