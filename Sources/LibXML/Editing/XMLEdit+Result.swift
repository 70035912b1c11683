extension XMLEdit {
    /// Returns the edited document, in the encoding of the input.
    ///
    /// A tree that was parsed from a string is returned in UTF-8. A declaration of another encoding in it stays as it
    /// is: parse the bytes of the file, rather than a string, if the result is written to a file.
    ///
    /// The result is parsed again with the options of the tree, and its content is compared with that of the tree with
    /// the edits. Repairs of the tree are applied.
    ///
    /// - Throws: ``XMLError/Code/overlappingEdits``, located at the later edit, with a note at the other one; the
    ///   errors of ``XMLParsingLimits`` if the result exceeds one; ``XMLError/Code/internalFailure`` if the result does
    ///   not have the content that was meant.
    /// - Complexity: O(*n* + *m* log *m*) in the size of the document and the number *m* of edits.
    public func bytes() throws(XMLError) -> [UInt8] { try result().bytes }

    /// Writes the edited document to the file at `path`, which is created or replaced.
    ///
    /// - Throws: the errors of ``bytes()``, before the file is changed; ``XMLError/Code/unwritableFile``.
    public func write(toFile path: String) throws(XMLError) {
        try FileOutput.write(bytes(), toFile: path)
    }

    /// Returns the edited document as a tree, whose locations are those in ``bytes()``.
    ///
    /// - Throws: the errors of ``bytes()``.
    public func editedTree() throws(XMLError) -> XMLTree { try result().tree }

    /// Returns the edited document, and the tree of it.
    func result() throws(XMLError) -> (bytes: [UInt8], tree: XMLTree) {
        try check(tape, at: Tape.document)
        let edit = try withDefaults()
        let (bytes, hasReferences) = try edit.write(edit.sortedChanges())
        let result = try parse(bytes, hasReferences)
        var expected = ContentTokens(for: tape)
        var edited = edit.edited
        edited.sort()
        expected.write(tape, edited)
        var found = ContentTokens(for: tape)
        found.write(result.tape)
        guard !expected.isInvalid, expected.bytes.hasSameContent(as: found.bytes) else {
            if hasReferences, let origin = tape.source.origin {
                throw otherEncoding(origin.encoding)
            }
            throw XMLError(.internalFailure, "the edited document does not have the content that was meant")
        }
        return (bytes, result)
    }

    /// Returns all changes in the order of the document.
    private func sortedChanges() throws(XMLError) -> [EditedRange] {
        var changes = changes
        for (element, content) in edited.contents {
            let places = tags[element] ?? TagPlaces(of: element, in: tape)
            var text = content.text + content.end
            if places.isOneTag {
                let name = edited.tags[element]?.name?.written ?? tape.qualifiedName(tape.nameNumber(element))
                text = try EditText.restOfElement(name, text)
            }
            changes.append(
                EditedRange(
                    range: places.content, text: text, isClosed: !places.isOneTag, order: content.order))
        }
        // An insertion comes before a change that begins at the same place.
        changes.sort {
            ($0.range.lowerBound, $0.range.isEmpty ? 0 : 1, $0.order)
                < ($1.range.lowerBound, $1.range.isEmpty ? 0 : 1, $1.order)
        }
        try rejectOverlaps(changes)
        return changes
    }

    private func rejectOverlaps(_ changes: [EditedRange]) throws(XMLError) {
        // The change that ends last, and the last one that is closed.
        var last: EditedRange?
        var closed: EditedRange?
        for change in changes {
            let start = change.range.lowerBound
            var other: EditedRange?
            if let last, start < last.range.upperBound || change.isClosed && start <= last.range.upperBound {
                other = last
            } else if let closed, start <= closed.range.upperBound {
                other = closed
            }
            if let other {
                let isLater = change.order > other.order
                throw overlap(
                    at: (isLater ? change : other).range.lowerBound, with: (isLater ? other : change).range.lowerBound)
            }
            if change.range.upperBound >= last?.range.upperBound ?? 0 { last = change }
            if change.isClosed { closed = change }
        }
    }

    // MARK: Writing

    /// Returns the document, and whether characters from the repair are references in it, which a comment or a name
    /// does not allow.
    private func write(_ changes: [EditedRange]) throws(XMLError) -> (bytes: [UInt8], hasReferences: Bool) {
        let source = tape.source
        guard let encoding = source.origin?.encoding else { return ([], false) }
        var output = EncodedOutput(encoding, capacity: source.count)
        output.bytes = source.omittedMark
        var position = 0
        for change in changes {
            output.copy(position..<change.range.lowerBound, of: source)
            output.write(change.text.span)
            position = change.range.upperBound
        }
        output.copy(position..<source.count, of: source)
        if output.isOutOfMemory { throw XMLError(.outOfMemory(at: 0)) }
        guard !output.isFailed else {
            throw XMLError(.internalFailure, "conversion to \(encoding.name) failed")
        }
        return (output.bytes, output.hasReferences)
    }

    private func parse(_ bytes: [UInt8], _ hasReferences: Bool) throws(XMLError) -> XMLTree {
        guard let origin = tape.source.origin else { throw XMLError(.internalFailure, "the document has no origin") }
        do throws(XMLError) {
            let result = try XMLTree(parsing: bytes, options: origin.strictOptions)
            // The repair may have recognized an encoding that the document does not declare.
            if origin.options.repairRules != nil, result.tape.source.origin?.encoding.name != origin.encoding.name {
                throw otherEncoding(origin.encoding)
            }
            return result
        } catch {
            if error.code.isLimit || error.code == .uneditable || error.code == .outOfMemory { throw error }
            let encodings: [XMLError.Code] = [
                .invalidEncoding, .contradictoryEncoding, .unsupportedEncoding, .invalidCharacter,
            ]
            if origin.options.repairRules != nil, hasReferences || encodings.contains(error.code) {
                throw otherEncoding(origin.encoding)
            }
            throw XMLError(
                XMLDiagnostic(.internalFailure, "the edited document is not well-formed: \(error.message)"),
                diagnostics: error.diagnostics)
        }
    }
}

