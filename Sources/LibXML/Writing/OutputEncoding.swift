import Synchronization

/// The encoding of output other than UTF-8.
///
/// A class, because the writer and the output share it: one checks which characters it can represent, the other
/// converts text.
final class OutputEncoding {
    /// Whether it can represent all characters.
    let isComplete: Bool
    private let mark: [UInt8]
    private var encoder: CharacterEncoder
    /// Converts single characters to check them, which must not change the shift state of the output.
    private var probe: CharacterEncoder
    private var hasBegun = false
    /// Whether it can represent all characters of ASCII. Shift_JIS has other characters in place of `\` and `~`.
    private let hasASCII: Bool

    /// Creates an encoding; nil for UTF-8.
    ///
    /// - Throws: ``XMLError/Code/unsupportedEncoding`` if libxml2 does not know the name, or if a document could not be
    ///   read again.
    static func named(_ name: String) throws(XMLError) -> OutputEncoding? {
        if try DocumentEncoding(named: name).isUTF8 { return nil }
        guard DeclarationText.isEncodingName(name), let encoding = try create(name) else {
            throw XMLError(.unsupportedEncoding(name.excerpt))
        }
        guard try isReadable(name) else {
            throw XMLError(.unsupportedEncoding, "a document in the encoding “\(name.excerpt)” could not be read again")
        }
        return encoding
    }

    private static func create(_ name: String) throws(XMLError) -> OutputEncoding? {
        let encoding = try DocumentEncoding(named: name)
        guard let encoder = CharacterEncoder(to: encoding.name), let probe = CharacterEncoder(to: encoding.name) else {
            return nil
        }
        return OutputEncoding(name, encoding, encoder, probe)
    }

    // MARK: Reading again

    /// Returns whether a document in an encoding is read as it was written: whether the encoding has the characters of
    /// markup, and its bytes show that they contain a declaration, and are converted to the same text again.
    private static func isReadable(_ name: String) throws(XMLError) -> Bool {
        if let known = readable.locked({ $0[name] }) { return known }
        let isReadable = try isReadAgain(sample, in: name)
        readable.locked {
            if $0.count >= 256 { $0.removeAll() }
            $0.set(name, to: isReadable)
        }
        return isReadable
    }

    private static let readable = Mutex<[String: Bool]>([:])

    /// Characters of ASCII and of scripts with encodings of their own, which change the state of an encoding with shift
    /// states.
    private static let sample =
        (0x20..<0x7F).map { String(UnicodeScalar(UInt8($0))) }.joined() + "é Жa א~ ا+ 中日a 한국 かアa ｱ €\n"

    private static func isReadAgain(_ sample: String, in name: String) throws(XMLError) -> Bool {
        guard let output = try create(name) else { return false }
        let markup = "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n<!--'--><a:b/>&#x0123456789ABCDEF;<![CDATA[]]>"
        let text = markup + output.replacing(sample) { _ in "?" }
        let expected = Array(text.utf8)
        let bytes: [UInt8]
        do throws(XMLError) {
            bytes = try output.encode(expected)
        } catch {
            if error.code == .outOfMemory { throw error }
            return false
        }
        let found = try DocumentEncoding(of: bytes.contiguous.span, override: nil)
        guard !found.isUTF8, try found.agrees(withDeclared: name) else { return false }
        guard let result = Transcoder.convert(bytes, from: found) else { return false }
        if result.stop?.reason == .outOfMemory { throw XMLError(.outOfMemory) }
        return result.text == expected
    }

    private init(
        _ name: String, _ encoding: DocumentEncoding, _ encoder: consuming CharacterEncoder,
        _ probe: consuming CharacterEncoder
    ) {
        var probe = probe
        isComplete = encoding.isUnicode
        // A name without a byte order means a byte order mark.
        mark = isComplete && encoding.name != name.uppercased() ? encoding.byteOrderMark : []
        self.encoder = encoder
        let ascii = (0x20..<0x7F).map { UInt8($0) }
        hasASCII = probe.encode(ascii.contiguous.span) != nil
        self.probe = probe
    }

    /// Returns the first character that the encoding cannot represent.
    func firstUnrepresentable(in text: Span<UInt8>) -> Unicode.Scalar? {
        if isComplete { return nil }
        var index = hasASCII ? text.endOfASCII(from: 0) : 0
        while index < text.count {
            guard let scalar = text.scalar(at: index) else { return nil }
            if !probe.canRepresent(scalar) { return scalar }
            index += UTF8.width(scalar)
            if hasASCII { index = text.endOfASCII(from: index) }
        }
        return nil
    }

    /// Returns text with a replacement for each character that the encoding cannot represent.
    func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> String) -> String {
        probe.replacing(text, replacement)
    }

    /// Throws if libxml2 could not allocate memory for a conversion.
    func checkMemory() throws(XMLError) {
        if encoder.isOutOfMemory || probe.isOutOfMemory { throw XMLError(.outOfMemory) }
    }

    /// Returns the next part of the output.
    func encode(_ text: [UInt8]) throws(XMLError) -> [UInt8] {
        if text.isEmpty { return [] }
        let bytes = encoder.encode(text.contiguous.span)
        try checkMemory()
        guard let bytes else { throw XMLError(.internalFailure, "libxml2 could not convert the output") }
        defer { hasBegun = true }
        return hasBegun ? bytes : mark + bytes
    }
}

extension MarkupWriter {
    /// Replaces characters that the encoding cannot represent, from an offset of the output on, with references.
    @inline(never)
    mutating func writeReferences(from mark: Int) {
        let text = bytes.withSpan(mark..<bytes.count) { text in
            encoding?.firstUnrepresentable(in: text).map { _ in text.string(text.indices) }
        }
        guard let text, let encoding else { return }
        bytes.truncate(to: mark)
        append(encoding.replacing(text, \.reference))
    }

    /// Checks that the encoding can represent the end of the output, in which references are not allowed. Removes the
    /// output from `mark` on if not.
    @inline(never)
    mutating func checkRepresentable(from start: Int, _ mark: Int) throws(XMLError) {
        do throws(XMLError) {
            try checkRepresentable(start..<bytes.count)
        } catch {
            bytes.truncate(to: mark)
            throw error
        }
    }

    /// Checks that the encoding can represent all names of the start tag.
    @inline(never)
    func checkNames() throws(XMLError) {
        try checkRepresentable(tag.element.name)
        for index in 0..<tag.parts.count { try checkRepresentable(tag.parts[index].name) }
    }

    private func checkRepresentable(_ range: Range<Int>) throws(XMLError) {
        guard let scalar = bytes.withSpan(range, { encoding?.firstUnrepresentable(in: $0) }) else { return }
        try encoding?.checkMemory()
        throw XMLError(.unrepresentable(scalar, in: options.encoding))
    }
}
