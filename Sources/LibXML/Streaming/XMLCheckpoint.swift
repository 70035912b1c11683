/// Where a reading of records has come to, for going on from there later, also in another process.
///
/// A few hundred bytes in most cases: an offset, the start tags around it, and what stands before the root element.
/// Store it as JSON or in whatever `Codable` form; see ``XMLRecords/checkpoint``.
public struct XMLCheckpoint: Codable, Hashable, Sendable {
    /// An element around the place, by its start tag as it is written.
    struct Ancestor: Codable, Hashable, Sendable {
        var tag: String
        /// The name that the tag begins with.
        var name: String { String(tag.dropFirst().prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" }) }
        var line: Int
        var column: Int
        var byteOffset: Int
    }

    /// The offset in the input, in bytes, from which on nothing has been read.
    public internal(set) var byteOffset = 0
    var line = 1
    var column = 1
    /// The document up to the root element.
    var prologue = ""
    /// The elements around the place, the root first.
    var ancestors: [Ancestor] = []
    /// The encoding of the input.
    var encoding: String?
    /// How many records at the place have been read already: those that come out of one entity have one place.
    var skippedRecords = 0
    var fingerprint = Fingerprint()

    /// What tells another input from the one that a checkpoint was made for.
    struct Fingerprint: Codable, Hashable, Sendable {
        static let length = 1024

        /// How many bytes from the beginning of the input count.
        private(set) var count = 0
        private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

        /// Adds the next bytes, as far as they count (FNV-1a).
        mutating func add(_ bytes: Span<UInt8>) {
            for index in 0..<min(bytes.count, Self.length - count) {
                hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
            }
            count += min(bytes.count, Self.length - count)
        }
    }

    /// The elements around the place as text that a parser can be fed before it goes on.
    ///
    /// It ends with a comment, because libxml2 begins with four bytes at least. Where no element is around the place, the
    /// root element has ended.
    var context: String { prologue + (ancestors.isEmpty ? "<root/>" : ancestors.map(\.tag).joined()) + "<!---->" }
}
