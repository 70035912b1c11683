@_spi(Checks) import LibXML

/// A kind of difference that is known, and therefore not a finding.
package struct KnownDisagreement: Sendable {
    /// A name, unique in the table.
    package var name: String
    var ways: [ReadingWay]
    var aspects: [Disagreement.Aspect]
    /// The codes of the tree's errors, or the types of its nodes; nil for any.
    var expected: [String]?
    var found: [String]?
    /// Returns whether a difference of these ways, aspects and codes is this one.
    var occurs: @Sendable (Disagreement.Kind, ComparedDocument) -> Bool
    /// A document in which it occurs.
    package var example: ComparedDocument
    /// Its cause.
    package var reason: String

    /// A difference whose example is a text in UTF-8 and needs no options, or those that are set.
    init(
        _ name: String, _ ways: [ReadingWay], _ aspects: [Disagreement.Aspect], expected: [String]? = nil,
        found: [String]? = nil,
        occurs: @escaping @Sendable (Disagreement.Kind, ComparedDocument) -> Bool = { _, _ in true },
        example: String, pieceSeed: UInt64 = 0, _ options: (inout XMLParsingOptions) -> Void = { _ in },
        because reason: String
    ) {
        self.name = name
        self.ways = ways
        self.aspects = aspects
        self.expected = expected
        self.found = found
        self.occurs = occurs
        self.reason = reason
        self.example = ComparedDocument(bytes: Array(example.utf8))
        self.example.pieceSeed = pieceSeed
        options(&self.example.options)
    }

    /// A difference whose example is not UTF-8.
    init(
        _ name: String, _ ways: [ReadingWay], _ aspects: [Disagreement.Aspect], expected: [String]? = nil,
        found: [String]? = nil,
        occurs: @escaping @Sendable (Disagreement.Kind, ComparedDocument) -> Bool = { _, _ in true },
        example: ComparedDocument, because reason: String
    ) {
        self.init(
            name, ways, aspects, expected: expected, found: found, occurs: occurs, example: "", because: reason)
        self.example = example
    }

    package func matches(_ difference: Disagreement, in document: ComparedDocument) -> Bool {
        let kind = difference.kind
        return ways.contains(kind.way) && aspects.contains(kind.aspect) && expected?.contains(kind.expected) != false
            && found?.contains(kind.found) != false && occurs(kind, document)
    }
}
