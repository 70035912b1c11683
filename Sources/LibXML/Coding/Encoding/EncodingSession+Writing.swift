// Writing what was encoded.

extension EncodingSession {
    /// Encodes the value of a call as a root element.
    ///
    /// - Parameter name: the name of the root element; nil for one that the type determines.
    func root<Value: Encodable>(_ value: Value, _ name: NameTest?) throws {
        let test = try name ?? defaultName(of: Value.self)
        let number: UInt32
        do throws(XMLError) {
            number = try scopes.number(of: test, .element)
        } catch {
            throw self.error(error, at: EncodingPosition(.value, EncodedDocument.root), value)
        }
        if case .expanded(let name) = test, let uri = name.namespaceURI { namespaces.modify { $0.setRoot(uri) } }
        var root = EncodedNode(.element, name: number, parent: EncodedDocument.root)
        root.isReplaceable = name == nil
        let node = document.modify { $0.add(root) }
        try self.value(value, at: EncodingPosition(.value, node))
        do {
            try checkUnnamed()
            try checkContents()
            try checkChoices()
            try checkSharedNames()
            if options.sortsKeys { sortKeys() }
        } catch { throw described(error, value) }
        guard document.modify({ $0[EncodedDocument.root].firstChild }) != 0 else {
            throw error("the value has no element", code: .missingRootElement, at: node, value)
        }
    }

    /// The name of a root element for a type, whose first word is in lower case: `orderLine` for `OrderLine`.
    private func defaultName(of type: Any.Type) throws -> NameTest {
        var type = type
        while let optional = type as? any ContainerType.Type, optional.container != .list { type = optional.content }
        if scopes.known(type).isList { return .written("list") }
        let name = "\(type)".prefix { $0 != "<" && $0 != " " }
        let capitals = name.prefix { $0.isUppercase }
        let first = capitals.count > 1 && capitals.count < name.count ? capitals.count - 1 : capitals.count
        let key = name.prefix(first).lowercased() + name.dropFirst(first)
        return .written(options.keyEncodingStrategy.conversion.name(for: key) ?? key)
    }

    /// Puts the attributes and child elements of each element in the order of their names.
    private func sortKeys() {
        scopes.names.modify { names in document.modify { $0.sort { names.string($0) } } }
    }

    /// Writes what was encoded.
    ///
    /// - Throws: the error for an undeclared prefix, or for two attributes with the same expanded name, with its path.
    func writeMarkup(into markup: inout MarkupWriter) throws(XMLError) {
        var place: UInt32 = EncodedDocument.root
        do throws(XMLError) {
            try document.modify { (document) throws(XMLError) in
                try scopes.names.modify { (names) throws(XMLError) in
                    try write(document, names, &place, into: &markup)
                }
            }
        } catch {
            throw located(error, at: document.modify { $0[place] }).error
        }
    }

    /// Writes what was encoded.
    ///
    /// - Throws: `EncodingError` as ``writeMarkup(into:)``.
    func write(into markup: inout MarkupWriter) throws {
        do throws(XMLError) {
            try writeMarkup(into: &markup)
        } catch {
            throw encodingError(error)
        }
    }

    private func write(
        _ document: borrowing EncodedDocument, _ names: borrowing EncodingNames, _ place: inout UInt32,
        into markup: inout MarkupWriter
    ) throws(XMLError) {
        var number = document[EncodedDocument.root].firstChild
        var prefixes = KnownPrefixes()
        while true {
            place = number
            let node = document[number]
            let name = names[node.name]
            let isRoot = node.parent == EncodedDocument.root
            if node.kind == .text {
                try markup.text(document.text, node.text)
            } else if node.kind == .comment {
                try markup.comment(document.text.withSpan(node.text) { $0.string($0.indices) })
            } else if name.kind == .plain, node.firstChild | node.firstAttribute == 0, !isRoot {
                try markup.leaf(names.bytes, name.range, document.text, node.text)
            } else {
                if name.kind == .prefixed { try checkEntry(node, names, document[node.parent].name, markup.bindings) }
                try Self.start(node, names, &prefixes, into: &markup)
                if isRoot { try Self.declare(namespaces.value.declared, into: &markup) }
                try Self.writeAttributes(of: node, document, names, &prefixes, &place, into: &markup)
                if node.hasText { markup.noteText() }
                if node.textCount > 0 { try markup.text(document.text, node.text) }
                if node.firstChild != 0 {
                    number = node.firstChild
                    continue
                }
                try markup.endElement()
            }
            while document[number].next == 0 {
                number = document[number].parent
                if number == EncodedDocument.root { return }
                place = number
                try markup.endElement()
            }
            number = document[number].next
        }
    }

