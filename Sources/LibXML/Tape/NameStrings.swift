import Synchronization

/// The interned strings of a tape as Swift strings, made together on first use.
final class NameStrings: Sendable {
    let strings: [String]

    fileprivate init(_ tape: Tape) {
        strings = (0..<tape.stringCount).map { number in
            tape.withString(number) { $0.string(0..<$0.count) }
        }
    }
}

extension Tape {
    /// The interned string of this number; nil for `TapeHead.none`. Complexity: O(1), but in proportion to the number
    /// of distinct names for the first call.
    func string(_ number: Int) -> String? {
        guard number != Int(TapeHead.none) else { return nil }
        return names.strings.load { NameStrings(self) }.strings[number]
    }

    /// The names by their local part. Complexity: O(1), but in proportion to the number of names for the first call.
    var nameLookup: NameLookup {
        names.lookup.load { NameLookup(self) }
    }
}
