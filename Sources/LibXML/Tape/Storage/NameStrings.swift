import Synchronization

/// The interned strings of a tape as Swift strings, made together on first use.
final class NameStrings: Sendable {
    let strings: [String]

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
    /// The interned string of this number; nil for `TapeHead.none`. Complexity: O(1), but in proportion to the number
    /// of distinct names for the first call.
    func string(_ number: Int) -> String? {
        guard number != Int(TapeHead.none) else { return nil }
        return strings.load { NameStrings(table) }.strings[number]
    }

    /// The name of this number as it is written, with its prefix if it has one.
    func qualifiedName(_ number: Int) -> String {
        let name = table.name(number)
        let local = string(name.local) ?? ""
        guard let prefix = string(name.prefix) else { return local }
        return "\(prefix):\(local)"
    }
}

extension Tape {
    /// The interned string of this number; nil for `TapeHead.none`. Complexity: as of ``TapeNames/string(_:)``.
    func string(_ number: Int) -> String? { names.string(number) }

    /// The names by their local part. Complexity: O(1), but in proportion to the number of names for the first call.
    var nameLookup: NameLookup {
        names.lookup.load { NameLookup(self) }
    }
}