    /// Checks that a decoder would read a key with a prefix as the same key. It omits the prefix of an element in the
    /// namespace of its parent.
    private func checkEntry(
        _ node: EncodedNode, _ names: borrowing EncodingNames, _ parent: UInt32, _ bindings: NamespaceBindings
    ) throws(XMLError) {
        func uri(_ number: UInt32) -> String? {
            if case .expanded(let name) = names.test(number) { return name.namespaceURI }
            let name = names.string(number)
            return bindings.uri(of: name.contains(":") ? String(name.prefix { $0 != ":" }) : "")
        }
        guard scopes[node.plan].role == .entry, let own = uri(node.name), own == uri(parent) else { return }
        throw XMLError(
            .invalidName, "“\(names.string(node.name).excerpt)” would be read as a key without the prefix",
            help: "the element around it is in the same namespace")
    }

    @inline(__always)
    private static func start(
        _ node: EncodedNode, _ names: borrowing EncodingNames, _ prefixes: inout KnownPrefixes,
        into markup: inout MarkupWriter
    ) throws(XMLError) {
        let name = names[node.name]
        if name.kind == .plain, !node.hasDeclarations {
            try markup.startElement(names.bytes, name.range)
        } else if name.kind == .expanded, case .expanded(let expanded) = names.test(node.name) {
            if let prefix = prefixes.prefix(of: node.name, expanded, isAttribute: false, markup.bindings) {
                try markup.startElement(prefix, names.bytes, name.range)
            } else {
                try markup.startElement(expanded)
            }
        } else {
            try markup.startElement(names.string(node.name))
        }
    }

    private static func declare(
        _ namespaces: [(prefix: String, uri: String)], into markup: inout MarkupWriter
    ) throws(XMLError) {
        for (prefix, uri) in namespaces where markup.bindings.uri(of: prefix)?.hasSameBytes(as: uri) != true {
            try markup.declare(prefix: prefix, uri: uri)
        }
    }

    @inline(__always)
    private static func writeAttributes(
        of node: EncodedNode, _ document: borrowing EncodedDocument, _ names: borrowing EncodingNames,
        _ prefixes: inout KnownPrefixes, _ place: inout UInt32, into markup: inout MarkupWriter
    ) throws(XMLError) {
        var number = node.firstAttribute
        let element = place
        while number != 0 {
            place = number
            let attribute = document[number]
            let name = names[attribute.name]
            switch name.kind {
            case .plain: markup.attribute(names.bytes, name.range, document.text, attribute.text)
            case .prefixed, .expanded, .declaration:
                if case .expanded(let expanded) = names.test(attribute.name),
                    let prefix = prefixes.prefix(of: attribute.name, expanded, isAttribute: true, markup.bindings)
                {
                    markup.attribute(prefix, names.bytes, name.range, document.text, attribute.text)
                    break
                }
                try markup.attribute(
                    names.test(attribute.name), names.string(attribute.name), document.text, attribute.text)
            }
            number = attribute.next
        }
        place = element
    }
}

/// The prefixes of names, as long as no declaration changes them. Searching the declarations for each element would
/// take time in proportion to their number.
private struct KnownPrefixes {
    private var version = UInt32.max
    private var prefixes: [UInt32: String?] = [:]

    /// Returns the prefix of a name in scope; nil if it must be declared.
    mutating func prefix(
        of number: UInt32, _ name: XMLName, isAttribute: Bool, _ bindings: NamespaceBindings
    ) -> String? {
        if bindings.version != version {
            version = bindings.version
            prefixes.removeAll(keepingCapacity: true)
        }
        if let known = prefixes[number] { return known }
        let found =
            if let uri = name.namespaceURI {
                bindings.prefix(of: uri, isAttribute: isAttribute)
            } else {
                isAttribute || bindings.uri(of: "") == "" ? "" : String?.none
            }
        prefixes[number] = .some(found)
        return found
    }
}
