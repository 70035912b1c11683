import CLibXML2
import CLibXML2Shims
import Synchronization

/// Converts one encoding to UTF-8 with libxml2's own converters, which for most encodings use iconv or ICU.
///
/// Not Sendable: a converter may have a shift state.
@safe
struct CharacterConverter: ~Copyable {
    /// Why a conversion stopped before the end of its input.
    enum Stop {
        /// The input ends inside a character.
        case incomplete
        /// The next bytes are not a character of the encoding.
        case invalid
        /// libxml2's converter failed.
        case failed
        /// An allocation failed.
        case outOfMemory

        /// The fault of a document whose text ends at `offset` for this reason.
        func fault(_ encoding: String, at offset: Int) -> Fault {
            switch self {
            case .outOfMemory: .outOfMemory.at(offset)
            case .failed: Fault(.internalFailure, "conversion from \(encoding) failed", at: offset)
            case .incomplete:
                Fault(.invalidEncoding, "the document ends inside a character of \(encoding)", at: offset)
            case .invalid: .invalidBytes(in: encoding).at(offset)
            }
        }
    }

    /// Nil if memory ran out when the converter was created; each conversion then fails.
    private let cHandler: xmlCharEncodingHandlerPtr?
    /// Whether this is libxml2's converter from ASCII, which reports all other bytes as incomplete characters.
    private let isASCII: Bool
    private let cOutput: xmlBufferPtr?
    /// Whether no byte is lost. ICU may lose bytes.
    private let isExact: Bool

    /// Creates a converter from the named encoding. Returns nil if libxml2 does not know the name.
    ///
    /// Also returns nil for encodings with shift states that only ICU knows: ICU may lose bytes without a report,
    /// unless each block is converted from the initial state.
    init?(from name: String) { self.init(opening: name, isExact: true) }

    private init?(opening name: String, isExact: Bool) {
        Libxml2.start()
        var handler: xmlCharEncodingHandlerPtr?
        var output: xmlBufferPtr?
        guard unsafe lx_open_converter(name, &handler, &output) != LX_CONVERTER_UNKNOWN else { return nil }
        if isExact, unsafe lx_uses_icu(handler) != 0 {
            let traits = Result { () throws(XMLError) in try Self.traits(of: name) }
            let isUsable = if case .success(let traits) = traits { traits?.isStateful == false } else { false }
            if !isUsable {
                unsafe xmlBufferFree(output)
                unsafe xmlCharEncCloseFunc(handler)
                guard case .failure = traits else { return nil }
                unsafe (handler, output) = (nil, nil)
            }
        }
        self.isExact = isExact
        unsafe cHandler = handler
        isASCII = ["ASCII", "US-ASCII"].contains(name.uppercased())
        unsafe cOutput = output
    }

    deinit {
        unsafe xmlBufferFree(cOutput)
        unsafe xmlCharEncCloseFunc(cHandler)
    }

    /// How many bytes one call of libxml2 receives. Its lengths have 32 bits, and it moves the rest of its input each
    /// time that it makes room for output.
    private static let largestPart = 1 << 18

    /// Converts the complete characters of `input`, and passes the result to `body`, in parts.
    ///
    /// - Returns: how many bytes of the input were used, and the reason if these are not all.
    /// - Complexity: O(*n*) in the length of the input.
    func convert(_ input: Span<UInt8>, _ body: (Span<UInt8>) -> Void) -> (consumed: Int, stop: Stop?) {
        var position = 0
        while true {
            let end = min(position + Self.largestPart, input.count)
            let (consumed, stop) = convert(part: input.extracting(position..<end), body)
            position += consumed
            // The next part begins with the rest of the character.
            let isCut = stop == .incomplete && consumed > 0 && end < input.count
            if !isCut, stop != nil || position == input.count { return (position, stop) }
        }
    }

    private func convert(part: Span<UInt8>, _ body: (Span<UInt8>) -> Void) -> (consumed: Int, stop: Stop?) {
        guard let cHandler = unsafe cHandler, let cOutput = unsafe cOutput else { return (0, .outOfMemory) }
        unsafe xmlBufferEmpty(cOutput)
        var consumed: Int32 = 0
        let status = unsafe part.withUnsafeBufferPointer {
            unsafe lx_convert(cHandler, cOutput, $0.baseAddress, Int32($0.count), isExact ? 1 : 0, &consumed)
        }
        let output = unsafe UnsafeBufferPointer(start: xmlBufferContent(cOutput), count: Int(xmlBufferLength(cOutput)))
        body(unsafe output.span)
        let stop: Stop? =
            switch status {
            case LX_CONVERT_DONE: nil
            case LX_CONVERT_INCOMPLETE: isASCII ? .invalid : .incomplete
            case LX_CONVERT_INVALID: .invalid
            case LX_CONVERT_NO_MEMORY: .outOfMemory
            default: .failed
            }
        return (Int(consumed), stop)
    }

