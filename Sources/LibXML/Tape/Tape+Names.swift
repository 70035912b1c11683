extension Tape {
    /// The name of this number as it is written, with its prefix if it has one.
    func qualifiedName(_ number: Int) -> String { names.qualifiedName(number) }

    /// The expanded name of this number.
    func expandedName(_ number: Int) -> XMLName {
        let name = name(number)
        return XMLName(string(name.local) ?? "", namespaceURI: string(name.uri))
    }

    /// Whether the name of this number is written so. Makes no string.
    @inline(__always)
    func isWritten(_ number: Int, as text: String) -> Bool {
        let name = name(number)
        let local = length(ofString: name.local)
        if name.prefix == Int(TapeHead.none) {
            return text.utf8.count == local && withString(name.local) { $0.equals(text) }
        }
        let prefix = length(ofString: name.prefix)
        guard text.utf8.count == prefix + 1 + local else { return false }
        return withString(name.prefix) { $0.equals(text.utf8.prefix(prefix)) }
            && text.utf8.dropFirst(prefix).first == UInt8(ascii: ":")
            && withString(name.local) { $0.equals(text.utf8.suffix(local)) }
    }

    /// Whether the local name of this number is `text`. Makes no string.
    func isLocal(_ number: Int, _ text: String) -> Bool {
        withString(name(number).local) { $0.equals(text) }
    }

    /// Whether the name of this number is `name`. Makes no string.
    func isExpanded(_ number: Int, _ name: XMLName) -> Bool {
        isLocal(number, name.localName) && isNamespace(self.name(number).uri, name.namespaceURI)
    }

    private func isNamespace(_ number: Int, _ uri: String?) -> Bool {
        guard let uri else { return number == Int(TapeHead.none) }
        return number != Int(TapeHead.none) && withString(number) { $0.equals(uri) }
    }
}

extension Span<UInt8> {
    /// Whether these are the bytes of a part of a string.
    func equals(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.count == count else { return false }
        var index = 0
        for byte in bytes {
            if self[index] != byte { return false }
            index += 1
        }
        return true
    }
}
