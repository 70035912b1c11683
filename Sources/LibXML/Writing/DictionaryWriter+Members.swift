/// A member of a dictionary that is being written.
struct WrittenMember {
    var key: String
    var value: XMLValue
    /// The part of an element from which it was created; nil if the part depends on the key.
    var source: MadeDictionary.Source?
}

// What the members of a dictionary become.

extension DictionaryWriter {
    /// Returns the members of a dictionary. A list of different parts, such as an attribute and elements with its name,
    /// is divided.
    func members(of dictionary: XMLDictionary) -> [WrittenMember] {
        let members: [WrittenMember]
        switch dictionary.storage {
        case .made(let made) where made.mapping?.keyRules == rules:
            members = Self.members(made.members)
        case .view(let context, let element) where context.mapping.keyRules == rules:
            members = Self.members(MadeDictionary.members(of: element, in: context))
        default:
            members = dictionary.pairs.map { WrittenMember(key: $0.key, value: $0.value) }
        }
        guard mapping.mergesAttributes else { return members }
        return members.flatMap { member in
            let (key, values) = (member.key, member.value.array)
            guard member.source == nil, member.value.isList else { return [member] }
            if key == mapping.textKey { return Self.textMembers(key, values) }
            guard let first = values.first, first.dictionary == nil, !first.isNull else { return [member] }
            return [
                WrittenMember(key: key, value: first),
                WrittenMember(key: key, value: XMLValue(Array(values.dropFirst()))),
            ]
        }
    }

    private static func members(_ members: [MadeDictionary.Member]) -> [WrittenMember] {
        var result: [WrittenMember] = []
        result.reserveCapacity(members.count)
        for member in members {
            if case .mixed(let sources) = member.source {
                result += zip(member.value.array, sources).map {
                    WrittenMember(key: member.key, value: $0, source: $1)
                }
            } else {
                result.append(WrittenMember(key: member.key, value: member.value, source: member.source))
            }
        }
        return result
    }

    /// Returns the members of the key of texts: elements with this name, one text, and before it an attribute.
    private static func textMembers(_ key: String, _ values: [XMLValue]) -> [WrittenMember] {
        let texts = values.filter { $0.dictionary == nil && !$0.isNull }
        var isFirst = texts.count == 2
        return values.map { value in
            if value.dictionary != nil || value.isNull {
                return WrittenMember(key: key, value: value, source: .element)
            }
            defer { isFirst = false }
            return WrittenMember(key: key, value: value, source: isFirst ? .attribute : .text)
        }
    }

    /// Returns what a member becomes: the part of an element that it was, unless its value cannot be that any more.
    func part(of member: WrittenMember) -> XMLMapping.WrittenPart {
        switch member.source {
        case .element: .element
        case .attribute where !member.value.isStructured, .namespace where !member.value.isStructured: .tag
        case .text where member.value.dictionary == nil: .text
        default: mapping.part(ofKey: member.key, member.value, isInRoot: isInRoot)
        }
    }

    /// Calls `body` with each attribute, and each declaration in the form of an attribute, that a member of a tag
    /// means.
    func forEachAttribute(
        _ key: String, _ value: XMLValue, _ body: (_ name: String, _ value: XMLValue) throws(XMLError) -> Void
    ) throws(XMLError) {
        if mapping.namespaceDeclarations.contains(key) { return }
        guard mapping.attributes.group != nil else {
            return try body(mapping.attributes.name(ofKey: key) ?? key, value)
        }
        guard let attributes = value.dictionary else {
            throw XMLError("attributes must be a dictionary")
        }
        for (name, value) in attributes.pairs { try body(name, value) }
    }

    /// Returns the namespace declarations that a member of a tag means.
    func declarations(_ key: String, _ value: XMLValue) throws(XMLError) -> [(prefix: String, uri: String)] {
        var declarations = try groupedDeclarations(key, value)
        try forEachAttribute(key, value) { (name, value) throws(XMLError) in
            if name.isDeclaration { declarations += try self.declarations(of: name, value) }
        }
        return declarations
    }

    func declarations(
        of name: String, _ value: XMLValue
    ) throws(XMLError) -> [(prefix: String, uri: String)] {
        // xmltodict reads the declarations of a document that it processes namespaces of as a dictionary.
        guard name == "xmlns", let dictionary = value.dictionary else {
            return [(String(name.dropFirst(6)), try text(value))]
        }
        return try texts(of: dictionary)
    }

    func groupedDeclarations(
        _ key: String, _ value: XMLValue
    ) throws(XMLError) -> [(prefix: String, uri: String)] {
        guard mapping.namespaceDeclarations.contains(key), let dictionary = value.dictionary else { return [] }
        return try texts(of: dictionary).map { (mapping.namespaceDeclarations.prefix(ofKey: $0.prefix), $0.uri) }
    }

    func texts(of dictionary: XMLDictionary) throws(XMLError) -> [(prefix: String, uri: String)] {
        var texts: [(prefix: String, uri: String)] = []
        for (prefix, uri) in dictionary.pairs { texts.append((prefix, try text(uri))) }
        return texts
    }

    func texts(_ value: XMLValue) throws(XMLError) -> [String] {
        var texts: [String] = []
        for value in value.array where !value.isNull { texts.append(try text(value)) }
        return texts
    }

    func text(_ value: XMLValue) throws(XMLError) -> String {
        if value.isNull { return "" }
        guard value.dictionary == nil, let text = value.string else {
            throw XMLError(value.isList ? "a list is not text" : "a dictionary is not text")
        }
        return text
    }
}

extension XMLValue {
    /// Whether the value is a dictionary or a list, and not text.
    fileprivate var isStructured: Bool { isList || dictionary != nil }
}
