extension KeyedElementContainer {
    /// Records that other keys of the type read elements inside the element of a string, as `a/b` does beside `a`. The
    /// string then omits the text of child elements.
    @inline(__always)
    func recordReads(inside found: DecodingPosition, _ key: Key) {
        guard found.kind == .element || found.kind == .list, found.index > 0,
            session.tape.head(found.index).hasElements
        else { return }
        if hasKeys(inside: found.index, key) { session.ownTexts.insert(found.index) }
    }

    @inline(never)
    private func hasKeys(inside element: Int, _ key: Key) -> Bool {
        let tape = session.tape
        let name = tape.string(tape.name(tape.nameNumber(element)).local) ?? ""
        let roles = session.scopes[position.scope].type?.roles ?? [:]
        let isInRole = roles.values.contains { role in
            guard case .path(let path) = role.kind, path.steps.count > 1 else { return false }
            return path.steps.first?.nameTest?.localName.hasSameBytes(as: name) ?? false
        }
        // A type of keys that takes any string does not say which keys it has.
        if isInRole || Key(stringValue: "\0") != nil { return isInRole }
        var names: Set<Int> = []
        var children = tape.children(of: element)
        while let (_, head) = children.next(tape) {
            guard head.kind == .element, names.insert(head.name).inserted else { continue }
            let local = tape.string(tape.name(head.name).local) ?? ""
            for child in [local, tape.qualifiedName(head.name)]
            where Key(stringValue: key.stringValue + "/" + child) != nil { return true }
        }
        return false
    }

    /// What a key means; nil for the text of an element without text, if the options say so.
    func findPresent(_ key: Key) -> DecodingPosition? {
        guard let found = find(key) else { return nil }
        guard session.options.followsXMLCoder, found.kind == .text else { return found }
        return session.string(at: found).isEmpty ? nil : found
    }
}
