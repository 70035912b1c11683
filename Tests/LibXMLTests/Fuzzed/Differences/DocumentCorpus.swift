/// What documents are made of by changes.
struct DocumentCorpus: Sendable {
    var documents: [[UInt8]]
    /// What is inserted into documents.
    var tokens: [[UInt8]]

    /// The malformed documents of the tests, and the faults of the grammar.
    static let builtIn = DocumentCorpus(
        documents: MalformedDocuments.all.map { Array($0.input.utf8) },
        tokens: (DocumentGrammar.contentFaults + DocumentGrammar.attributeFaults + DocumentGrammar.subsetFaults)
            .map { Array($0.utf8) })
}
