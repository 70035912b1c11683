// The members of a dictionary that come from child elements, and those that come from attributes.

extension XMLDictionary {
    /// The keys and values of child elements; all keys and values of a dictionary created in code.
    var elementPairs: [(key: String, value: XMLValue)] {
        switch storage {
        case .view(let context, let element):
            context.index(of: element).groups.compactMap { group in
                let elements = group.members.filter(\.isElement)
                guard !elements.isEmpty || group.lostMembers else { return nil }
                return (context.keys.text(group.key), context.value(of: elements, in: group, of: element))
            }
        case .made(let made): made.origin == nil ? made.pairs : made.elementPairs
        }
    }

    /// Returns the attribute that a test matches, wherever the mapping puts it; a list if several match.
    ///
    /// A written name is compared with the names that the mapping gives to attributes. In a dictionary created in code,
    /// an attribute is the value of a key that begins with `@`.
    func attribute(_ test: NameTest) -> XMLValue? {
        if case .written(let name) = test { return attribute(name) }
        guard let (context, element) = origin, element != Tape.document else { return nil }
        let names = XMLTree.Element(tape: context.tape, entry: element).attributes(test).map { attribute in
            context.mapping.names.name(context.tape.nameNumber(attribute.entry), context.tape.names)
        }
        let values = names.compactMap { self.attribute($0) }
        return values.count > 1 ? XMLValue(values.flatMap(\.array)) : values.first
    }

    private func attribute(_ name: String) -> XMLValue? {
        let values: [XMLValue]
        switch storage {
        case .view(let context, let element): values = context.attributes(name, of: element)
        case .made(let made):
            guard let origin = made.origin else { return self["@" + name] }
            let pairs = made.attributePairs(origin.context.mapping, withDeclarations: true)
            values = pairs.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
        }
        return values.count > 1 ? XMLValue(values) : values.first
    }
}

extension MadeDictionary {
    /// Returns the transformed attributes, by their keys without the prefix of attributes.
    func attributePairs(
        _ mapping: XMLMapping, withDeclarations: Bool = false
    ) -> [(name: String, value: XMLValue)] {
        var pairs: [(name: String, value: XMLValue)] = []
        for part in parts {
            switch part.source {
            case .attribute: pairs.append((mapping.attributes.name(ofKey: part.key) ?? part.key, part.value))
            case .attributes: pairs += part.value.dictionary?.pairs.map { ($0.key, $0.value) } ?? []
            case .namespace where withDeclarations:
                pairs.append((mapping.attributes.name(ofKey: part.key) ?? part.key, part.value))
            case .namespaces where withDeclarations:
                pairs += part.value.dictionary?.pairs.map { (mapping.declaredName(ofKey: $0.key), $0.value) } ?? []
            case .element, .namespace, .namespaces, .text, .other: break
            }
        }
        return withDeclarations ? pairs : pairs.filter { !$0.name.isDeclaration }
    }
}

extension XMLMapping {
    /// Returns the name of the attribute for a key in a group of declarations.
    fileprivate func declaredName(ofKey key: String) -> String {
        let prefix = namespaceDeclarations.prefix(ofKey: key)
        return prefix.isEmpty ? "xmlns" : "xmlns:" + prefix
    }
}

extension String {
    /// Whether an attribute with this name declares a namespace.
    var isDeclaration: Bool { self == "xmlns" || hasPrefix("xmlns:") }
}

extension DictionaryContext {
    /// Returns the attributes and namespace declarations of an element that have this name under the mapping, except
    /// those that the mapping discards.
    fileprivate func attributes(_ name: String, of element: Int) -> [XMLValue] {
        guard element != Tape.document else { return [] }
        var values: [XMLValue] = []
        var tag = tape.tag(of: element)
        while let (index, head) = tag.next(tape) {
            guard keeps(head.kind) else { continue }
            if head.kind == .attribute {
                if isAttribute(head.name, called: name) {
                    values.append(XMLValue(.attribute(index, of: element), self))
                }
            } else if tape.names.declaredName(head.prefix).hasSameBytes(as: name) {
                values.append(XMLValue(.namespace(index), self))
            }
        }
        return values
    }

    private func isAttribute(_ number: Int, called name: String) -> Bool {
        if mapping.names == .qualified { return tape.isWritten(number, as: name) }
        return mapping.names.name(number, tape.names).hasSameBytes(as: name)
    }
}
