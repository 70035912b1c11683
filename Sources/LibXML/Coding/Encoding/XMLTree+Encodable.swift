// Parts of documents as properties of encoded types.

extension XMLTree.Element: Encodable {
    /// Encodes the attributes and content of the element, under the name of the key. A key `*`, and a root element
    /// without a given name, have the name of the element.
    ///
    /// Comments and processing instructions are omitted. The root element of the encoded value declares the namespaces.
    ///
    /// - Throws: `EncodingError` for an encoder other than ``XMLEncoder``.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? ElementEncoder else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "only XMLEncoder encodes elements"))
        }
        encoder.session.checkIsWhole(encoder.position)
        encoder.session.progress.modify { $0.isRequested = true }
        try encoder.session.tree(self, at: encoder.position)
    }
}

extension XMLDictionary: Encodable {
    /// Encodes the element of a dictionary that was parsed, whatever its mapping, as the element itself would be.
    ///
    /// For a dictionary that was created in code, or transformed, keys that begin with `@` are attributes, `#text` is
    /// the text, and all others are child elements. A changed dictionary is encoded as the XML that is written for it.
    public func encode(to encoder: any Encoder) throws {
        if case .view(let context, let element) = storage, encoder is ElementEncoder {
            let index = element == Tape.document ? context.root : element
            return try XMLTree.Element(tape: context.tape, entry: index).encode(to: encoder)
        }
        if let element = encoder as? ElementEncoder,
            let tree = try changedTree(depthLimit: element.session.options.depthLimit)
        {
            return try tree.root.encode(to: encoder)
        }
        // The dictionary of a document has its root as its only key.
        if let (_, element) = origin, element == Tape.document, let (_, value) = first(where: { _ in true }) {
            return try value.encode(to: encoder)
        }
        var container = encoder.literal.container(keyedBy: XMLCodingKey.self)
        for (key, value) in self where !value.isNull || !key.hasPrefix("@") {
            try container.encode(value, forKey: XMLCodingKey(key))
        }
    }
}

extension XMLValue: Encodable {
    /// Encodes an element of a document as it is, and other values by their kind: null as nil, a list as a list, a
    /// dictionary as ``XMLDictionary`` does, numbers and Booleans as such, and everything else by its text.
    public func encode(to encoder: any Encoder) throws {
        if case .element(let index, let context) = storage, encoder is ElementEncoder {
            return try XMLTree.Element(tape: context.tape, entry: index).encode(to: encoder)
        }
        if case .list = storage {
            var container = encoder.unkeyedContainer()
            for value in array { try container.encode(value) }
        } else if let dictionary {
            try dictionary.encode(to: encoder)
        } else {
            var container = encoder.singleValueContainer()
            switch storage {
            case .number(.bool(let value)): try container.encode(value)
            case .number(.int(let value)): try container.encode(value)
            case .number(.double(let value)): try container.encode(value)
            default: if let string { try container.encode(string) } else { try container.encodeNil() }
            }
        }
    }
}

extension Located: Encodable where Value: Encodable {
    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Encoder {
    /// The encoder for keys that are names in the document, and not converted.
    fileprivate var literal: any Encoder {
        guard let encoder = self as? ElementEncoder, encoder.position.kind == .value else { return self }
        encoder.session.checkIsWhole(encoder.position)
        var position = encoder.position
        position.scope = encoder.session.scopes.literal
        return ElementEncoder(session: encoder.session, position: position)
    }
}

extension EncodingSession {
    /// Encodes the attributes and content of an element of a document.
    fileprivate func tree(_ element: XMLTree.Element, at position: EncodingPosition) throws {
        let (plan, parent) = document.modify { ($0[position.node].plan, $0[position.node].parent) }
        let isContent = position.kind == .value && scopes[plan].role == .content
        if !isContent { try giveName(of: element, to: position) }
        let place = isContent ? KeyedPlace(kind: .element, node: parent) : keyed(at: position)
        if let failure = progress.modify({ $0.failure }) { throw failure }
        if isContent { document.modify { $0.contents.append((parent, plan)) } }
        if !isContent {
            document.modify { $0[place.node].isOpen = true }
            try addAttributes(of: element, to: place.node)
        }
        let tape = element.tape
        var open: [(children: ChildCursor, node: UInt32)] = [(tape.children(of: element.entry), place.node)]
        while let last = open.indices.last {
            let node = open[last].node
            guard let (index, head) = open[last].children.next(tape) else {
                open.removeLast()
                continue
            }
            if head.kind == .element {
                let child = XMLTree.Element(tape: tape, entry: index)
                let new = try add(child, to: node, plan: isContent && node == parent ? plan : 0)
                try addAttributes(of: child, to: new)
                open.append((tape.children(of: index), new))
            } else if head.kind.isText {
                try string(tape.withData(index) { $0.string($0.indices) }, of: node)
            }
        }
    }

    /// Names a node after an element, if its key does not.
    private func giveName(of element: XMLTree.Element, to position: EncodingPosition) throws {
        guard position.kind == .value else { return }
        let node = document.modify { $0[position.node] }
        let isUnnamedRoot = node.parent == EncodedDocument.root && node.state == .pending && node.isReplaceable
        guard node.kind == .element, node.name == 0 || isUnnamedRoot else { return }
        let name = try number(of: element)
        document.modify { $0[position.node].name = name }
    }

    private func number(of element: XMLTree.Element) throws -> UInt32 {
        let (names, name) = (element.tape.names, element.tape.nameNumber(element.entry))
        if let number = treeNames.modify({ $0.number(of: name, names) }) { return number }
        let number = try newNumber(of: element)
        treeNames.modify { $0.add(name, names, number: number) }
        return number
    }

    private func newNumber(of element: XMLTree.Element) throws -> UInt32 {
        if let uri = element.namespaceURI {
            namespaces.modify { _ = $0.prefix(of: uri, isAttribute: false, suggested: element.prefix) }
        }
        return try scopes.number(of: .expanded(element.name), .element)
    }

    private func add(_ element: XMLTree.Element, to parent: UInt32, plan: UInt32) throws -> UInt32 {
        let node = EncodedNode(
            .element, name: try number(of: element), parent: parent, plan: plan, state: .linked)
        return document.modify { document in
            let number = document.add(node)
            document.append(number, to: parent)
            return number
        }
    }

    private func addAttributes(of element: XMLTree.Element, to node: UInt32) throws {
        for attribute in element.attributes {
            if let uri = attribute.namespaceURI {
                namespaces.modify { _ = $0.prefix(of: uri, isAttribute: true, suggested: attribute.prefix) }
            }
            let test: NameTest =
                attribute.namespaceURI == nil ? .written(attribute.localName) : .expanded(attribute.name)
            let name = try scopes.number(of: test, .attribute)
            let new = document.modify { $0.add(EncodedNode(.attribute, name: name, parent: node)) }
            try string(attribute.value, at: EncodingPosition(.value, new))
        }
    }
}

/// The numbers, in the encoded document, of some names of elements of one tree.
struct EncodedTreeNames {
    private var names: TapeNames?
    /// A direct-mapped cache, so that a change to another tree costs little.
    private var entries: [(name: Int, number: UInt32)] = []
    private static let count = 64

    func number(of name: Int, _ names: TapeNames) -> UInt32? {
        guard self.names === names, entries[name % Self.count].name == name else { return nil }
        return entries[name % Self.count].number
    }

    mutating func add(_ name: Int, _ names: TapeNames, number: UInt32) {
        if self.names !== names {
            self.names = names
            entries = Array(repeating: (-1, 0), count: Self.count)
        }
        entries[name % Self.count] = (name, number)
    }
}
