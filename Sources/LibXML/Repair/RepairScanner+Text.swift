// Character data and references.

extension RepairScanner {
    /// Skips character data up to the next markup. Returns nil if more text is needed.
    mutating func characters(_ text: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while true {
            // An omission or a replacement may join the text before and after it.
            if index == output.copied {
                guard let next = joinedSectionEnd(text, at: index) else { return index > start ? index : nil }
                index = next
            }
            let plain = index
            index = text.endOfPlainText(from: index)
            if log.hasUnrevised { findMark(text, in: plain..<index) }
            guard index < text.count else { return index }
            switch text[index] {
            case UInt8(ascii: "<"): return index
            case UInt8(ascii: "&"):
                guard let next = reference(text, at: index, to: text.count, isInAttribute: false) else {
                    return index > start ? index : nil
                }
                index = next
            case UInt8(ascii: "]"):
                if text.has("]]>", at: index) {
                    let start = piece.position(at: index, text)
                    let end = index + 2..<index + 3
                    replace(end, text, "&gt;", fault: .cdataEndInText, "treated as text", at: start)
                    // What is before it may be a CDATA section without its beginning.
                    if log.keepsFixes, !open.isEmpty {
                        log.makeUncertain(from: open.placeOfInnermost(text, &piece).offset)
                    }
                    index += 3
                } else if !piece.isLast, index + 3 > text.count, index + 1 == text.count || text.has("]]", at: index) {
                    return index > start ? index : nil
                } else {
                    index += 1
                }
            default: index = character(text, at: index)
            }
        }
    }

    /// Replaces a `>` that would end a `]]>` with the end of the repaired text. Returns its end, or `index` if there is
    /// none; nil if more text is needed.
    private mutating func joinedSectionEnd(_ text: Span<UInt8>, at index: Int) -> Int? {
        let brackets = output.brackets
        guard brackets > 0 else { return index }
        let mark = min(index + 2, text.index(from: index) { $0 != UInt8(ascii: "]") })
        guard mark < text.count else { return piece.isLast ? index : nil }
        // A “]]>” after the joint is found by the caller.
        guard mark < index + 2, brackets + mark - index >= 2, text[mark] == UInt8(ascii: ">") else { return index }
        replace(mark..<mark + 1, text, "&gt;", fault: .cdataEndInText, "treated as text")
        return mark + 1
    }

    /// Skips one character, and repairs it if XML does not allow it.
    ///
    /// - Parameter mark: the first byte of the mark that ends the comment, CDATA section or processing instruction; nil
    ///   in text and attribute values.
    mutating func character(_ text: Span<UInt8>, at index: Int, before mark: UInt8? = nil) -> Int {
        let byte = text[index]
        var value = UInt32(byte)
        var length = 1
        if byte == RawBuffer<UInt8>.noCharacter {
            replace(
                index..<index + 1, text, "\u{FFFD}",
                fault: Fault(.invalidEncoding, "a byte is not valid in the encoding of the document"),
                "replaced by U+FFFD", mark == nil ? .guess : .literal)
            return index + 1
        }
        if byte == 0xEF {
            length = min(3, text.count - index)
            let isNone = length == 3 && text[index + 1] == 0xBF && text[index + 2] >= 0xBE
            guard isNone else { return index + length }
            value = 0xFFC0 | UInt32(text[index + 2] & 0x3F)
        } else if byte == 0xC2 {
            return options.controlsAreWindows1252 && text.hasC1Control(at: index)
                ? c1Control(text, at: index, isLiteral: mark != nil) : index + 1
        } else if byte >= 0x20 || byte.isXMLSpace {
            return index + 1
        }
        var (replacement, repair) = repaired(value, mayBeKept: mark == nil)
        // The characters around it must not become the mark, or “--”.
        if replacement.isEmpty, let mark, index > 0, text[index - 1] == mark {
            (replacement, repair) = (" ", "replaced by a space")
        }
        replace(
            index..<index + length, text, replacement, fault: .invalidCharacter(value), repair,
            mark == nil ? .guess : .literal)
        return index + length
    }

