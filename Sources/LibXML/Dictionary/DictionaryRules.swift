// What a mapping makes of elements: the one place that knows, for views and for what transformations leave.

/// What an element is in the dictionary around it.
enum ElementShape {
    case null
    case text
    case dictionary
}

extension XMLMapping {
    /// What an element is that has nothing but text, or nothing, and collapses. One that is left out is an empty
    /// dictionary where it is asked for all the same.
    func shape(hasText: Bool) -> ElementShape {
        if hasText { return .text }
        return switch emptyElements {
        case .null: .null
        case .string: .text
        case .dictionary, .omitted: .dictionary
        }
    }
}

extension XMLMapping.Selection {
    /// Whether a member is meant.
    func means(_ key: @autoclosure () -> String, _ member: @autoclosure () -> XMLMapping.Member) -> Bool {
        switch self {
        case .nothing: false
        case .all: true
        case .named(let names): names.contains(key())
        case .matching(let isMeant): isMeant(member())
        }
    }
}

// MARK: Elements

extension DictionaryContext {
    /// What an element is in the dictionary around it.
    @inline(__always)
    func shape(of element: Int) -> ElementShape {
        hasContent(element) ? .dictionary : shape(ofLeaf: element)
    }

    private func shape(ofLeaf element: Int) -> ElementShape {
        // Direct rules put nothing between pieces of text: the first that is not blank tells, and none is to be kept.
        let shape = mapping.shape(hasText: isDirect ? !isBlank(element) : hasText(element))
        return shape == .text && isUncollapsed(element) ? .dictionary : shape
    }

    /// The text of an element, whatever its shape; nil if it has none.
    func string(ofElement element: Int) -> String? {
        if hasContent(element) { return hasText(element) ? text(of: element) : nil }
        let text = text(of: element)
        return mapping.shape(hasText: !text.isEmpty) == .text ? text : nil
    }

    /// Whether the text of an element stands under the text key though there is nothing else in it.
    func isUncollapsed(_ element: Int) -> Bool {
        mapping.dictionaries.means(
            key(of: element),
            member(
                .text(of: element), key(of: element),
                in: element == root ? Tape.document : tape.parent(ofElement: element) ?? Tape.document))
    }

    /// Whether an element with nothing in it is a dictionary of the empty string. A root that has neither a dictionary
    /// around it nor a name is not, as in the Objective-C library.
    func holdsEmptyText(_ element: Int) -> Bool {
        guard mapping.emptyElements == .string, isUncollapsed(element) else { return false }
        return element != root || mapping.wrapsRoot || mapping.nodeName != .never
    }

    /// The key of an element in the dictionary around it.
    func key(of element: Int) -> String { keys.text(keys.ofElement(tape.nameNumber(element))) }

    private func member(_ member: Member, _ key: String, in element: Int) -> XMLMapping.Member {
        .init(in: element, of: self, key: key, value: XMLValue(member, self))
    }
}

// MARK: Content

extension DictionaryContext {
    /// Whether something other than text and its own name stands in the dictionary of an element.
    @inline(__always)
    func hasContent(_ element: Int) -> Bool {
        let first = tape.firstEntry(in: element)
        guard first < tape.end(element) else { return false }
        return isDirect ? tape.head(element).hasElements || keeps(tape.kind(first)) : hasMembers(element)
    }

    private func hasMembers(_ element: Int) -> Bool {
        if tape.tag(of: element).first(tape, where: { keeps($1.kind) }) != nil { return true }
        let omits = mapping.emptyElements == .omitted
        if !omits, tape.head(element).hasElements { return true }
        guard omits || keeps(.comment) || keeps(.cdata) else { return false }
        return tape.children(of: element).first(tape) { index, head in
            head.kind == .element ? presence.has(index) || leavesList(index, in: element) : keeps(head.kind)
        } != nil
    }

    /// Whether an entry of this kind, other than text and elements, stands in dictionaries.
    @inline(__always)
    func keeps(_ kind: TapeKind) -> Bool {
        switch kind {
        case .attribute: mapping.attributes != .discarded
        case .namespace:
            switch mapping.namespaceDeclarations {
            case .attributes: mapping.attributes != .discarded
            case .grouped: true
            case .discarded: false
            }
        case .comment: mapping.commentsKey != nil
        case .cdata: mapping.cdataKey != nil
        case .document, .element, .text, .entityReference, .processingInstruction, .documentType: false
        }
    }

    /// Whether an entry of this kind is text.
    @inline(__always)
    func isText(_ kind: TapeKind) -> Bool {
        switch kind {
        case .text, .entityReference: true
        case .cdata: mapping.cdataKey == nil
        default: false
        }
    }

    /// Whether a part of an element by itself makes the element one that is not empty.
    func isPresence(_ index: Int, _ kind: TapeKind, in element: Int) -> Bool {
        if isText(kind) { return !isBlank(piece: index) }
        return kind == .element ? leavesList(index, in: element) : keeps(kind)
    }
}

// MARK: Lists

extension DictionaryContext {
    /// Whether a single member is a list.
    @inline(__always)
    func isList(_ key: Int, _ member: Member, in element: Int) -> Bool {
        mayForceLists
            && isList(
                member, in: element, key: keys.text(key), self.member(member, keys.text(key), in: element))
    }

    /// The same of a member that stands under another key, or has another value, than its part of the document.
    func isList(
        _ part: Member, in element: Int, key: @autoclosure () -> String, _ member: @autoclosure () -> XMLMapping.Member
    ) -> Bool {
        if mapping.listsComments, case .comment = part { return true }
        if case .all = mapping.arrays { return part.isElement && element != Tape.document }
        return part.mayBeListed && mapping.arrays.means(key(), member())
    }

    /// Whether the members of a key are a list, of which this is the first: where there are more, where it is left out, and
    /// where it is a list by itself.
    @inline(__always)
    func isList(_ key: Int, first member: Member, isOnly: Bool, in element: Int) -> Bool {
        !isOnly || member.isNothing || isList(key, member, in: element)
    }

    /// Whether the list of a child stays in a dictionary though the child is left out.
    private func leavesList(_ child: Int, in element: Int) -> Bool {
        isList(keys.ofElement(tape.nameNumber(child)), .nothing, in: element)
    }

    /// The value of members that share a key.
    func value(of members: [Member], in group: EntryIndex.Group, of element: Int) -> XMLValue {
        guard let first = members.first,
            !isList(group.key, first: first, isOnly: members.count == 1 && !group.lostMembers, in: element)
        else { return XMLValue(.list(.members(self, members))) }
        return XMLValue(first, self)
    }
}
