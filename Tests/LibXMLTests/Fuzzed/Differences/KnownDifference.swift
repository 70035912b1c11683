/// A kind of difference that is known, and so is no finding.
struct KnownDifference: Sendable {
    /// A name, unique in the table.
    var name: String
    var ways: [ReadingWay]
    var aspects: [Difference.Aspect] = [.error]
    /// The codes of the tree's errors, or what its nodes are; nil for any.
    var expected: [String]?
    var found: [String]?
    /// Whether the difference can occur in a document.
    var occurs: @Sendable (ComparedDocument) -> Bool = { _ in true }
    /// A document in which it occurs.
    var example: ComparedDocument
    /// Its cause.
    var reason: String

    func matches(_ difference: Difference, in document: ComparedDocument) -> Bool {
        let kind = difference.kind
        return ways.contains(kind.way) && aspects.contains(kind.aspect) && expected?.contains(kind.expected) != false
            && found?.contains(kind.found) != false && occurs(document)
    }
}
