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
    /// The checksum of all the others, once the checkpoint is handed out. It detects accidents; it does not authenticate.
    private var checksum: UInt64 = 0

    /// What tells another input from the one that a checkpoint was made for.
    struct Fingerprint: Codable, Hashable, Sendable {
        static let length = 1024

        /// How many bytes from the beginning of the input count.
        private(set) var count = 0
        private var hash = Checksum()

        /// Adds the next bytes, as far as they count.
        mutating func add(_ bytes: Span<UInt8>) {
            for index in 0..<min(bytes.count, Self.length - count) { hash.add(bytes[index]) }
            count += min(bytes.count, Self.length - count)
        }

        /// As text, for a checksum.
        fileprivate var description: String { "\(count) \(hash.value)" }
    }

    /// FNV-1a, which says the same in every process.
    private struct Checksum: Codable, Hashable, Sendable {
        private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// The elements around the place as text that a parser can be fed before it goes on.
    ///
    /// It ends with a comment, because libxml2 begins with four bytes at least. Where no element is around the place, the
    /// root element has ended.
    var context: String { prologue + (ancestors.isEmpty ? "<root/>" : ancestors.map(\.tag).joined()) + "<!---->" }
}

// MARK: Checkpoints that were stored

extension XMLCheckpoint {
    /// The same with its checksum.
    consuming func sealed() -> Self {
        checksum = currentChecksum
        return self
    }

    /// Looks whether a checkpoint that comes from outside is as it was handed out, and whether its numbers can be right.
    ///
    /// - Throws: ``XMLError/Code/checkpointMismatch``.
    func check() throws(XMLError) {
        guard checksum == currentChecksum, isPlausible else {
            throw XMLError(.checkpointMismatch, "the checkpoint was changed after it was made")
        }
    }

    private var currentChecksum: UInt64 {
        var checksum = Checksum()
        var fields = [
            "\(byteOffset)", "\(line)", "\(column)", prologue, encoding.map { "in \($0)" } ?? "", "\(skippedRecords)",
        ]
        fields.append(fingerprint.description)
        for ancestor in ancestors {
            fields += [ancestor.tag, "\(ancestor.line)", "\(ancestor.column)", "\(ancestor.byteOffset)"]
        }
        for field in fields {
            for byte in field.utf8 { checksum.add(byte) }
            // Between the fields stands a byte that UTF-8 does not have.
            checksum.add(0xFF)
        }
        return checksum.value
    }

    /// Whether its numbers are within the bounds that those of a real one are in.
    private var isPlausible: Bool {
        let largest = 1 << 60
        func isPlace(_ offset: Int, _ line: Int, _ column: Int) -> Bool {
            (0...largest).contains(offset) && (1...largest).contains(line) && (1...largest).contains(column)
        }
        return isPlace(byteOffset, line, column) && (0...largest).contains(skippedRecords)
            && (0...Fingerprint.length).contains(fingerprint.count)
            && ancestors.allSatisfy { ancestor in
                isPlace(ancestor.byteOffset, ancestor.line, ancestor.column) && ancestor.byteOffset <= byteOffset
            }
    }
}
