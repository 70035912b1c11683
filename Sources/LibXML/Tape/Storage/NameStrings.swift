import Synchronization

/// The interned strings of a tape as Swift strings, all created on first use.
final class NameStrings: Sendable {
    let strings: [String]

    @inline(never)
    fileprivate init(_ table: borrowing NameTable) {
        var strings: [String] = []
        strings.reserveCapacity(table.stringCount)
        for number in 0..<table.stringCount {
            strings.append(table.withString(number) { $0.string(0..<$0.count) })
        }
        self.strings = strings
    }
}

extension TapeNames {
    /// Returns the interned string with this number; nil for `TapeHead.none`. Complexity: O(1), but O(*n*) in the
    /// number of strings for the first call.
    func string(_ number: Int) -> String? {
        guard number != Int(TapeHead.none) else { return nil }
        return strings.load { NameStrings(table) }.strings[number]
    }

    /// Returns the qualified name with this number.
    func qualifiedName(_ number: Int) -> String {
        let name = table.name(number)
        let local = string(name.local) ?? ""
        guard let prefix = string(name.prefix) else { return local }
        return "\(prefix):\(local)"
    }

    /// Returns the expanded name with this number.
    func expandedName(_ number: Int) -> XMLName {
        let name = table.name(number)
        return XMLName(string(name.local) ?? "", namespaceURI: string(name.uri))
    }
}

extension Tape {
    /// Returns the interned string with this number; nil for `TapeHead.none`. Complexity: the same as
    /// ``TapeNames/string(_:)``.
    func string(_ number: Int) -> String? { names.string(number) }

    /// The names by local name. Complexity: O(1), but O(*n*) in the number of names for the first call.
    var nameLookup: NameLookup {
        names.lookup.load { NameLookup(self) }
    }
}