    private static let windows1252 = "replaced by the Windows-1252 character with this number"

    /// Replaces a control character with the character at its number in Windows-1252. Returns its end.
    private mutating func c1Control(_ text: Span<UInt8>, at index: Int, isLiteral: Bool) -> Int {
        let byte = text[index + 1]
        let scalar = Windows1252.scalar(byte)
        guard scalar.value != UInt32(byte) else { return index + 2 }
        replace(
            index..<index + 2, text, String(Character(scalar)), fault: .controlCharacter(UInt32(byte)),
            Self.windows1252, isLiteral ? .literal : .guess)
        return index + 2
    }

    /// Returns the replacement for a character that XML does not allow, and the description of the repair.
    private func repaired(_ value: UInt32, mayBeKept: Bool) -> (replacement: String, repair: String) {
        switch options.invalidCharacters {
        case .drop: ("", "omitted")
        case .keep where mayBeKept && InvalidCharacterReference.mayBeKept(value):
            (InvalidCharacterReference.text(value), "kept")
        case .replace, .keep: ("\u{FFFD}", "replaced by U+FFFD")
        }
    }

    // MARK: References

    /// Skips a reference, or an `&` that does not begin one. Returns nil if more text is needed.
    ///
    /// - Parameter end: the end of the text or of the attribute value.
    mutating func reference(
        _ text: Span<UInt8>, at index: Int, to end: Int, isInAttribute: Bool
    ) -> Int? {
        if let end = text.endOfPredefinedReference(at: index) { return end }
        let start = index + 1
        let mayGrow = !isInAttribute && !piece.isLast
        let reference = Reference(in: text, at: index, before: end, allowsUpperX: true)
        let isEntity = reference.kind == .entity
        let nameEnd = reference.name.upperBound
        // The rest of the name, or its semicolon, may still arrive. libxml2 reads no longer name of an entity.
        let longest = isEntity ? 50_000 : 1 << 16
        if nameEnd == end, mayGrow, reference.name.count <= longest { return nil }
        if !isEntity { return characterReference(reference, text, at: index, to: end) }
        let isTooLong = reference.name.count > longest
        let hasName = reference.isClosed && !reference.name.isEmpty && !isTooLong
        if hasName {
            let name = text.string(reference.name)
            if mayRefer(to: name, isInAttribute: isInAttribute) { return reference.end }
            if let characters = HTMLCharacterNames.characters(for: name) {
                let isElsewhere = document.declarations?.mayBeElsewhere == true
                let isCertain = self.isCertain(name, characters) && !Self.followsName(text, at: index)
                replace(
                    index..<reference.end, text, Self.escaped(characters),
                    fault: isElsewhere
                        ? .unresolvedEntity(name).warning : .undeclaredEntity(name),
                    "replaced by the HTML character with this name", isCertain ? .certain(.htmlCharacter) : .guess)
                return reference.end
            }
        }
        // Where a name that is too long ends may not have arrived.
        var fault = isTooLong ? .ampersand.at(index) : referenceFault(text, at: index, to: end)
        let rest = text.extracting(start..<min(end, start + 8)).array
        // A name before “=” is a parameter of a URL.
        let isParameter = !isTooLong && nameEnd < end && text[nameEnd] == UInt8(ascii: "=")
        if !isParameter, let (length, characters) = HTMLCharacterNames.legacy(in: rest),
            !isInAttribute || !Self.continuesName(text, at: start + length, to: end)
        {
            let hasSemicolon = start + length < end && text[start + length] == UInt8(ascii: ";")
            let after = start + length + (hasSemicolon ? 1 : 0)
            let isAtEnd =
                after < end
                ? text[after].isXMLSpace && !text.has(";", at: text.skipSpace(from: after)) : isInAttribute
            let isCertain = isAtEnd && characters.utf8.allSatisfy { $0 < 0x40 }
            replace(
                index..<after, text, Self.escaped(characters), fault, "replaced by the HTML character with this name",
                isCertain ? .certain(.namedReference) : .guess)
            return after
        }
        if hasName,
            let found = document.declarations?.fault(
                ofReferenceTo: text.string(reference.name), isInAttribute: isInAttribute)
        {
            (fault.code, fault.message) = (found.code, found.message)
        }
        guard let isText = hasName || isTooLong ? false : isInText(text, at: start, to: end, mayGrow) else {
            return nil
        }
        replace(index..<start, text, "&amp;", fault, "treated as text", isText ? .certain(.ampersand) : .guess)
        return start
    }

