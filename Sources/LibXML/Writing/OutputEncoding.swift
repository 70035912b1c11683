/// The encoding of output other than UTF-8.
///
/// A class, because the writer asks it which characters it can represent, and the output asks it for bytes.
final class OutputEncoding {
    /// Whether it can represent all characters.
    private let isComplete: Bool
    private let mark: [UInt8]
    private var encoder: CharacterEncoder
    /// Asked for single characters, which must not change the shift state of the output.
    private var probe: CharacterEncoder
    private var hasBegun = false
    /// Whether it can represent all characters of ASCII. Shift_JIS has other characters in place of `\` and `~`.
    private let hasASCII: Bool

    /// Creates an encoding; nil for UTF-8.
    ///
    /// - Throws: ``XMLError/Code/unsupportedEncoding`` if libxml2 does not know the name.
    static func named(_ name: String) throws(XMLError) -> OutputEncoding? {
        let encoding = DocumentEncoding(named: name)
        if encoding.family == .utf8 { return nil }
        guard DocumentEncoding.isName(name), let encoder = CharacterEncoder(to: encoding.name),
            let probe = CharacterEncoder(to: encoding.name)
        else { throw XMLError(.unsupportedEncoding, "libxml2 does not know the encoding “\(name.excerpt)”") }
        return OutputEncoding(name, encoding, encoder, probe)
    }

    private init(
        _ name: String, _ encoding: DocumentEncoding, _ encoder: consuming CharacterEncoder,
        _ probe: consuming CharacterEncoder
    ) {
        isComplete = encoding.family == .utf16 || encoding.family == .utf32
        // A name without a byte order means a byte order mark.
        mark = isComplete && encoding.name != name.uppercased() ? encoding.byteOrderMark : []
        self.encoder = encoder
        let ascii = (0x20..<0x7F).map { UInt8($0) }
        hasASCII = probe.encode(ascii.span) != nil
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

    /// Returns the next part of the output.
    func encode(_ text: [UInt8]) throws(XMLError) -> [UInt8] {
        if text.isEmpty { return [] }
        guard let bytes = encoder.encode(text.span) else {
            throw XMLError(.internalFailure, "libxml2 could not convert the output")
        }
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

    /// Checks that the encoding can represent the end of the output, in which references are not allowed. Removes the output from `mark`
    /// on if not.
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
        throw XMLError(
            .unrepresentableCharacter,
            "the encoding \(options.encoding) cannot represent “\(scalar)”, and a reference is not allowed here")
    }
}
