/// The documents and tokens from which changed documents are made.
package struct DocumentCorpus: Sendable {
    package var documents: [[UInt8]]
    /// The tokens to insert into documents.
    package var tokens: [[UInt8]]

    /// The malformed documents of the tests, and the faults of the grammar.
    package static let builtIn = DocumentCorpus(
        documents: MalformedDocuments.all.map { Array($0.input.utf8) },
        tokens: (DocumentGrammar.contentFaults + DocumentGrammar.attributeFaults + DocumentGrammar.subsetFaults)
            .map { Array($0.utf8) })
}
