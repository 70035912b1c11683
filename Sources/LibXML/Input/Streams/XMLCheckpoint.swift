/// A place in an input from which records can be read later, even in another process.
///
/// In most cases, it is a few hundred bytes: an offset, the start tags around it, and the text before the root element.
/// Store it as JSON or in any other `Codable` form; see ``XMLRecords/checkpoint``.
public struct XMLCheckpoint: Codable, Hashable, Sendable {
    /// An element around the place, with its original start tag.
    struct Ancestor: Codable, Hashable, Sendable {
        var tag: String
        /// The qualified name in the tag.
        var name: String { String(tag.dropFirst().prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" }) }
        var line: Int
        var column: Int
        var byteOffset: Int

        func location(_ sourceName: String?) -> XMLLocation {
            XMLLocation(line: line, column: column, byteOffset: byteOffset, sourceName: sourceName)
        }
    }

    /// The byte offset in the input at which reading continues.
    public internal(set) var byteOffset = 0
    var line = 1
    var column = 1
    var prologue = Prologue("")
    /// The elements around the place, the root first.
    var ancestors: [Ancestor] = []
    /// The encoding of the input.
    var encoding: String?
    /// How many records at the place have been read already: records from one entity have the same place.
    var skippedRecords = 0
    var fingerprint = Fingerprint()
    /// The end of the part of the file that begins at this place; nil to read the rest of the input.
    var end: End?
    /// The checksum of all other fields, set when the checkpoint is returned. It detects accidental changes; it does
    /// not authenticate.
    private var checksum = Checksum()

    /// The end of a part of a file.
    struct End: Codable, Hashable, Sendable {
        /// The offset in the file, in bytes; nil for the end of the file.
        var byteOffset: Int?
        /// The number of open elements.
        var depth = 0
        /// The size of the file in bytes; nil for a pipe.
        var fileSize: Int?
    }

    /// The byte offset at which the part ends that begins here: see ``XMLRecords/parts(in:at:count:options:)``. Nil
    /// for the end of the input.
    public var endByteOffset: Int? { end?.byteOffset }

    /// Whether it is the beginning of a part without content.
    var isEmptyPart: Bool { end?.byteOffset == byteOffset }

    /// The part without content at the same place.
    var emptyPart: Self {
        var part = self
        part.end?.byteOffset = byteOffset
        part.end?.depth = ancestors.count
        return part
    }

    /// Distinguishes the input of a checkpoint from other inputs.
    struct Fingerprint: Codable, Hashable, Sendable {
        static let length = 1024

        /// How many bytes from the beginning of the input are included.
        private(set) var count = 0
        private var hash = Checksum()

        /// - Parameter beginning: at most ``length`` bytes.
        init(of beginning: Span<UInt8> = Span()) {
            count = beginning.count
            for index in beginning.indices { hash.add(beginning[index]) }
        }

        /// A textual form, for a checksum.
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

    /// FNV-1a, which has the same value in every process. Encoded as hexadecimal text, because not all JSON
    /// implementations support 64-bit numbers.
    fileprivate struct Checksum: Codable, Hashable, Sendable, CustomStringConvertible {
        private var value: UInt64 = 0xCBF2_9CE4_8422_2325

        init() {}

        init(of fields: [String]) {
            for field in fields {
                for byte in field.utf8 { add(byte) }
                // A byte that does not occur in UTF-8 separates the fields.
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

    /// The document up to the place, reduced to the elements around it: text for a parser before it continues at the
    /// place.
    ///
    /// It ends with a comment, because libxml2 starts only after four bytes. If no element is around the place, the
    /// root element has ended.
    var context: String { prologue.text + (ancestors.isEmpty ? "<root/>" : ancestors.map(\.tag).joined()) + "<!---->" }
}

// MARK: Stored checkpoints

extension XMLCheckpoint {
    /// The same checkpoint, with its checksum set.
    consuming func sealed() -> Self {
        checksum = currentChecksum
        return self
    }

    /// Checks that a checkpoint from outside has not been changed, and that its numbers are plausible.
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
        if let end {
            fields += ["end"] + [end.byteOffset, end.depth, end.fileSize].map { $0.map { String($0) } ?? "" }
        }
        return Checksum(of: fields)
    }

    /// Whether its numbers are within the bounds of a real checkpoint.
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
            && (byteOffset...largest).contains(end?.byteOffset ?? byteOffset) && (0...largest).contains(end?.depth ?? 0)
            && ((end?.byteOffset ?? byteOffset)...largest).contains(end?.fileSize ?? largest)
    }
}
