/// The rules of ``XMLMapping``. Each has the name of its property.
///
/// A new rule needs a case here. The compiler then requires the answer whether dictionaries under it are direct, and
/// tests compare the cases with the properties, direct lookups with others, and the options of the command with the
/// cases. Beside the answer are the functions that apply the rule to a document, and their inverse, for writing:
/// `MappingRules+Keys.swift` has the rules on which keys depend, and `MappingRules+Values.swift` the others.
enum MappingRule: String, CaseIterable {
    case attributes, namespaceDeclarations, textKey, cdataKey, commentsKey, listsComments, dictionaries,
        emptyElements, whiteSpace, mixedText, arrays, nameKey, names, wrapsRoot, unwrapsSoleList, transformations
}

extension XMLMapping {
    /// Whether a key that begins like a name is the qualified name of an element, elements are never omitted, and
    /// single elements are never lists. Then a lookup of the name finds the value, without a key table.
    var isDirect: Bool {
        for rule in MappingRule.allCases where !isDirect(rule) { return false }
        return true
    }

    /// Returns whether a rule allows direct lookups, if all others do.
    func isDirect(_ rule: MappingRule) -> Bool {
        switch rule {
        case .attributes: attributes.isDirect(beside: textKey)
        case .namespaceDeclarations: namespaceDeclarations.isDirect(beside: attributes)
        case .textKey: textKey?.isDistinctFromNames ?? true
        case .cdataKey: cdataKey == nil
        case .commentsKey: commentsKey == nil
        case .dictionaries: dictionaries.isDirect
        case .emptyElements: !emptyElements.areOmitted
        case .mixedText: mixedText.isDirect
        case .arrays: arrays.isEmpty
        case .nameKey: nameKey == .never
        case .names: names == .qualified
        // Comments have no key in direct dictionaries. The others do not change which key an element has.
        case .listsComments, .whiteSpace, .wrapsRoot, .unwrapsSoleList, .transformations: true
        }
    }
}

extension String {
    /// Whether a key begins with a character that names may not begin with.
    var isDistinctFromNames: Bool { !isEmpty && !mayBeName }

    /// Whether the string begins with a character that names may begin with.
    var mayBeName: Bool {
        guard let first = utf8.first else { return false }
        return first < 0x80
            ? first.mayBeginASCIIName
            : unicodeScalars.first?.mayBeginName ?? false
    }
}

// MARK: Writing

extension XMLMapping {
    /// The part of a document as which a member of a dictionary is written.
    enum WrittenPart {
        case tag, text, cdata, comment, element, nothing
    }

    /// Returns the part as which a member is written: the inverse of the rules on which keys depend.
    ///
    /// - Parameter isInRoot: whether the member is in the dictionary of the root of a document.
    func part(ofKey key: String, _ value: XMLValue, isInRoot: Bool) -> WrittenPart {
        if textKey?.hasSameBytes(as: key) == true {
            // An element whose name is that key.
            if case .all = dictionaries, value.dictionary != nil { return .element }
            return .text
        }
        if cdataKey?.hasSameBytes(as: key) == true { return .cdata }
        if commentsKey?.hasSameBytes(as: key) == true { return .comment }
        if nameKey.contains(key, inRoot: isInRoot) { return .nothing }
        if namespaceDeclarations.contains(key) { return .tag }
        let isAttribute = attributes.contains(key) {
            mergesAttributes && value.dictionary == nil && !value.isList && !value.isNull
        }
        return isAttribute ? .tag : .element
    }

    /// Whether attributes have the keys of elements, from which they differ because only they are texts.
    var mergesAttributes: Bool {
        if case .all = dictionaries { attributes.prefix == "" } else { false }
    }
}
