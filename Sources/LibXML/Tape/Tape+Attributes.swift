extension Tape: AttributeStore {
    func hasAttribute(of element: Int, _ test: NameTest, equalTo value: String?) -> Bool {
        guard element != Tape.document else { return false }
        var tag = tag(of: element)
        while let (entry, head) = tag.next(self) {
            guard head.kind == .attribute, names.table.matchesAttribute(head.name, test) else { continue }
            guard let value else { return true }
            if value.withUTF8Span({ value in withData(entry) { $0.hasSameBytes(as: value) } }) { return true }
        }
        return false
    }
}

// MARK: xml:space

extension Tape {
    /// Whether `xml:space="preserve"` applies in an element (XML 1.0, section 2.10). Complexity: O(depth).
    func preservesSpace(in element: Int) -> Bool {
        var next: Int? = element
        while let current = next, current != Tape.document {
            if let own = ownSpacePreservation(of: current) { return own }
            next = parent(ofElement: current)
        }
        return false
    }

    /// Whether the `xml:space` of an element is “preserve”; nil if it is neither that nor “default”.
    func ownSpacePreservation(of element: Int) -> Bool? {
        guard let attribute = attribute(of: element, written: "xml:space") else { return nil }
        return withData(attribute) { $0.equals("preserve") ? true : $0.equals("default") ? false : nil }
    }
}
