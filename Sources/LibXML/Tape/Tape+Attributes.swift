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
