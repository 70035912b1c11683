extension XMLDecoder {
    /// Decodes a type from a document that may be malformed.
    ///
    /// ```swift
    /// struct Feed: Decodable {
    ///     var title: String
    ///     var item: [Located<String>]
    /// }
    /// let feed = try XMLDecoder().decode(Feed.self, recovering: "<feed><title>Bob & Co</title><item>a</item><item>b")
    /// print(feed.value.title, feed.value.item.map(\.isComplete), feed.diagnosticCount)
    /// ```
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - bytes: the document in any encoding that libxml2 knows.
    ///   - mode: how to recover: see ``XMLTree/recovering(_:mode:options:)-(Sequence<UInt8>,_,_)``.
    ///   - options: the options for reading the document.
    /// - Returns: the value, with the diagnostics of all repairs. ``XMLRecovered/incompleteIndices`` tells whether the
    ///   root was complete, and ``Located/isComplete`` the same of a part. Further roots that are not of the type are
    ///   warnings.
    /// - Throws: `DecodingError` for what is not of the type after the repair; ``XMLError`` if nothing is left of the
    ///   document.
    public func decode<Value: Decodable>(
        _ type: Value.Type, recovering bytes: some Sequence<UInt8>, mode: XMLRecoveryMode? = nil,
        options: XMLParsingOptions = .init()
    ) throws -> XMLRecovered<Value> {
        try decode(type, from: XMLTree.recovering(bytes, mode: mode, options: options))
    }

    /// Decodes a type from a document that may be malformed. The encoding in its declaration is ignored.
    public func decode<Value: Decodable>(
        _ type: Value.Type, recovering text: String, mode: XMLRecoveryMode? = nil, options: XMLParsingOptions = .init()
    ) throws -> XMLRecovered<Value> {
        try decode(type, from: XMLTree.recovering(text, mode: mode, options: options))
    }

    /// Decodes a type from the file at `path`, which may be malformed.
    public func decode<Value: Decodable>(
        _ type: Value.Type, recoveringContentsOfFile path: String, mode: XMLRecoveryMode? = nil,
        options: XMLParsingOptions = .init()
    ) throws -> XMLRecovered<Value> {
        try decode(type, from: XMLTree.recovering(contentsOfFile: path, mode: mode, options: options))
    }

    /// Decodes all elements at a path of a document that may be malformed.
    ///
    /// - Returns: the values, with the diagnostics of all repairs. ``XMLRecovered/incompleteIndices`` contains the
    ///   indices of those that are incomplete.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, recovering bytes: some Sequence<UInt8>, at path: XMLPath, mode: XMLRecoveryMode? = nil,
        options: XMLParsingOptions = .init()
    ) throws -> XMLRecovered<[Value]> {
        try decode(type, from: XMLTree.recovering(bytes, mode: mode, options: options), at: path)
    }

    /// Decodes all elements at a path of a document that may be malformed. The encoding in its declaration is ignored.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, recovering text: String, at path: XMLPath, mode: XMLRecoveryMode? = nil,
        options: XMLParsingOptions = .init()
    ) throws -> XMLRecovered<[Value]> {
        try decode(type, from: XMLTree.recovering(text, mode: mode, options: options), at: path)
    }

    /// Decodes all elements at a path of the file at `file`, which may be malformed.
    public func decode<Value: Decodable>(
        _ type: [Value].Type, recoveringContentsOfFile file: String, at path: XMLPath, mode: XMLRecoveryMode? = nil,
        options: XMLParsingOptions = .init()
    ) throws -> XMLRecovered<[Value]> {
        try decode(type, from: XMLTree.recovering(contentsOfFile: file, mode: mode, options: options), at: path)
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, from trees: XMLRecovered<XMLTree>
    ) throws -> XMLRecovered<Value> {
        var recovered = try recovered(trees, value: decode(type, from: trees.value)) { try decode(type, from: $0) }
        if !trees.value.root.isComplete { recovered.incompleteIndices = [0] }
        return recovered
    }

    private func decode<Value: Decodable>(
        _ type: [Value].Type, from trees: XMLRecovered<XMLTree>, at path: XMLPath
    ) throws -> XMLRecovered<[Value]> {
        let located = try decode([Located<Value>].self, from: trees.value, at: path)
        var recovered = try recovered(trees, value: located.map(\.value)) { try decode(type, from: $0, at: path) }
        recovered.incompleteIndices = located.indices.filter { !located[$0].isComplete }
        return recovered
    }

    /// The values of a document and its further roots. Those that are not of the type are warnings.
    private func recovered<Value>(
        _ trees: XMLRecovered<XMLTree>, value: Value, _ decode: (XMLTree) throws -> Value
    ) throws -> XMLRecovered<Value> {
        var recovered = trees.map { _ in value }
        recovered.furtherRoots = []
        for tree in trees.furtherRoots {
            do {
                recovered.furtherRoots.append(try decode(tree))
            } catch {
                guard var warning = XMLError(thrown: error)?.diagnostic else { throw error }
                warning.severity = .warning
                recovered.diagnostics.append(warning)
                recovered.diagnosticCount += 1
            }
        }
        return recovered
    }
}
