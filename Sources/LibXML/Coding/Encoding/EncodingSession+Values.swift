// Values of any type.

extension EncodingSession {
    /// Encodes a value of any type.
    ///
    /// - Throws: `EncodingError`; the errors of the value's own code.
    func value<Value: Encodable>(_ value: Value, at position: EncodingPosition) throws {
        guard enter() else { throw tooDeep(value, at: position) }
        defer { progress.modify { $0.depth -= 1 } }
        do { try content(of: value, at: position) } catch { throw described(error, value) }
    }

    @inline(__always)
    private func content<Value: Encodable>(of value: Value, at position: EncodingPosition) throws {
        let known = scopes.known(Value.self)
        var position = position
        let isFlattened = position.scope != 0 && scopes.keys(position.scope).outer != nil
        switch known.kind {
        case .plain, .dictionary:
            if !isFlattened { position.scope = 0 }
            // A type that contains a list of choices has an element of its own.
            if !known.isContainer, position.kind == .value {
                document.modify { $0[position.node].isReplaceable = false }
            }
        case .rawValue, .optional: position.scope = 0
        case .value:
            if let value = value as? any TextValue {
                guard let custom = value.custom(options.valueForms) else {
                    return try string(text(of: value, at: position), at: position)
                }
                return try coded(at: position, custom)
            }
        case .roles, .typedChoice:
            if !isFlattened { position.scope = known.scope }
            if let error = scopes.keys(known.scope).type?.roleError { throw self.error(error, at: position, value) }
        case .choice, .choices:
            if let error = scopes.keys(known.scope).type?.roleError { throw self.error(error, at: position, value) }
            // A list as the root is in an element of its own.
            if known.kind == .choices, isRoot(position) { position.node = link(position.node) }
            position = EncodingPosition(
                .choice, try choiceParent(position, known.scope, isList: known.kind == .choices),
                scope: known.scope)
        }
        try encoding(at: position) { try value.encode(to: $0) }
    }

    /// Calls a closure of the program that encodes a value.
    @inline(never)
    private func coded(at position: EncodingPosition, _ encode: (any Encoder) throws -> Void) throws {
        try encoding(at: position) { try encode($0) }
    }

    @inline(__always)
    private func encoding(at position: EncodingPosition, _ encode: (ElementEncoder) throws -> Void) throws {
        progress.modify { $0.isRequested = false }
        try encode(ElementEncoder(session: self, position: position))
        let progress = progress.modify { progress in
            defer { progress.isRequested = true }
            return (isRequested: progress.isRequested, failure: progress.failure)
        }
        if !progress.isRequested, position.kind == .value { _ = link(position.node) }
        if let failure = progress.failure { throw failure }
    }

    private func isRoot(_ position: EncodingPosition) -> Bool {
        position.kind == .value && document.modify { $0[position.node].parent == EncodedDocument.root }
    }

    /// Enters a value, if the limit and the stack of the thread allow one more level.
    @inline(__always)
    private func enter() -> Bool {
        let depth = progress.modify { progress in
            progress.depth += 1
            return progress.depth
        }
        guard depth > options.depthLimit || depth & 15 == 0 else { return true }
        if depth <= options.depthLimit, StackSpace.isEnough { return true }
        progress.modify { $0.depth -= 1 }
        return false
    }

    // MARK: Texts

    private func text(of value: any TextValue, at position: EncodingPosition) throws -> String {
        do {
            return try value.text(options.valueForms)
        } catch let fault as UnwritableValue {
            throw error(fault.message, at: position, fault.value)
        }
    }

    /// Encodes a text that needs no references.
    @inline(__always)
    func plainText(at position: EncodingPosition, _ append: (inout RawBuffer<UInt8>) -> Void) throws {
        let node = try beginText(at: position)
        document.modify { document in
            let start = document.text.count
            append(&document.text)
            document.setText(of: node, from: start)
        }
    }

    /// Encodes a string of the program, as a CDATA section if the options ask for it.
    func text(_ value: String, at position: EncodingPosition) throws {
        guard options.stringEncodingStrategy == .cdata, position.kind == .value, !value.isEmpty,
            value.unicodeScalars.allSatisfy({ $0.isXMLCharacter && $0 != "\r" })
        else { return try string(value, at: position) }
        let node = try beginText(at: position)
        let kind = document.modify { $0[node].kind }
        guard kind == .element || kind == .text else { return try string(value, of: node) }
        document.modify { document in
            let start = document.text.count
            let data = value.replacingScalars(of: "]]>", with: "]]]]><![CDATA[>")
            "<![CDATA[\(data)]]>".withUTF8Span { $0.append(to: &document.text) }
            document.setText(of: node, from: start)
        }
    }

    /// Encodes a string with references.
    func string(_ value: String, at position: EncodingPosition) throws {
        let node = try beginText(at: position)
        if position.kind == .word, value.isEmpty || value.utf8.contains(where: { $0.isXMLSpace }) {
            throw error("“\(value.excerpt)” cannot be written in a list of words", at: position, value)
        }
        try string(value, of: node)
    }

