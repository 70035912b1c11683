/// A difference between the results of two ways of reading a document.
package struct Disagreement {
    /// The aspect that differs.
    package enum Aspect: String, Sendable {
        /// The presence or code of an error.
        case error
        /// The position of the error.
        case place
        /// The position of the error's note.
        case note
        /// The content of the document, with positions.
        case content
        /// The content reported before an error.
        case beginning
        /// The warnings and the repairs.
        case warnings
    }

    /// The properties by which differences are treated as the same.
    package struct Kind: Hashable, CustomStringConvertible, Sendable {
        package var way: ReadingWay
        package var aspect: Aspect
        /// The code of an error, or the type of a node.
        package var expected: String
        package var found: String

        /// Returns whether both are the same except for the way of reading.
        package func isAlike(_ other: Kind) -> Bool {
            aspect == other.aspect && expected == other.expected && found == other.found
                && way.isRepairing == other.way.isRepairing
        }

        package var description: String { "\(way.rawValue) \(aspect.rawValue): \(found), not \(expected)" }
    }

    package var kind: Kind
    var expected: String
    var found: String
}

extension Disagreement: CustomStringConvertible {
    package var description: String { "\(kind)\n    expected \(expected)\n    found    \(found)" }
}