    /// Converts `input`. Returns whether all of it became exactly `text`; false if memory runs out.
    func converts(_ input: Span<UInt8>, to text: Span<UInt8>) -> Bool {
        countOfText(convertedFrom: input, in: text).count == text.count
    }

    /// Converts `input`. Returns how many bytes it became, if all of it was converted and `text` begins with these
    /// bytes; nil otherwise. Also returns whether the conversion lacked memory.
    func countOfText(convertedFrom input: Span<UInt8>, in text: Span<UInt8>) -> (count: Int?, isOutOfMemory: Bool) {
        var end = 0
        var isSame = true
        let (consumed, stop) = convert(input) { part in
            let start = end
            end += part.count
            isSame = isSame && end <= text.count && part.hasSameBytes(as: text.extracting(start..<end))
        }
        return (isSame && consumed == input.count ? end : nil, stop == .outOfMemory)
    }
}

// MARK: Traits

extension CharacterConverter {
    /// The properties of an encoding that its name does not show.
    struct Traits {
        /// Whether the meaning of bytes depends on earlier ones: whether some bytes are converted differently after
        /// others.
        var isStateful: Bool
        /// Whether this is a code page of EBCDIC.
        var isEBCDIC: Bool
    }

    /// Returns the traits of an encoding, which are determined by conversions; nil for a name that libxml2 does not
    /// know.
    ///
    /// - Throws: ``XMLError/Code/outOfMemory``: a conversion that failed shows nothing.
    ///
    /// iconv and ICU have too many names of such encodings for a list. ICU also ignores case, hyphens, underscores and
    /// spaces in them.
    static func traits(of name: String) throws(XMLError) -> Traits? {
        if let known = knownTraits.locked({ $0[name] }) { return known }
        guard CharacterConverter(opening: name, isExact: false) != nil else { return nil }
        var isOutOfMemory = false
        func convert(_ bytes: [UInt8]) -> (consumed: Int, output: [UInt8])? {
            let result = Self.convert(bytes, from: name)
            isOutOfMemory = isOutOfMemory || result?.stop == .outOfMemory
            return result.map { ($0.consumed, $0.output) }
        }
        let traits = Traits(isStateful: isStateful(convert), isEBCDIC: convert(spaces)?.output == [0x20, 0x20])
        if isOutOfMemory { throw XMLError(.outOfMemory) }
        knownTraits.locked {
            // Documents can contain any number of names.
            if $0.count >= 256 { $0.removeAll() }
            $0.set(name, to: traits)
        }
        return traits
    }

    private static let knownTraits = Mutex<[String: Traits]>([:])

    /// Spaces of EBCDIC.
    private static let spaces: [UInt8] = [0x40, 0x40]

    private static func isStateful(_ convert: ([UInt8]) -> (consumed: Int, output: [UInt8])?) -> Bool {
        prefixes.contains { prefix in
            guard let start = convert(prefix), start.consumed == prefix.count else { return false }
            return followers.contains { follower in
                guard let end = convert(follower), let whole = convert(prefix + follower) else { return false }
                return whole != (start.consumed + end.consumed, start.output + end.output)
            }
        }
    }

    /// Texts that leave converters in another state, with four or eight bytes, so that they consist of whole characters
    /// in any encoding.
    private static let prefixes: [[UInt8]] = [
        "   \u{1B}$B!!", "   \u{1B}$A!!", "   \u{1B}$)C\u{0E}", "   \u{1B}$)A\u{0E}", " \u{1B}$)1\u{0E}",  // ISO-2022
        "+AOk", "&AOk",  // UTF-7, IMAP
        "  ~{",  // HZ
        "   \u{0E}",  // EBCDIC with characters of two bytes
        "   \u{11}",  // SCSU
        "  ab",  // Converters that wait for a combining character
    ]
    .map { Array($0.utf8) }

    private static let followers: [[UInt8]] = [Array("ABAB".utf8), [0xC1, 0xC2, 0xC1, 0xC2]]

    private static func convert(
        _ bytes: [UInt8], from name: String
    ) -> (consumed: Int, output: [UInt8], stop: Stop?)? {
        guard let converter = CharacterConverter(opening: name, isExact: false) else { return nil }
        var output: [UInt8] = []
        let (consumed, stop) = converter.convert(bytes.contiguous.span) { output.append(contentsOf: $0) }
        return (consumed, output, stop)
    }
}