    /// Returns whether a reference to an entity needs no repair here.
    private mutating func mayRefer(to name: String, isInAttribute: Bool) -> Bool {
        guard var declarations = document.declarations else { return false }
        document.declarations = nil
        defer { document.declarations = declarations }
        return declarations.mayRefer(to: name, isInAttribute: isInAttribute) {
            prefixes.isBound(Array($0.utf8).contiguous.span)
        }
    }

    /// Returns the fault of a reference that needs repair.
    private func referenceFault(_ text: Span<UInt8>, at index: Int, to end: Int) -> Fault {
        if let fault = text.referenceFault(at: index, to: end) { return fault }
        let name = text.string(index + 1..<text.endOfXMLName(from: index + 1))
        return .undeclaredEntity(name).at(index)
    }

    /// Returns whether HTML treats the text after a name in an attribute value as part of the name.
    private static func continuesName(_ text: Span<UInt8>, at index: Int, to end: Int) -> Bool {
        guard index < end else { return false }
        let byte = text[index]
        return byte.isASCIILetter || (0x30...0x39).contains(byte)
    }

    private mutating func characterReference(
        _ reference: Reference, _ text: Span<UInt8>, at index: Int, to end: Int
    ) -> Int {
        let digits = reference.name
        guard !digits.isEmpty else {
            replace(index..<index + 1, text, "&amp;", referenceFault(text, at: index, to: end), "treated as text")
            return index + 1
        }
        let (value, after, hasSemicolon) = (reference.number, reference.end, reference.isClosed)
        let isHexadecimal = reference.kind == .hexadecimal
        let number = text.string(index + 2..<digits.upperBound)
        let isUpperX = text.has("X", at: index + 2)
        if (0x80...0x9F).contains(value), options.controlsAreWindows1252,
            Windows1252.scalar(UInt8(value)).value != value
        {
            let scalar = Windows1252.scalar(UInt8(value))
            let message = "“&#\(number);” refers to a control character"
            // XML allows the number, so the form of the reference is the fault, if that is malformed.
            let fault =
                !hasSemicolon || isUpperX
                ? referenceFault(text, at: index, to: end)
                : Fault(.invalidCharacterReference, message, at: index).warning
            replace(index..<after, text, String(Character(scalar)), fault, Self.windows1252)
        } else if let scalar = Unicode.Scalar(value), scalar.isXMLCharacter {
            guard !hasSemicolon || isUpperX else { return after }
            let fault = referenceFault(text, at: index, to: end)
            let reference = isHexadecimal ? "&#x\(number.dropFirst());" : "&#\(number);"
            replace(
                index..<after, text, reference, fault, "replaced by “\(reference)”",
                hasSemicolon ? .certain(.upperCaseX) : .guess)
        } else {
            let (replacement, repair) = repaired(value, mayBeKept: true)
            replace(index..<after, text, replacement, referenceFault(text, at: index, to: end), repair)
        }
        return after
    }

    /// Returns characters escaped for character data and attribute values.
    static func escaped(_ characters: String) -> String {
        characters.unicodeScalars.map { scalar in
            switch scalar {
            case "<": "&lt;"
            // After “]]” it would end a CDATA section.
            case ">": "&gt;"
            case "&": "&amp;"
            case "\"": "&quot;"
            case "'": "&apos;"
            case "\t", "\n": "&#\(scalar.value);"
            default: String(scalar)
            }
        }
        .joined()
    }

