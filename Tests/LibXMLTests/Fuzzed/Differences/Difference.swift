/// Two ways of reading a document that do not say the same of it.
struct Difference {
    /// What differs.
    enum Aspect: String, Sendable {
        /// Whether there is an error, and of which kind.
        case error
        /// The place of the error.
        case place
        /// The place of the error's note.
        case note
        /// What the document contains, with places.
        case content
        /// What was delivered before an error.
        case beginning
        /// The warnings, and what was repaired.
        case warnings
    }

    /// What differences have in common that are taken for one.
    struct Kind: Hashable, CustomStringConvertible, Sendable {
        var way: ReadingWay
        var aspect: Aspect
        /// The code of an error, or what a node is.
        var expected: String
        var found: String

        /// Whether it is the same but for the way of reading.
        func isAlike(_ other: Kind) -> Bool {
            aspect == other.aspect && expected == other.expected && found == other.found
                && way.isRepairing == other.way.isRepairing
        }

        var description: String { "\(way.rawValue) \(aspect.rawValue): \(found), not \(expected)" }
    }

    var kind: Kind
    var expected: String
    var found: String
}

extension Difference: CustomStringConvertible {
    var description: String { "\(kind)\n    expected \(expected)\n    found    \(found)" }
}
