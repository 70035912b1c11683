// The rules of a mapping, applied to elements of a document, for views and for transformed dictionaries.

// MARK: Elements

extension DictionaryContext {
    /// Returns the form of an element in the dictionary around it.
    @inline(__always)
    func shape(of element: Int) -> ElementShape {
        hasContent(element) ? .dictionary : shape(ofLeaf: element)
    }

    private func shape(ofLeaf element: Int) -> ElementShape {
        // Direct rules add no separators, so the first piece that is not blank decides, and the text is not built.
        let shape = mapping.shape(hasText: isDirect ? !isBlank(element) : hasText(element))
        return shape == .text && isUncollapsed(element) ? .dictionary : shape
    }

    /// Returns the text of an element in any form; nil if it has no text.
    func string(ofElement element: Int) -> String? {
        if hasContent(element) { return hasText(element) ? text(of: element) : nil }
        let text = text(of: element)
        return mapping.shape(hasText: !text.isEmpty) == .text ? text : nil
    }

    /// Returns whether the text of an element is under the text key even if the element contains nothing else.
    func isUncollapsed(_ element: Int) -> Bool {
        mapping.dictionaries.contains(
            key(of: element),
            member(
                .text(of: element), key(of: element),
                in: element == root ? Tape.document : tape.parent(ofElement: element) ?? Tape.document))
    }

    /// Returns whether an empty element is a dictionary with the empty string.
    func containsEmptyText(_ element: Int) -> Bool {
        guard mapping.emptyElements == .string, isUncollapsed(element) else { return false }
        return element != root || mapping.rootMayContainEmptyText
    }

    /// Returns the key of an element in the dictionary around it.
    func key(of element: Int) -> String { keys.text(keys.ofElement(tape.nameNumber(element))) }

    private func member(_ member: Member, _ key: String, in element: Int) -> XMLMapping.Member {
        .init(in: element, of: self, key: key, value: XMLValue(member, self))
    }
}

// MARK: Content

extension DictionaryContext {
    /// Returns whether the dictionary of an element contains something other than text and the element's name.
    @inline(__always)
    func hasContent(_ element: Int) -> Bool {
        let first = tape.firstEntry(in: element)
        guard first < tape.end(element) else { return false }
        return isDirect ? tape.head(element).hasElements || keeps(tape.kind(first)) : hasMembers(element)
    }

    private func hasMembers(_ element: Int) -> Bool {
        if tape.tag(of: element).first(tape, where: { keeps($1.kind) }) != nil { return true }
        let omits = mapping.emptyElements.areOmitted
        if !omits, tape.head(element).hasElements { return true }
        guard omits || keeps(.comment) || keeps(.cdata) else { return false }
        return tape.children(of: element).first(tape) { index, head in
            head.kind == .element ? presence.has(index) || leavesList(index, in: element) : keeps(head.kind)
        } != nil
    }

    /// Returns whether dictionaries contain entries of this kind, other than text and elements.
    @inline(__always)
    func keeps(_ kind: TapeKind) -> Bool {
        switch kind {
        case .attribute: mapping.attributes.areKept
        case .namespace: mapping.namespaceDeclarations.areKept(beside: mapping.attributes)
        case .comment: mapping.commentsKey != nil
        case .cdata: mapping.cdataKey != nil
        case .document, .element, .text, .entityReference, .processingInstruction, .documentType: false
        }
    }

    /// Returns whether an entry of this kind is text.
    func isText(_ kind: TapeKind) -> Bool {
        switch kind {
        case .text, .entityReference: true
        case .cdata: mapping.cdataKey == nil
        default: false
        }
    }

    /// Returns whether a part alone makes its element non-empty.
    func isPresence(_ index: Int, _ kind: TapeKind, in element: Int) -> Bool {
        if isText(kind) { return !isBlank(piece: index) }
        return kind == .element ? leavesList(index, in: element) : keeps(kind)
    }
}

// MARK: Lists

extension DictionaryContext {
    /// Returns whether a single member is a list.
    func isList(_ key: Int, _ member: Member, in element: Int) -> Bool {
        mayForceLists && isForcedList(key, member, in: element)
    }

    @inline(never)
    private func isForcedList(_ key: Int, _ member: Member, in element: Int) -> Bool {
        mapping.isList(
            member, isInDocument: element == Tape.document, key: keys.text(key),
            self.member(member, keys.text(key), in: element))
    }

    /// Returns whether the members of a key, beginning with this one, are a list: if there are several, if the first is
    /// omitted, or if a single member is a list.
    func isList(_ key: Int, first member: Member, isOnly: Bool, in element: Int) -> Bool {
        !isOnly || member.isNothing || isList(key, member, in: element)
    }

    /// Returns whether the list of an omitted child remains in a dictionary.
    private func leavesList(_ child: Int, in element: Int) -> Bool {
        isList(keys.ofElement(tape.nameNumber(child)), .nothing, in: element)
    }

    /// Returns the value of members that share a key.
    @inline(never)
    func value(of members: [Member], in group: EntryIndex.Group, of element: Int) -> XMLValue {
        guard let first = members.first,
            !isList(group.key, first: first, isOnly: members.count == 1 && !group.lostMembers, in: element)
        else { return XMLValue(.list(.members(self, members))) }
        return XMLValue(first, self)
    }
}