    // MARK: Outside of the root element

    /// Skips text outside of the root element. Returns nil if more text is needed.
    mutating func extraText(_ text: Span<UInt8>, from start: Int) -> Int? {
        let first = text.skipSpace(from: start)
        guard first < text.count, text[first] != UInt8(ascii: "<") else { return first }
        if !piece.isLast, text.mayBeginConflictMarker(at: first) { return first > start ? first : nil }
        if case .wrap(let name) = options.extraContent {
            wrap(name, at: first, text)
            return first
        }
        let end = text.index(from: first) { $0 == UInt8(ascii: "<") }
        removeContent(first..<end, text)
        if end == text.count { document.enter(.extraText, at: piece.position(at: end, text)) }
        return end
    }

    /// Omits the rest of text outside of the root element.
    mutating func moreExtraText(_ text: Span<UInt8>, from start: Int) -> Int {
        let end = text.index(from: start) { $0 == UInt8(ascii: "<") }
        if end > start { edit(start..<end, text, "".utf8) }
        if end < text.count { document.leave() }
        return end
    }

    /// Omits content before or after the root element.
    mutating func removeContent(_ range: Range<Int>, _ text: Span<UInt8>) {
        let start = range.lowerBound
        let fault = document.hasRoot ? text.contentAfterRoot(at: start) : text.missingRoot(at: start)
        omit(range, text, text.badCharacter(at: start) ?? fault, "omitted", .none)
    }

    /// Begins the element around all content.
    mutating func wrap(_ name: String, at index: Int, _ text: Span<UInt8>) {
        let given = Array(name.utf8)
        let name = XMLNameRepair.elementName(given.contiguous.span)
        let start = edit(index..<index, text, [UInt8(ascii: "<")] + name + [UInt8(ascii: ">")]).start
        open.push(name.contiguous.span, at: start.offset, isWrapper: true)
        document.part = .content
    }

    // MARK: Raw text

    /// Scans the text of a script, style sheet, title or text area of HTML.
    mutating func rawText(_ text: Span<UInt8>, from start: Int) -> Int? {
        let name = open.name(at: open.count - 1)
        let hasReferences = HTMLElements.containsPlainText(name.contiguous.span)
        var index = start
        while index < text.count {
            if index == output.copied {
                guard let next = joinedSectionEnd(text, at: index) else { return index > start ? index : nil }
                index = next
                if index == text.count { break }
            }
            let byte = text[index]
            if byte == UInt8(ascii: "<") {
                let rest = text.count - index
                if rest < name.count + 3, !piece.isLast { return index > start ? index : nil }
                if rest >= name.count + 2, text[index + 1] == UInt8(ascii: "/"),
                    (0..<name.count).allSatisfy({ text[index + 2 + $0].asciiLowercased == name[$0].asciiLowercased }),
                    text.endOfTagName(from: index + 2) == index + 2 + name.count
                {
                    document.part = .content
                    return index
                }
                edit(index..<index + 1, text, "&lt;".utf8)
                index += 1
            } else if byte == UInt8(ascii: "&"), hasReferences {
                guard let next = reference(text, at: index, to: text.count, isInAttribute: false) else {
                    return index > start ? index : nil
                }
                index = next
            } else if byte == UInt8(ascii: "&") {
                edit(index..<index + 1, text, "&amp;".utf8)
                index += 1
            } else if text.has("]]>", at: index) {
                edit(index + 2..<index + 3, text, "&gt;".utf8)
                index += 3
            } else if byte == UInt8(ascii: "]"), text.count - index < 3, !piece.isLast {
                return index > start ? index : nil
            } else {
                index = character(text, at: index)
            }
        }
        return index
    }
}
