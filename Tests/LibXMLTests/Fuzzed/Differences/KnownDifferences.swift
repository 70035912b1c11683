/// The differences that are known. Whoever makes one impossible removes it here: a test fails until then.
enum KnownDifferences {
    static let all: [KnownDifference] = []

    /// The known difference that one is an occurrence of.
    static func first(matching difference: Difference, in document: ComparedDocument) -> KnownDifference? {
        all.first { $0.matches(difference, in: document) }
    }
}
