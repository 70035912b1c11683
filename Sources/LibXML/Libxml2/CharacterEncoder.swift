import CLibXML2
import CLibXML2Shims

/// Converts UTF-8 to one encoding with libxml2's own converters, which for most encodings use iconv or ICU.
///
/// Not Sendable: a converter may have a shift state. An encoding with shift states is not returned to its initial
/// state at the end of a text.
@safe
struct CharacterEncoder: ~Copyable {
    /// How many bytes one call of libxml2 receives: see ``CharacterConverter``.
    private static let largestPart = 1 << 18

    private let cHandler: xmlCharEncodingHandlerPtr?
    private let cOutput: xmlBufferPtr?
    /// Converts the result back: libxml2 writes references for characters that the encoding cannot represent, and only
    /// this shows them.
    private let decoder: CharacterConverter
    /// The end of the text that has not been converted back yet, because a combining character may follow.
    private var unconfirmed: [UInt8] = []
    /// Whether an allocation of libxml2 has failed. If so, answers may be wrong.
    private(set) var isOutOfMemory = false
    /// The characters below this value, of Latin, Greek, Cyrillic, Hebrew and Arabic, are looked up in an array.
    private static let frequent = 0x800
    /// Whether the encoding can represent the characters that were checked.
    private var known: [Unicode.Scalar: Bool] = [:]
    /// Which of the characters below ``frequent`` were found to be representable; empty before the first.
    private var representable: [Bool] = []

    /// Creates a converter to the named encoding. Returns nil if libxml2 does not know the name.
    ///
    /// `UTF-16` and `UTF-32` without a byte order begin each text with a byte order mark.
    init?(to name: String) {
        Libxml2.start()
        var handler: xmlCharEncodingHandlerPtr?
        var output: xmlBufferPtr?
        guard let decoder = CharacterConverter(from: name),
            unsafe lx_open_converter(name, &handler, &output) != LX_CONVERTER_UNKNOWN
        else { return nil }
        self.decoder = decoder
        unsafe cHandler = handler
        unsafe cOutput = output
    }

    deinit {
        unsafe xmlBufferFree(cOutput)
        unsafe xmlCharEncCloseFunc(cHandler)
    }

    /// Converts text.
    ///
    /// - Returns: the bytes; nil if the encoding cannot represent a character, or if memory ran out: see
    ///   ``isOutOfMemory``.
    /// - Complexity: O(*n*).
    mutating func encode(_ text: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var start = 0
        while start < text.count {
            var end = min(text.count, start + Self.largestPart)
            while end < text.count, text[end].isUTF8Continuation { end -= 1 }
            guard append(text.extracting(start..<end), to: &bytes) else { return nil }
            start = end
        }
        return bytes
    }

    private mutating func append(_ part: Span<UInt8>, to bytes: inout [UInt8]) -> Bool {
        guard let cHandler = unsafe cHandler, let cOutput = unsafe cOutput else {
            isOutOfMemory = true
            return false
        }
        unsafe xmlBufferEmpty(cOutput)
        let status = unsafe part.withUnsafeBufferPointer {
            unsafe lx_encode(cHandler, cOutput, $0.baseAddress, Int32($0.count))
        }
        if status < 0 { isOutOfMemory = true }
        guard status > 0 else { return false }
        let output = unsafe UnsafeBufferPointer(start: xmlBufferContent(cOutput), count: Int(xmlBufferLength(cOutput)))
        let encoded = unsafe output.span
        bytes.append(contentsOf: encoded)
        let isConfirmed =
            unconfirmed.isEmpty ? confirm(encoded, part) : confirm(encoded, (unconfirmed + part.array).contiguous.span)
        if !isConfirmed { clearFailure() }
        return isConfirmed
    }

    /// Returns whether `encoded` is converted back to `text`, except for its last characters if they can be combined
    /// with the next ones.
    private mutating func confirm(_ encoded: Span<UInt8>, _ text: Span<UInt8>) -> Bool {
        let (count, isOutOfMemory) = decoder.countOfText(convertedFrom: encoded, in: text)
        if isOutOfMemory { self.isOutOfMemory = true }
        guard let count else { return false }
        unconfirmed = count == text.count ? [] : text.extracting(count...).array
        return unconfirmed.count <= 8
    }

    /// Makes the converter back to UTF-8 deliver the text that it still holds after a failed conversion.
    private mutating func clearFailure() {
        unconfirmed = []
        guard let cHandler = unsafe cHandler, let cOutput = unsafe cOutput else { return }
        unsafe xmlBufferEmpty(cOutput)
        if unsafe lx_encode(cHandler, cOutput, [0x0A], 1) < 0 { isOutOfMemory = true }
        let output = unsafe UnsafeBufferPointer(start: xmlBufferContent(cOutput), count: Int(xmlBufferLength(cOutput)))
        _ = unsafe decoder.convert(output.span) { _ in }
    }

    /// Returns whether the encoding can represent a character. Complexity: one conversion for each distinct character.
    @inline(__always)
    mutating func canRepresent(_ scalar: Unicode.Scalar) -> Bool {
        let index = Int(scalar.value)
        if index < representable.count, representable[index] { return true }
        let answer = checkRepresentable(scalar)
        if answer, !isOutOfMemory, index < Self.frequent {
            if representable.isEmpty { representable = Array(repeating: false, count: Self.frequent) }
            representable[index] = true
        }
        return answer
    }

    private mutating func checkRepresentable(_ scalar: Unicode.Scalar) -> Bool {
        if let answer = known[scalar] { return answer }
        // The line feed shows that the character does not wait for another one.
        let answer = encode(Array("\(scalar)\n".utf8).contiguous.span) != nil
        if !isOutOfMemory { known.set(scalar, to: answer) }
        return answer
    }

    /// Returns text with references for the characters that the encoding cannot represent.
    mutating func withReferences(_ text: [UInt8]) -> [UInt8] {
        // The line feed shows that the last character does not wait for another one.
        if encode((text + [0x0A]).contiguous.span) != nil { return text }
        return Array(replacing(String(decoding: text, as: UTF8.self), \.reference).utf8)
    }

    /// Returns text with a replacement for each character that the encoding cannot represent.
    mutating func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if canRepresent(scalar) { result.unicodeScalars.append(scalar) } else { result += replacement(scalar) }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// The character reference of this scalar.
    var reference: String { "&#x\(String(value, radix: 16, uppercase: true));" }
}
