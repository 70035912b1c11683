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
    var prologue = Prologue("")
    /// The elements around the place, the root first.
    var ancestors: [Ancestor] = []
    /// The encoding of the input.
    var encoding: String?
    /// How many records at the place have been read already: those that come out of one entity have one place.
    var skippedRecords = 0
    var fingerprint = Fingerprint()
    /// The checksum of all the others, once the checkpoint is handed out. It detects accidents; it does not authenticate.
    private var checksum = Checksum()

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
        fileprivate var description: String { "\(count) \(hash)" }
    }

    /// The document up to the root element, which all checkpoints of one reading share.
    struct Prologue: Codable, Hashable, Sendable {
        let text: String
        fileprivate let checksum: Checksum

        init(_ text: String) {
            self.text = text
            checksum = Checksum(of: [text])
        }

        init(from decoder: any Decoder) throws { try self.init(String(from: decoder)) }

        func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
    }

    /// FNV-1a, which says the same in every process; written as hexadecimal text, because not every JSON has 64-bit numbers.
    fileprivate struct Checksum: Codable, Hashable, Sendable, CustomStringConvertible {
        private var value: UInt64 = 0xCBF2_9CE4_8422_2325

        init() {}

        init(of fields: [String]) {
            for field in fields {
                for byte in field.utf8 { add(byte) }
                // Between the fields stands a byte that UTF-8 does not have.
                add(0xFF)
            }
        }

        init(from decoder: any Decoder) throws {
            let text = try String(from: decoder)
            guard let value = UInt64(text, radix: 16) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "“\(text)” is not a valid checksum"))
            }
            self.value = value
        }

        func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

        mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

        var description: String { String(value, radix: 16) }
    }

    /// The elements around the place as text that a parser can be fed before it goes on.
    ///
    /// It ends with a comment, because libxml2 begins with four bytes at least. Where no element is around the place, the
    /// root element has ended.
    var context: String { prologue.text + (ancestors.isEmpty ? "<root/>" : ancestors.map(\.tag).joined()) + "<!---->" }
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

    private var currentChecksum: Checksum {
        var fields = [
            "\(byteOffset)", "\(line)", "\(column)", "\(prologue.checksum)", encoding.map { "in \($0)" } ?? "",
            "\(skippedRecords)", fingerprint.description,
        ]
        for ancestor in ancestors {
            fields += [ancestor.tag, "\(ancestor.line)", "\(ancestor.column)", "\(ancestor.byteOffset)"]
        }
        return Checksum(of: fields)
    }

    /// Whether its numbers are within the bounds that those of a real one are in.
    private var isPlausible: Bool {
        let largest = 1 << 60
        func isPlace(_ offset: Int, _ line: Int, _ column: Int) -> Bool {
            (0...largest).contains(offset) && (1...largest).contains(line) && (1...largest).contains(column)
        }
        return isPlace(byteOffset, line, column) && (0...largest).contains(skippedRecords)
            && (0...Fingerprint.length).contains(fingerprint.count)
            && ancestors.allSatisfy { isPlace($0.byteOffset, $0.line, $0.column) }
            && zip(ancestors, ancestors.dropFirst()).allSatisfy { $0.byteOffset <= $1.byteOffset }
            && ancestors.last?.byteOffset ?? 0 <= byteOffset
    }
}