extension XMLEdit {
    private func otherEncoding(_ encoding: DocumentEncoding) -> XMLError {
        error(
            .uneditable, "the document cannot be written in \(encoding.name), in which it was read", at: 0,
            help: "write the repaired document in UTF-8, and edit that")
    }
}

/// Output in the encoding of a document.
private struct EncodedOutput: ~Copyable {
    var bytes: [UInt8] = []
    private(set) var isFailed = false
    /// Whether something that the repair has added contains references that it did not contain.
    private(set) var hasReferences = false
    private var encoder: CharacterEncoder?
    /// The number of `]` at the end of the text.
    private var brackets = 0

    /// Whether libxml2 could not allocate memory for a conversion.
    private(set) var isOutOfMemory = false

    init(_ encoding: DocumentEncoding, capacity: Int) {
        bytes.reserveCapacity(capacity)
        guard !encoding.isUTF8 else { return }
        encoder = CharacterEncoder(to: encoding.name)
        isFailed = encoder == nil
    }

    /// Appends new text, which the encoding can represent.
    mutating func write(_ text: Span<UInt8>) {
        if let place = joinedMark(text) {
            append(text.extracting(..<place))
            append("&gt;".utf8.span)
            return append(text.extracting((place + 1)...))
        }
        append(text)
    }

    /// Returns the place of a `>` at the beginning of the next text that two brackets now precede, which is not allowed
    /// in character data.
    private mutating func joinedMark(_ text: Span<UInt8>) -> Int? {
        var place = 0
        while place < text.count, text[place] == UInt8(ascii: "]") { place += 1 }
        let before = brackets
        if place < text.count {
            brackets = 0
            while text[text.count - 1 - brackets] == UInt8(ascii: "]") { brackets += 1 }
        } else {
            brackets += place
        }
        // Two brackets in the text itself end a CDATA section.
        guard place < text.count, text[place] == UInt8(ascii: ">"), place < 2, before + place >= 2 else { return nil }
        return place
    }

    private mutating func append(_ text: Span<UInt8>) {
        guard encoder != nil else { return bytes.append(contentsOf: text) }
        if let encoded = encode(text) { bytes += encoded } else { isFailed = true }
    }

    private mutating func encode(_ text: Span<UInt8>) -> [UInt8]? {
        let encoded = encoder?.encode(text)
        isOutOfMemory = encoder?.isOutOfMemory ?? isOutOfMemory
        return encoded
    }

    /// Appends a part of the document. What the repair has added may need references.
    mutating func copy(_ range: Range<Int>, of source: Source) {
        if let place = source.withText({ joinedMark($0.extracting(range)) }) {
            let place = range.lowerBound + place
            append(range.lowerBound..<place, of: source)
            append("&gt;".utf8.span)
            return append(place + 1..<range.upperBound, of: source)
        }
        append(range, of: source)
    }

    private mutating func append(_ range: Range<Int>, of source: Source) {
        var output = bytes
        bytes = []
        source.appendInput(of: range, to: &output) { text, output in
            guard encoder != nil else { return output.append(contentsOf: text) }
            if let encoded = encode(text) { return output += encoded }
            hasReferences = true
            let text = encoder?.withReferences(text.array) ?? []
            if let encoded = encode(text.span) { output += encoded } else { isFailed = true }
        }
        bytes = output
    }
}
