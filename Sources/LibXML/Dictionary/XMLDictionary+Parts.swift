// The members of a dictionary that come from child elements, and those that come from attributes.

extension XMLDictionary {
    /// The keys and values of child elements.
    var elementPairs: [(key: String, value: XMLValue)] {
        switch storage {
        case .view(let context, let element):
            context.index(of: element).groups.compactMap { group in
                let elements = group.members.filter(\.isElement)
                guard !elements.isEmpty || group.lostMembers else { return nil }
                return (context.keys.text(group.key), context.value(of: elements, in: group, of: element))
            }
        case .made(let made): made.pairs(from: .element)
        }
    }

    /// Returns the attribute that a test matches, wherever the mapping puts it; a list if several match.
    ///
    /// A written name is compared with the names that the mapping gives to attributes.
    func attribute(_ test: NameTest) -> XMLValue? {
        if case .written(let name) = test { return attribute(name) }
        if case .made(let made) = storage, test == .any || made.isChanged && made.mapping?.names == .qualified {
            return made.attributePairs().filter { name, _ in
                test.matches(name) { $0.isEmpty ? "" : made.namespace(ofPrefix: $0) }
            }.map(\.value).oneOrList
        }
        guard let (context, element) = origin, element != Tape.document else { return nil }
        let names = XMLTree.Element(tape: context.tape, entry: element).attributes(test).map { attribute in
            context.mapping.names.name(context.tape.nameNumber(attribute.entry), context.tape.names)
        }
        let values = names.compactMap { self.attribute($0) }
        return values.flatMap(\.array).oneOrList
    }

    private func attribute(_ name: String) -> XMLValue? {
        let values: [XMLValue]
        switch storage {
        case .view(let context, let element): values = context.attributes(name, of: element)
        case .made(let made):
            if made.origin == nil { return self["@" + name] }
            let pairs = made.attributePairs(withDeclarations: true)
            values = pairs.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
        }
        return values.oneOrList
    }
}

extension [XMLValue] {
    /// The only value, or a list of several; nil if there is no value.
    fileprivate var oneOrList: XMLValue? { count > 1 ? XMLValue(self) : first }
}

extension NameTest {
    /// Whether the test matches a name.
    ///
    /// - Parameter namespace: returns the URI of a prefix, empty for the default namespace.
    func matches(_ name: String, in namespace: (String) -> String?) -> Bool {
        let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
        let local = parts.last ?? ""
        return switch self {
        case .any: true
        case .written(let other): other.hasSameBytes(as: name)
        case .local(let other): other.hasSameBytes(as: local)
        case .expanded(let other):
            other.localName.hasSameBytes(as: local)
                && (namespace(parts.count > 1 ? parts[0] : "") ?? "").hasSameBytes(as: other.namespaceURI ?? "")
        }
    }
}

extension MadeDictionary {
    /// Returns the namespace of a prefix that the dictionary declares, or else that is in force at its element.
    func namespace(ofPrefix prefix: String) -> String? {
        let name = prefix.isEmpty ? "xmlns" : "xmlns:" + prefix
        let declared = attributePairs(withDeclarations: true).last { $0.name.hasSameBytes(as: name) }?.value.string
        guard declared == nil, case .element(let element, let context) = origin, element != Tape.document else {
            return declared
        }
        return context.tape.namespace(ofPrefix: prefix.isEmpty ? nil : prefix, at: element)
    }
}

extension MadeDictionary {
    /// The attributes by their keys without the prefix of attributes.
    func attributePairs(withDeclarations: Bool = false) -> [(name: String, value: XMLValue)] {
        let mapping = mapping ?? .xmltodict
        func named(_ source: Source) -> [(name: String, value: XMLValue)] {
            pairs(from: source).map { (mapping.attributes.name(ofKey: $0.key) ?? $0.key, $0.value) }
        }
        func grouped(_ source: Source) -> [(key: String, value: XMLValue)] {
            pairs(from: source).flatMap { $0.value.dictionary?.pairs ?? [] }
        }
        let attributes = named(.attribute) + grouped(.attributes).map { ($0.key, $0.value) }
        guard withDeclarations else { return attributes.filter { !$0.name.isDeclaration } }
        return attributes + named(.namespace)
            + grouped(.namespaces).map { (mapping.declaredName(ofKey: $0.key), $0.value) }
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
    var isDeclaration: Bool { self == "xmlns" || hasPrefix("xmlns:") && self != "xmlns:" }
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
