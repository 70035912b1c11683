// The rules on which values depend. `WhiteSpace.swift` has that of white space.

// MARK: Elements

/// The form of an element in the dictionary around it.
enum ElementShape {
    case null
    case text
    case dictionary
}

extension XMLMapping {
    /// Returns the form of an element that contains at most text, and may collapse. An omitted element is an empty
    /// dictionary if it is requested nevertheless.
    func shape(hasText: Bool) -> ElementShape {
        if hasText { return .text }
        return switch emptyElements {
        case .null: .null
        case .string: .text
        case .dictionary, .omitted: .dictionary
        }
    }

    /// Whether a root that is an empty element may contain the empty string. A root without a dictionary around it and
    /// without a name does not, as in the Objective-C library.
    var rootMayContainEmptyText: Bool { wrapsRoot || nameKey != .never }
}

extension XMLMapping.EmptyElements {
    var areOmitted: Bool { if case .omitted = self { true } else { false } }
}

// MARK: Selections

extension XMLMapping.Selection {
    var isEmpty: Bool { if case .nothing = self { true } else { false } }

    /// Whether the selection can be applied without the keys of elements.
    var isDirect: Bool { if case .all = self { true } else { isEmpty } }

    /// Returns whether the selection contains a member.
    func contains(_ key: @autoclosure () -> String, _ member: @autoclosure () -> XMLMapping.Member) -> Bool {
        switch self {
        case .nothing: false
        case .all: true
        case .named(let names): names.contains(key())
        case .matching(let predicate): predicate(member())
        }
    }
}

extension XMLMapping {
    /// Whether a single member may be a list.
    var mayForceLists: Bool { listsComments || !arrays.isEmpty }

    /// Returns whether a single member is a list; its key or value may differ from those of its part of the document.
    ///
    /// - Parameter isInDocument: whether the member is in the dictionary of the document, as the root is.
    func isList(
        _ part: LibXML.Member, isInDocument: Bool, key: @autoclosure () -> String, _ member: @autoclosure () -> Member
    ) -> Bool {
        if listsComments, case .comment = part { return true }
        if case .all = arrays { return part.isElement && !isInDocument }
        return part.mayBeListed && arrays.contains(key(), member())
    }
}

// MARK: Text

extension XMLMapping.MixedText {
    /// Whether text that child elements divide becomes a list.
    var isList: Bool { if case .list = self { true } else { false } }

    /// Whether text without characters other than white space is empty: a separator may be the only text of an element.
    var isDirect: Bool { if case .joined(let separator) = self { separator.isEmpty } else { false } }

    /// Adds a run to the text of an element as one string, before white space is removed from the whole.
    func append(_ run: [UInt8], to text: inout [UInt8], isFirst: Bool, _ whiteSpace: XMLMapping.WhiteSpace) {
        switch self {
        case .joined(let separator):
            if !isFirst { text += separator.utf8 }
            text += run
        case .list:
            let rest = whiteSpace.rest(of: run.contiguous.span)
            if !rest.isEmpty, !text.isEmpty { text.append(0x0A) }
            text += run[rest]
        }
    }
}