    @inline(__always)
    func string(_ value: String, of node: UInt32) throws {
        let kind = document.modify { $0[node].kind }
        if kind == .comment { return try comment(value, of: node) }
        let isAttribute = kind == .attribute
        if value.isBlank, document.modify({ $0[node].isCase }) { try checkBlankText(value, node) }
        let start = document.modify { $0.text.count }
        let invalid = value.withUTF8Span { text in
            document.modify { $0.text.appendEscaped(text, in: isAttribute ? .attribute : .content) }
        }
        if let invalid { try replaceInvalid(value, from: invalid, of: node, isAttribute) }
        document.modify { $0.setText(of: node, from: start) }
        if preservesWhiteSpace, value.hasSpaceAtEnds { try preserveSpace(of: node, value) }
    }

    /// Encodes the text of a comment, which has no references.
    private func comment(_ value: String, of node: UInt32) throws {
        if value.utf8.contains(UInt8(ascii: "\r")) {
            throw error("a comment cannot contain a carriage return", code: .invalidCharacter, at: node, value)
        }
        document.modify { document in
            let start = document.text.count
            value.withUTF8Span { $0.append(to: &document.text) }
            document.setText(of: node, from: start)
        }
    }

    /// Links the node of a text.
    @inline(__always)
    private func beginText(at position: EncodingPosition) throws -> UInt32 {
        guard position.kind != .value else {
            let node = link(position.node)
            if let failure = progress.modify({ $0.failure }) { throw failure }
            return node
        }
        return try beginOtherText(at: position)
    }

    private func beginOtherText(at position: EncodingPosition) throws -> UInt32 {
        guard position.kind == .word else {
            throw error("a text is not a case of the choice", at: position)
        }
        return position.node
    }

    /// Separates the next word of a list from the one before it.
    func separateWords(of node: UInt32) {
        document.modify { document in
            let start = document.text.count
            document.text.append(UInt8(ascii: " "))
            document.setText(of: node, from: start)
        }
    }

    /// Appends the rest of a text with a character that XML does not allow.
    @inline(never)
    private func replaceInvalid(_ value: String, from start: Int, of node: UInt32, _ isAttribute: Bool) throws {
        let rest = value.unicodeScalars[value.utf8.index(value.startIndex, offsetBy: start)...]
        guard case .replaced(let replacement) = options.writingOptions.invalidCharacters else {
            throw error(XMLError(.characterNotAllowed(rest.firstInvalid)), at: node, value)
        }
        rest.replacingInvalid(with: replacement).withUTF8Span { text in
            document.modify { _ = $0.text.appendEscaped(text, in: isAttribute ? .attribute : .content) }
        }
    }

    /// Marks an element so that a decoder does not trim its text.
    @inline(never)
    private func preserveSpace(of node: UInt32, _ value: String) throws {
        let found = document.modify { $0[node] }
        guard found.kind != .attribute else {
            throw error("the white space around an attribute value would not be preserved", at: node, value)
        }
        addAttribute(XMLNamespace.xml["space"], "preserve", to: found.kind == .text ? found.parent : node)
    }

    // MARK: Missing values

    /// Encodes nil explicitly, as the program requires.
    func null(at position: EncodingPosition) throws {
        switch position.kind {
        case .word: throw error("a list of words cannot contain nil", at: position)
        case .choice: throw error("a list of choices cannot contain nil", at: position)
        case .value:
            let found = document.modify { $0[position.node] }
            guard found.kind == .element else {
                if found.kind == .text { document.modify { $0[found.parent].hasText = true } }
                return
            }
            let node = link(position.node)
            if options.nilEncodingStrategy != .empty, options.nilEncodingStrategy != .omittedOrEmpty {
                addAttribute(XMLNamespace.schemaInstance["nil"], "true", to: node)
            }
        }
    }

    /// Encodes a property that is nil.
    func missing(_ type: Any.Type, at node: () throws -> UInt32) throws {
        let known = scopes.known(type)
        if known.kind == .choice || known.kind == .choices, let node = try? node() {
            // The property of another list of the same choice would be read as this one.
            _ = try choiceParent(EncodingPosition(.value, node), known.scope, isList: known.kind == .choices)
        }
        switch options.nilEncodingStrategy {
        case .omitted, .omittedOrEmpty:
            guard let node = try? node(), document.modify({ $0[node].kind }) == .text else { return }
            return try null(at: EncodingPosition(.value, node))
        case .empty:
            guard !known.isList, known.kind != .choice, known.kind != .choices else { return }
        case .schemaNil: break
        }
        try null(at: EncodingPosition(.value, node()))
    }
}

extension String {
    /// Whether it has no characters but white space.
    fileprivate var isBlank: Bool { utf8.first.map { $0.isXMLSpace } ?? true && utf8.allSatisfy { $0.isXMLSpace } }

    fileprivate var hasSpaceAtEnds: Bool {
        utf8.first.map { $0.isXMLSpace } ?? false || utf8.last.map { $0.isXMLSpace } ?? false
    }
}
