/// Converts a stream to UTF-8 as it arrives.
///
/// Produces no output before the encoding is known, and never a part of a character.
struct StreamDecoder: ~Copyable {
    /// Nil until enough bytes have arrived to determine it.
    private(set) var encoding: DocumentEncoding?
    private var converter: CharacterConverter?
    /// Bytes that are held back until the encoding is known, or until the rest of a character arrives.
    private var held: [UInt8] = []
    /// The map from the output back to the input, if that is converted.
    var map: OffsetMap?
    /// How many bytes of the input come before the text: the length of the byte order mark.
    private(set) var markLength = 0
    /// How many bytes have arrived.
    private(set) var inputCount = 0
    /// The first bytes of a stream, for a fingerprint; nil if the text begins with them, after the byte order mark.
    private(set) var beginning: [UInt8]?
    /// An assumption about the encoding, made if the document's own declaration is unknown or wrong; nil once taken.
    private var guess: Guess?
    /// The offset in the input of the first invalid byte that led to the guess, or of the tag that contains it.
    private(set) var guessStart = 0
    /// Whether the encoding declaration has been checked.
    private var isBeginningChecked = false
    /// The fault of invalid bytes that ended the output. Its offset is the end of the text.
    private(set) var stop: Fault?

    /// An assumption about the encoding.
    struct Guess {
        var code: XMLError.Code
        var message: String
        var repair: String
        /// The place that led to the assumption; nil for the whole document.
        var location: XMLLocation?
        var severity = XMLDiagnostic.Severity.error
    }

    private let isRepairing: Bool
    /// Converts characters that the declared encoding lacks as the Web reads them.
    private var web: WebConverter?
    private var hasWarnedOfWeb = false
    /// Where the declaration names the encoding.
    private var declaredName: XMLLocation?

    init(isRepairing: Bool) { self.isRepairing = isRepairing }

    /// Takes the assumption, if there is one.
    mutating func takeGuess() -> Guess? {
        defer { guess = nil }
        return guess
    }

    private var search = StreamBeginning()

