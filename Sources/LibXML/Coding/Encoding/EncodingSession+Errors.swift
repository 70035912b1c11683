// Errors with their coding path.

extension EncodingSession {
    /// The keys and indices from the root of the encoded value to a position.
    func codingPath(of position: EncodingPosition) -> [any CodingKey] {
        path(of: document.modify { $0[position.node] }, shown: false)
    }

    /// The keys and indices to a node, from the outermost to the innermost.
    ///
    /// - Parameter shown: whether they are the names in the document, from the root element on, instead of the keys.
    private func path(of node: EncodedNode, shown: Bool) -> [XMLCodingKey] {
        var keys: [XMLCodingKey] = []
        var node = node
        while true {
            let isRoot = node.parent == EncodedDocument.root
            if node.index > 0 { keys.append(XMLCodingKey(index: Int(node.index) - 1)) }
            if shown, node.kind != .text || node.plan != 0, node.name != 0 || node.plan != 0 {
                keys.append(XMLCodingKey(shownName(of: node)))
            } else if !shown, node.plan != 0 {
                keys.append(XMLCodingKey(XMLCodingRole.unmarked(scopes.detail(node.plan).key)))
            }
            if isRoot { return keys.reversed() }
            node = document.modify { $0[node.parent] }
        }
    }

    private func shownName(of node: EncodedNode) -> String {
        if node.kind == .text { return "#text" }
        guard node.name != 0 else { return XMLCodingRole.unmarked(scopes.detail(node.plan).key) }
        let name = scopes.names.modify { $0.string(node.name) }
        return node.kind == .attribute ? "@" + name : name
    }

    /// Returns an error with the path of a node, and its coding path.
    func located(_ error: XMLError, at node: EncodedNode, key: String? = nil) -> (
        error: XMLError, keys: [any CodingKey]
    ) {
        var shown: [any CodingKey] = path(of: node, shown: true)
        var keys: [any CodingKey] = path(of: node, shown: false)
        if let key {
            shown.append(XMLCodingKey(key))
            keys.append(XMLCodingKey(key))
        }
        var error = XMLError(error.code, error.message, help: error.help)
        error.diagnostic.path = shown[...].pathText
        error.diagnostics = [error.diagnostic]
        return (error, keys)
    }

    /// Returns an error about a node.
    ///
    /// - Parameter value: the value that cannot be encoded, if it is known.
    func error(
        _ error: XMLError, at node: EncodedNode, _ value: Any = UnknownValue(), key: String? = nil
    ) -> any Error {
        let (error, keys) = located(error, at: node, key: key)
        return encodingError(error, keys, value)
    }

    func encodingError(
        _ error: XMLError, _ keys: [any CodingKey] = [], _ value: Any = UnknownValue()
    ) -> any Error {
        let context = EncodingError.Context(
            codingPath: keys, debugDescription: error.diagnostic.headline, underlyingError: CodingFault(error: error))
        return EncodingError.invalidValue(value, context)
    }

    @inline(never)
    func error(
        _ message: String, code: XMLError.Code = .invalidValue, at node: EncodedNode, _ value: Any = UnknownValue()
    ) -> any Error {
        error(XMLError(message, code: code), at: node, value)
    }

    @inline(never)
    func error(
        _ message: String, code: XMLError.Code = .invalidValue, at node: UInt32, _ value: Any = UnknownValue()
    ) -> any Error {
        error(XMLError(message, code: code), at: node, value)
    }

    @inline(never)
    func error(_ error: XMLError, at node: UInt32, _ value: Any = UnknownValue()) -> any Error {
        self.error(error, at: document.modify { $0[node] }, value)
    }

    func error(
        _ message: String, code: XMLError.Code = .invalidValue, at position: EncodingPosition,
        _ value: Any = UnknownValue()
    ) -> any Error {
        error(message, code: code, at: position.node, value)
    }

    func error(_ error: XMLError, at position: EncodingPosition, _ value: Any) -> any Error {
        self.error(error, at: position.node, value)
    }

    /// The error of a key for which nothing can be written.
    func invalidKey(_ plan: UInt32, in parent: UInt32) -> any Error {
        let detail = scopes.detail(plan)
        let key = XMLCodingRole.unmarked(detail.key)
        let error = detail.error ?? XMLError(.invalidName, "nothing can be written for “\(key.excerpt)”")
        return self.error(error, at: document.modify { $0[parent] }, key: key)
    }

    @inline(never)
    func tooDeep(_ value: Any, at position: EncodingPosition) -> any Error {
        let isLimit = progress.modify { $0.depth } >= options.depthLimit
        return error(XMLError(.valuesTooDeep(limit: isLimit ? options.depthLimit : nil)), at: position, value)
    }
}

/// The value of an error, until the value that contains it is known.
struct UnknownValue {}

extension EncodingSession {
    /// The same error with a value, unless it has one.
    @inline(never)
    func described(_ error: any Error, _ value: Any) -> any Error {
        guard case EncodingError.invalidValue(let found, let context) = error, found is UnknownValue else {
            return error
        }
        return EncodingError.invalidValue(value, context)
    }
}
