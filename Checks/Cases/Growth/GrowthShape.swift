/// A kind of document that can be generated in any size.
package struct GrowthShape: Sendable {
    /// The kind of a document, which determines its entry points.
    package enum Kind: String, Sendable {
        case wellFormed, malformed, html
        /// A document type declaration, from which trees and dictionaries contain little.
        case declaration
        /// A repeated fault. There are many of these shapes, so only entry points that repair receive them.
        case repeatedFault
        /// JSON, which only the command reads.
        case json
    }

    package let name: String
    package let kind: Kind
    /// The approximate size in bytes of the smallest document that is measured.
    package let base: Int
    /// Whether the depth limit is far above the depth of the document.
    let isDeep: Bool
    private let make: @Sendable (_ size: Int) -> [UInt8]

    init(
        _ name: String, _ kind: Kind = .wellFormed, base: Int = 100_000, isDeep: Bool = false,
        bytes make: @escaping @Sendable (_ size: Int) -> [UInt8]
    ) {
        (self.name, self.kind, self.base, self.isDeep, self.make) = (name, kind, base, isDeep, make)
    }

    init(
        _ name: String, _ kind: Kind = .wellFormed, base: Int = 100_000, isDeep: Bool = false,
        _ make: @escaping @Sendable (_ size: Int) -> String
    ) {
        self.init(name, kind, base: base, isDeep: isDeep, bytes: { Array(make($0).utf8) })
    }

    /// Returns a document of about `size` bytes.
    package func document(size: Int) -> [UInt8] { make(size) }

    /// The shapes by what grows. `Checks/Growth/selection.py` refers to these names.
    package static let groups: [(name: String, shapes: [Self])] = [
        ("declarations", declarations), ("entities", entities), ("elements", elements), ("namespaces", namespaces),
        ("contexts", contexts), ("text", text), ("encodings", encodings), ("faults", faults),
        ("repeated-faults", repeatedFaults), ("html", html), ("json", json),
    ]

    package static let all: [Self] = groups.flatMap(\.shapes)

    package static func named(_ name: String) -> Self? { all.first { $0.name == name } }
}

/// Returns a part repeated as often as it fits into a size in bytes.
func repeated(_ part: String, _ size: Int) -> String {
    String(repeating: part, count: max(1, size / part.utf8.count))
}

/// Returns numbered items up to a size in bytes.
func list(_ size: Int, separator: String = "", _ item: (Int) -> String) -> String {
    var text = ""
    var number = 0
    while text.utf8.count < size {
        if number > 0 { text += separator }
        text += item(number)
        number += 1
    }
    return text
}

/// Returns `content` inside nested starts and ends, as many as fit into a size in bytes.
func nested(_ start: String, _ end: String, around content: String = "", _ size: Int) -> String {
    let count = max(1, size / (start.utf8.count + end.utf8.count))
    return String(repeating: start, count: count) + content + String(repeating: end, count: count)
}