    /// Converts the bytes that have arrived, and appends the text to `text`.
    ///
    /// - Throws: if the stream is clearly not XML, if libxml2 does not know its encoding, or if its declaration
    ///   contradicts it.
    mutating func decode(
        _ input: UnsafeBufferPointer<UInt8>, isLast: Bool, into text: inout RawBuffer<UInt8>,
        _ options: XMLParsingOptions
    ) throws(XMLError) {
        inputCount += input.count
        guard stop == nil else { return }
        if encoding == nil, held.isEmpty, try unsafe isLast ? true : search.isEnough(input.span, isRepairing, options) {
            // For most streams, nothing is held back, so nothing is copied.
            unsafe try begin(with: input, isLast: isLast, into: &text, options)
        } else if encoding == nil {
            var bytes = held
            held = []
            unsafe bytes.append(contentsOf: input)
            guard try isLast ? true : search.isEnough(bytes.contiguous.span, isRepairing, options) else {
                held = bytes
                return
            }
            try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(XMLError) in
                unsafe try begin(with: bytes, isLast: isLast, into: &text, options)
            }
        } else {
            unsafe keepBeginning(input)
            unsafe convert(input, isLast: isLast, into: &text)
        }
        if !isBeginningChecked, stop?.code != .outOfMemory {
            isBeginningChecked = true
            try checkBeginning(of: text, options)
        }
    }

    /// Converts the beginning of the stream, which is enough to determine the encoding.
    private mutating func begin(
        with input: UnsafeBufferPointer<UInt8>, isLast: Bool, into text: inout RawBuffer<UInt8>,
        _ options: XMLParsingOptions
    ) throws(XMLError) {
        unsafe try decide(by: input.span, options)
        unsafe keepBeginning(input)
        unsafe convert(UnsafeBufferPointer(rebasing: input.dropFirst(markLength)), isLast: isLast, into: &text)
    }

    private mutating func keepBeginning(_ input: UnsafeBufferPointer<UInt8>) {
        guard converter != nil || isRepairing else { return }
        let missing = XMLCheckpoint.Fingerprint.length - (beginning?.count ?? 0)
        if missing > 0 { unsafe beginning = (beginning ?? []) + input.prefix(missing) }
    }

    // MARK: Continuing

    /// The encoding that is converted; nil for UTF-8, or until the encoding is known.
    var conversionName: String? { converter == nil ? nil : encoding?.name }

    /// Continues `offset` bytes into the input, in an encoding that ``conversionName`` has returned.
    mutating func resume(at offset: Int, encoding name: String?, _ options: XMLParsingOptions) throws(XMLError) {
        let nothing: [UInt8] = []
        var known = try DocumentEncoding(of: nothing.contiguous.span, override: name)
        known.markLength = 0
        isBeginningChecked = true
        encoding = known
        markLength = offset
        inputCount = offset
        guard let name else { return }
        guard let converter = CharacterConverter(from: name) else { throw XMLError(.unsupportedEncoding(name)) }
        self.converter = consume converter
        map = OffsetMap(streamOf: known, from: offset)
        web = options.repairRules.flatMap { WebConverter(insteadOf: known, $0) }
    }

    // MARK: The encoding

    /// Determines the encoding of a stream that begins with these bytes.
    mutating func decide(by beginning: Span<UInt8>, _ options: XMLParsingOptions) throws(XMLError) {
        try OtherFormat.reject(beginning, options)
        var encoding = try DocumentEncoding(of: beginning, override: options.encoding)
        if isRepairing { try guessEncoding(&encoding, by: beginning, options) }
        self.encoding = encoding
        markLength = encoding.markLength
        guard !encoding.isUTF8 else { return }
        guard let converter = CharacterConverter(from: encoding.name) else {
            throw Source.unsupported(encoding, in: beginning.array, options)
        }
        self.converter = consume converter
        map = OffsetMap(streamOf: encoding, from: markLength)
        declaredName = locationOfDeclaredName(in: beginning, options)
        web = options.repairRules.flatMap { WebConverter(insteadOf: encoding, $0) }
    }

    /// Replaces an encoding that is unknown, or that contradicts the bytes, by a more likely one.
    private mutating func guessEncoding(
        _ encoding: inout DocumentEncoding, by beginning: Span<UInt8>, _ options: XMLParsingOptions
    ) throws(XMLError) {
        if encoding.isUTF8, encoding.markLength == 0, options.encoding == nil {
            // White space may come before the declaration, and markup. A byte order mark after it is a character.
            var start = beginning.skipSpace(from: 0)
            start = beginning.laterDeclaration(from: start) ?? start
            let declared = try DocumentEncoding(of: beginning.extracting(start..<beginning.count), override: nil)
            if declared.extendsASCII, declared.markLength == 0 { encoding = declared }
            // Some labels of the Web, such as “866”, are not names of encodings in XML.
            if let range = DeclarationText(scanning: beginning, from: start)?.encoding,
                case let label = beginning.string(range), !DeclarationText.isEncodingName(label),
                let web = WebEncoding.known(label)
            {
                encoding = try DocumentEncoding(of: beginning, override: web)
            }
        }
        let declared = encoding.name
        if !encoding.isUTF8, CharacterConverter(from: encoding.name) == nil {
            let error = Source.unsupported(encoding, in: beginning.array, options)
            let other = encoding.mustBeDeclared ? DocumentEncoding.usualEBCDIC : WebEncoding.known(declared)
            guess = Guess(
                code: error.code, message: error.message, repair: "decoded as \(other ?? Self.usual)",
                location: error.location)
            encoding = try DocumentEncoding(of: beginning, override: other ?? "UTF-8")
        }
        guard encoding.extendsASCII, encoding.markLength == 0, options.encoding == nil || guess != nil else { return }
        let (characters, bad) = beginning.countUTF8()
        let isUTF8 = bad == 0 && characters > 0
        if !encoding.isUTF8, try !Self.fits(encoding, beginning, isUTF8: isUTF8) {
            let other = isUTF8 ? nil : WebEncoding.known(declared)
            guess = Guess(
                code: .contradictoryEncoding, message: "declared as \(declared), but encoded differently",
                repair: "decoded as \(other ?? Self.usual)", location: locationOfDeclaredName(in: beginning, options))
            encoding = try DocumentEncoding(of: beginning, override: other ?? "UTF-8")
        }
        guard encoding.isUTF8, bad > characters else { return }
        encoding = try DocumentEncoding(of: beginning, override: "windows-1252")
        if guess == nil, let offset = beginning.invalidUTF8(from: 0)?.offset,
            let fault = beginning.badCharacter(at: offset)
        {
            guess = Guess(
                code: fault.code, message: fault.message, repair: "decoded as Windows-1252",
                location: location(of: offset, in: beginning, options))
            guessStart =
                (0..<offset).last { beginning[$0] == UInt8(ascii: "<") || beginning[$0] == UInt8(ascii: ">") } ?? offset
            if beginning[guessStart] == UInt8(ascii: ">") { guessStart = offset }
        }
    }

    /// The encoding of a document without a usable declaration, for messages.
    private static let usual = "UTF-8 or Windows-1252"

    private func locationOfDeclaredName(in beginning: Span<UInt8>, _ options: XMLParsingOptions) -> XMLLocation? {
        let range = DeclarationText(scanning: beginning, from: 0)?.encoding
        return range.map { location(of: $0.lowerBound, in: beginning, options) }
    }

    private func location(of offset: Int, in beginning: Span<UInt8>, _ options: XMLParsingOptions) -> XMLLocation {
        var place = Position(offset: 0, line: 1, column: 1)
        place.advance(to: offset, in: beginning)
        return XMLLocation(line: place.line, column: place.column, byteOffset: offset, sourceName: options.sourceName)
    }

    /// Whether a document may be in the encoding that its declaration, which is in ASCII, names.
    ///
    /// - Parameter isUTF8: whether it has non-ASCII characters and all of them are valid UTF-8. If so, one character
    ///   that is invalid in `encoding` is enough to exclude it.
    private static func fits(
        _ encoding: DocumentEncoding, _ beginning: Span<UInt8>, isUTF8: Bool
    ) throws(XMLError) -> Bool {
        guard let converter = CharacterConverter(from: encoding.name) else { return false }
        let start = beginning.skipSpace(from: 0) + 1
        let end = beginning.index(from: start) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        let declaration = beginning.extracting(0..<end)
        let (count, isOutOfMemory) = converter.countOfText(convertedFrom: declaration, in: declaration)
        if isOutOfMemory { throw XMLError(.outOfMemory) }
        guard count == declaration.count, isUTF8 else { return count == declaration.count }
        guard let other = CharacterConverter(from: encoding.name) else { return false }
        let part = beginning.extracting(0..<min(beginning.count, 1 << 20))
        let (consumed, stop) = other.convert(part) { _ in }
        if stop == .outOfMemory { throw XMLError(.outOfMemory) }
        // The last character may be incomplete.
        return stop == nil || stop == .incomplete && part.count - consumed < 8
    }

    /// Checks the beginning of the text: see ``Source``.
    private mutating func checkBeginning(of text: borrowing RawBuffer<UInt8>, _ options: XMLParsingOptions)
        throws(XMLError)
    {
        guard let encoding else { return }
        let isPlain = text.withSpan(0..<text.count) {
            (encoding.isSettled || !$0.has("<?xml", at: 0)) && !$0.has("\u{FEFF}", at: 0)
        }
        if isPlain { return }
        let end = text.withSpan(0..<text.count) { StreamBeginning.endOfFirstTag(in: $0) }
        // The map needs all of the text that it maps.
        let beginning = unsafe Array(map == nil ? text.elements.prefix(max(16, end)) : text.elements[...])
        let start = Position(offset: 0, line: 1, column: 1)
        let source = Source(
            name: options.sourceName, bytes: .array(beginning), start: start, map: map, byteOrigin: markLength)
        if !isRepairing { try source.rejectSecondMark() }
        do throws(XMLError) {
            try source.checkDeclaration(against: encoding)
        } catch {
            guard isRepairing else { throw error }
            guess =
                guess
                ?? Guess(
                    code: error.code, message: error.message, repair: "decoded as \(encoding.name)",
                    location: error.location)
        }
    }

    // MARK: Conversion

    private mutating func convert(
        _ input: UnsafeBufferPointer<UInt8>, isLast: Bool, into text: inout RawBuffer<UInt8>
    ) {
        if held.isEmpty {
            unsafe convertWhole(input, isLast: isLast, into: &text)
        } else {
            let joined = unsafe held + input
            held = []
            unsafe joined.withUnsafeBufferPointer { unsafe convertWhole($0, isLast: isLast, into: &text) }
        }
    }

    private mutating func convertWhole(
        _ input: UnsafeBufferPointer<UInt8>, isLast: Bool, into text: inout RawBuffer<UInt8>
    ) {
        guard converter != nil, let encoding else {
            let end = unsafe isLast ? input.count : input.wholeCharacters
            let start = text.count
            unsafe text.append(UnsafeBufferPointer(rebasing: input[..<end]))
            if isRepairing { text.markInvalidUTF8(from: start) }
            unsafe held.append(contentsOf: input[end...])
            return
        }
        let blockSize = 1024
        var position = 0
        while position < input.count {
            let block = unsafe UnsafeBufferPointer(rebasing: input[position..<min(position + blockSize, input.count)])
            let part = unsafe UnsafeBufferPointer(
                rebasing: block[..<(web?.firstControl(in: block.span) ?? block.count)])
            var reason: CharacterConverter.Stop?
            var consumed = part.count
            if part.isEmpty {
                reason = .invalid
            } else if encoding.isASCIISuperset, unsafe part.span.isASCII {
                unsafe text.append(part)
                map?.append(unsafe part.span, output: part.count, continuesBlock: false)
            } else {
                (consumed, reason) = unsafe convertBlock(part.span, encoding, into: &text)
            }
            position += consumed
            // The Web reads the rest of the character differently.
            if reason == .incomplete, part.count < block.count { reason = consumed > 0 ? nil : .invalid }
            if web?.isOutOfMemory == true { reason = .outOfMemory }
            switch reason {
            case nil: break
            case .incomplete? where position < input.count && consumed > 0 && part.count == blockSize: break
            case .incomplete? where !isLast:
                unsafe held.append(contentsOf: input[position...])
                return
            case .some(let reason) where isRepairing && reason != .outOfMemory:
                let rest = unsafe input.span.extracting(position..<input.count)
                guard let length = convertAsOnTheWeb(rest, encoding, isLast: isLast, into: &text) else {
                    unsafe held.append(contentsOf: input[position...])
                    return
                }
                position += length > 0 ? length : markInvalid(rest, encoding.codeUnitLength, into: &text)
            case let reason?:
                stop = reason.fault(encoding.name, at: text.count)
                return
            }
        }
    }

    /// Marks a code unit as invalid. Returns its length.
    private mutating func markInvalid(_ rest: Span<UInt8>, _ unit: Int, into text: inout RawBuffer<UInt8>) -> Int {
        let length = min(unit, rest.count)
        text.append(RawBuffer<UInt8>.noCharacter)
        map?.append(rest.extracting(0..<length), output: 1, continuesBlock: false)
        return length
    }

    /// Converts a character that the declared encoding lacks as the Web reads it, and reports the first one.
    ///
    /// Returns its length in bytes: 0 if the Web has no such character, nil if more bytes are needed.
    private mutating func convertAsOnTheWeb(
        _ rest: Span<UInt8>, _ encoding: DocumentEncoding, isLast: Bool, into text: inout RawBuffer<UInt8>
    ) -> Int? {
        guard let name = web?.name, let (character, length) = web?.character(in: rest) else { return 0 }
        guard length > 0 else { return isLast ? 0 : nil }
        for byte in character { text.append(byte) }
        map?.append(rest.extracting(0..<length), output: character.count, continuesBlock: false)
        if !hasWarnedOfWeb, guess == nil {
            guess = Guess(
                code: .contradictoryEncoding,
                message: "declared as \(encoding.name), which lacks some of the characters",
                repair: "these were decoded as \(name), as on the Web", location: declaredName, severity: .warning)
        }
        hasWarnedOfWeb = true
        return length
    }

    private mutating func convertBlock(
        _ part: Span<UInt8>, _ encoding: DocumentEncoding, into text: inout RawBuffer<UInt8>
    ) -> (Int, CharacterConverter.Stop?) {
        let start = text.count
        guard
            let (consumed, reason) = converter?.convert(
                part, { unsafe $0.withUnsafeBufferPointer { unsafe text.append($0) } })
        else { return (0, .failed) }
        guard consumed > 0 else { return (consumed, reason) }
        let input = part.extracting(0..<consumed)
        // A block that does not begin in the initial state cannot be converted again on its own.
        var continuesBlock = false
        if encoding.isStateful, let alone = CharacterConverter(from: encoding.name) {
            unsafe continuesBlock = !alone.converts(input, to: text.elements.extracting(start..<text.count).span)
        }
        if isRepairing { text.markHalfSurrogates(from: start) }
        map?.append(input, output: text.count - start, continuesBlock: continuesBlock)
        return (consumed, reason)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The length without an incomplete UTF-8 character at the end.
    fileprivate var wholeCharacters: Int {
        var start = count - 1
        while start >= 0, start > count - 4, unsafe self[start].isUTF8Continuation { start -= 1 }
        guard start >= 0 else { return count }
        let length =
            switch unsafe self[start] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        return length > count - start ? start : count
    }
}
