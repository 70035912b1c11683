// The rules on which keys depend.

/// The rules of a mapping on which keys depend.
struct KeyRules: Hashable {
    var attributes: XMLMapping.Attributes
    var namespaceDeclarations: XMLMapping.NamespaceDeclarations
    var names: XMLMapping.Names
    var nameKey: XMLMapping.NameKey
    var textKey: String?
    var cdataKey: String?
    var commentsKey: String?
}

extension XMLMapping {
    var keyRules: KeyRules {
        KeyRules(
            attributes: attributes, namespaceDeclarations: namespaceDeclarations, names: names, nameKey: nameKey,
            textKey: textKey, cdataKey: cdataKey, commentsKey: commentsKey)
    }
}

extension XMLMapping.Attributes {
    /// Whether dictionaries contain attributes.
    var areKept: Bool { if case .discarded = self { false } else { true } }

    /// The prefix of the key of each attribute; nil if single attributes have no keys.
    var prefix: String? {
        switch self {
        case .prefixed(let prefix): prefix
        case .merged: ""
        case .grouped, .discarded: nil
        }
    }

    /// The key of the dictionary of all attributes of an element, if any.
    var group: String? { if case .grouped(let key) = self { key } else { nil } }

    func isDirect(beside textKey: String?) -> Bool {
        switch self {
        // An attribute could have the key of the text.
        case .prefixed(let prefix): prefix.isDistinctFromNames && textKey?.utf8.begins(with: prefix.utf8) != true
        case .discarded: true
        case .grouped, .merged: false
        }
    }

    /// Returns the name of the attribute with this key; nil if no attribute can have the key.
    func name(ofKey key: String) -> String? {
        guard let prefix, key.utf8.begins(with: prefix.utf8) else { return nil }
        return String(Substring(key.utf8.dropFirst(prefix.utf8.count)))
    }

    /// Returns whether a key is that of an attribute or of all attributes.
    ///
    /// - Parameter isMerged: whether a member with the key of an element is an attribute.
    func contains(_ key: String, isMerged: () -> Bool) -> Bool {
        switch self {
        case .prefixed(let prefix) where !prefix.isEmpty: key.utf8.begins(with: prefix.utf8)
        case .prefixed, .merged: isMerged()
        case .grouped(let group): key.hasSameBytes(as: group)
        case .discarded: false
        }
    }
}

extension XMLMapping.NamespaceDeclarations {
    /// Whether dictionaries contain declarations.
    func areKept(beside attributes: XMLMapping.Attributes) -> Bool {
        switch self {
        case .attributes: attributes.areKept
        case .grouped: true
        case .discarded: false
        }
    }

    /// Whether they are treated as attributes.
    var areAttributes: Bool { if case .attributes = self { true } else { false } }

    /// The key of the dictionary of all declarations of an element, if any.
    var group: String? { if case .grouped(let key, _) = self { key } else { nil } }

    /// A lookup of an attribute would find declarations that are omitted.
    func isDirect(beside attributes: XMLMapping.Attributes) -> Bool {
        areAttributes || group == nil && !attributes.areKept
    }

    /// Returns whether a key is that of all declarations.
    func contains(_ key: String) -> Bool { if case .grouped(key, _) = self { true } else { false } }

    /// Returns the key of a declaration in the dictionary of declarations.
    func key(ofPrefix prefix: String?) -> String {
        if case .grouped(_, let defaultKey) = self { prefix ?? defaultKey } else { prefix ?? "" }
    }

    /// Returns the prefix that a key in the dictionary of declarations stands for.
    func prefix(ofKey key: String) -> String {
        if case .grouped(_, key) = self { "" } else { key }
    }
}

extension XMLMapping.NameKey {
    /// The key of the name of an element, if any.
    var key: String? {
        switch self {
        case .never: nil
        case .root(let key), .always(let key): key
        }
    }

    /// Returns whether a key is that of the name of an element.
    func contains(_ key: String, inRoot isInRoot: Bool) -> Bool {
        if case .root = self, !isInRoot { false } else { self.key?.hasSameBytes(as: key) ?? false }
    }
}

extension String.UTF8View {
    /// The same as `starts(with:)`, fast for short prefixes.
    fileprivate func begins(with prefix: Self) -> Bool {
        first == prefix.first && (prefix.count <= 1 || starts(with: prefix)) || prefix.isEmpty
    }
}

// `WrittenNames` is the inverse of this rule.
extension XMLMapping.Names {
    /// Returns the name of elements or attributes under this rule.
    func name(_ number: Int, _ names: TapeNames) -> String {
        let local = names.string(names.table.name(number).local) ?? ""
        switch self {
        case .qualified: return names.qualifiedName(number)
        case .local: return local
        case .expanded(let prefixes, let separator):
            guard let uri = names.string(names.table.name(number).uri) else { return local }
            let prefix = prefixes[uri] ?? uri
            return prefix.isEmpty ? local : prefix + separator + local
        }
    }
}
