// Markup other than tags of elements, and the text before the root element.

extension RepairScanner {
    /// Skips the markup that begins with the `<` at an offset. Returns nil if more text is needed.
    @inline(__always)
    mutating func markup(_ text: Span<UInt8>, at index: Int) -> Int? {
        let next = index + 1
        guard next < text.count else {
            return piece.isLast ? lessThan(text, at: index, text.lessThanFault(at: index)) : nil
        }
        switch text[next] {
        case UInt8(ascii: "/"):
            guard next + 1 < text.count else {
                guard piece.isLast else { return nil }
                omit(index..<text.count, text, endTagFault(text, at: index))
                return text.count
            }
            let isTag = text[next + 1] == UInt8(ascii: ">") || text[next + 1].isXMLSpace
            guard isTag || text.mayBeginName(at: next + 1) else {
                return lessThan(text, at: index, endTagFault(text, at: index))
            }
            return endTag(text, at: index)
        case UInt8(ascii: "?"): return processingInstruction(text, at: index)
        case UInt8(ascii: "!"): return declaration(text, at: index)
        case UInt8(ascii: "<"): return lessThanBeforeAnother(text, at: index)
        default:
            guard text.mayBeginName(at: next) else {
                guard let isText = isOperator(text, at: index) else { return nil }
                return lessThan(text, at: index, text.lessThanFault(at: index), isText ? .certain(.lessThan) : .guess)
            }
            return startTag(text, at: index)
        }
    }

    /// Escapes or omits a `<` that does not begin markup, for the given reason.
    mutating func lessThan(
        _ text: Span<UInt8>, at index: Int, _ fault: Fault, _ certainty: Repair.Certainty = .guess
    ) -> Int {
        if document.part == .content {
            replace(index..<index + 1, text, "&lt;", fault, "treated as text", certainty)
            if case .guess = certainty { doubtRest() }
        } else if case .wrap(let name) = options.extraContent {
            wrap(name, at: index, text)
            return index
        } else {
            omit(index..<index + 1, text, document.hasRoot ? text.contentAfterRoot(at: index) : fault)
        }
        return index + 1
    }

    /// Returns whether a `<` that begins no name compares two values, as in `a < b`; nil if more text is needed.
    private mutating func isOperator(_ text: Span<UInt8>, at index: Int) -> Bool? {
        let next = text[index + 1]
        var before = index
        while before > output.copied, text[before - 1].isXMLSpace { before -= 1 }
        guard log.keepsFixes, before > output.copied, text[index - 1] != UInt8(ascii: "<"),
            next.isXMLSpace || text.has("= ", at: index + 1) || (0x30...0x39).contains(next)
        else {
            return false
        }
        // In `< name>`, the space is wrong.
        let end = min(text.count, index + 1 + Self.certaintyDistance)
        for place in index + 1..<end where text[place] == UInt8(ascii: ">") || text[place] == UInt8(ascii: "<") {
            return text[place] == UInt8(ascii: "<")
        }
        guard end == text.count else { return false }
        return piece.isLast ? true : nil
    }

    /// Skips a `<` before another one. Returns nil if more text is needed to recognize a conflict marker.
    ///
    /// A conflict marker is reported once. Outside of the root element, the text up to the next `<` is omitted with it.
    private mutating func lessThanBeforeAnother(_ text: Span<UInt8>, at index: Int) -> Int? {
        if !piece.isLast, text.mayBeginConflictMarker(at: index) { return nil }
        let fault = text.lessThanFault(at: index)
        guard text.hasConflictMarker(at: index) else { return lessThan(text, at: index, fault) }
        let end = index + Span<UInt8>.conflictMarkerLength
        if document.part == .content {
            let replacement = String(repeating: "&lt;", count: Span<UInt8>.conflictMarkerLength)
            replace(index..<end, text, replacement, fault, "treated as text")
        } else if case .wrap(let name) = options.extraContent {
            wrap(name, at: index, text)
            return index
        } else {
            omit(index..<end, text, document.hasRoot ? text.contentAfterRoot(at: index) : fault, "omitted", .none)
            document.enter(.extraText, at: piece.position(at: end, text))
        }
        return end
    }

    // MARK: Beginning

    /// Scans the XML declaration, if there is one.
    mutating func beginning(_ text: Span<UInt8>, at index: Int) -> Int? {
        if piece.base + index == 0, text.has("\u{FEFF}", at: 0) {
            omit(0..<3, text, .secondMark, "omitted", .certain(.secondMark))
            return 3
        }
        let start = text.skipSpace(from: index)
        guard text.count - start >= 6 || !mayWait(text, from: index) else { return nil }
        guard text.hasXMLDeclaration(at: start) else {
            if let declaration = declarationAfterMarkup(text, from: start) {
                var fault = Fault(
                    .misplacedXMLDeclaration, "markup is not allowed before the XML declaration", at: start)
                fault.end = declaration
                let name = DeclarationText(scanning: text, from: declaration)?.encoding.map { text.string($0) }
                let isSame = (name ?? "UTF-8").uppercased() == encodingName.uppercased()
                omit(index..<declaration, text, fault, "omitted", isSame ? .guess : .none)
                preambleEnd = piece.position(at: declaration, text)
                return declaration
            }
            document.part = .prolog
            return index
        }
        let parts = DeclarationText(scanning: text, from: start)
        // An XML declaration without an end ends before the next tag.
        let mark = text.index(from: parts?.scanned ?? start + 1) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        guard mark < text.count && parts?.endsInValue != true || !mayWait(text, from: index) else { return nil }
        document.part = .prolog
        if start > index, let fault = text.instructionFault(at: start, isClosed: true, isBeforeRoot: true) {
            omit(index..<start, text, fault, "omitted", .certain(.spaceBeforeDeclaration))
        }
        let end = text.has(">", at: mark) ? mark + 1 : mark
        let declaration = text.string(start..<end)
        document.isStandalone = declaration.contains("standalone") && declaration.contains("yes")
        let isASCII = text.extracting(start..<end).isASCII
        if let invalid = text.extracting(start..<end).invalidUTF8(from: 0),
            let fault = text.badCharacter(at: start + invalid.offset)
        {
            replaceDeclaration(start..<end, text, parts, fault)
        } else if let fault = check.firstFault(declaration + "<r/>", XMLParsingOptions()) {
            replaceDeclaration(start..<end, text, parts, fault.moved(by: start))
        } else if !isASCII {
            let message = "the XML declaration contains non-ASCII characters"
            replaceDeclaration(start..<end, text, parts, Fault(.malformedXMLDeclaration, message, at: start))
        }
        return end
    }

    /// Returns the offset of an XML declaration between complete elements, such as the notices that PHP prints into a
    /// feed, and another element; nil if the first piece of the text has no such declaration.
    private mutating func declarationAfterMarkup(_ text: Span<UInt8>, from start: Int) -> Int? {
        guard mayHavePreamble, case .skip = options.extraContent,
            let declaration = text.declaration(from: start)
        else { return nil }
        var before = outerScanner(of: text.extracting(start..<declaration))
        if before.document.part == .extraText { before.document.leave() }
        guard before.document.part == .epilog, before.input.count == 0 else { return nil }
        let rest = text.extracting(declaration + 5..<text.count)
        let after = outerScanner(of: rest)
        return after.document.hasRoot || after.hasTagBeyondLimit ? declaration : nil
    }

    /// Returns a scanner that has repaired a part of the text outside of the root element.
    private func outerScanner(of text: Span<UInt8>) -> RepairScanner {
        var scanner = RepairScanner(options, parsingOptions, check: check)
        scanner.document.part = .prolog
        var repaired = RawBuffer<UInt8>(capacity: 0)
        scanner.repair(text, isLast: false, into: &repaired)
        return scanner
    }

    /// Replaces a malformed XML declaration by one with its valid parts, in their order.
    ///
    /// A document whose declared encoding is not legible has no fixes, because they may change how it is read.
    private mutating func replaceDeclaration(
        _ range: Range<Int>, _ text: Span<UInt8>, _ parts: DeclarationText?, _ fault: Fault
    ) {
        func value(_ range: Range<Int>?, if isValid: (String) -> Bool) -> String? {
            guard let range, case let value = text.string(range), isValid(value) else { return nil }
            return value
        }
        let version = value(parts?.version) {
            $0.hasPrefix("1.") && $0.utf8.count > 2 && $0.utf8.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) }
        }
        let encoding = value(parts?.encoding, if: DeclarationText.isEncodingName)
        let standalone = value(parts?.standalone) { ["yes", "no"].contains($0) }
        document.isStandalone = standalone == "yes"
        let declaration =
            "<?xml version=\"\(version ?? "1.0")\"" + (encoding.map { " encoding=\"\($0)\"" } ?? "")
            + (standalone.map { " standalone=\"\($0)\"" } ?? "") + "?>"
        let keepsEncoding = encoding != nil || !text.string(range).contains("encoding")
        if !keepsEncoding || !text.extracting(range).isASCII { log.keepsFixes = false }
        replace(range, text, declaration, fault, "replaced by “\(declaration)”")
    }

    // MARK: Comments and CDATA sections

    private mutating func declaration(_ text: Span<UInt8>, at index: Int) -> Int? {
        guard piece.isLast || text.count - index >= 10 else { return nil }
        if text.has("<!--", at: index) {
            if text.has("<!-->", at: index) || text.has("<!--->", at: index) {
                guard let isComment = beginsComment(text, at: index + 4) else { return nil }
                if !isComment {
                    let end = text.index(from: index) { $0 == UInt8(ascii: ">") } + 1
                    replace(index..<end, text, "<!---->", text.commentFault(at: index), "treated as an empty comment")
                    return end
                }
            }
            document.enter(.comment, at: piece.position(at: index, text))
            return index + 4
        }
        let isLowerCase = text.has("<![c", at: index) && text.string(index..<min(index + 9, text.count)) == "<![cdata["
        if text.has("<![CDATA[", at: index) || isLowerCase {
            switch document.part {
            case .content:
                if isLowerCase {
                    replace(
                        index..<index + 9, text, "<![CDATA[", text.declarationFault(at: index),
                        "replaced by “<![CDATA[”", .certain(.lowerCaseSection))
                }
                document.enter(.cdata, at: piece.position(at: index, text))
                return index + 9
            case _ where options.extraContent != .skip:
                return lessThan(text, at: index, text.declarationFault(at: index))
            default:
                let end = text.endIfAny(of: "]]>", from: index + 9)
                guard end != nil || !mayWait(text, from: index) else { return nil }
                if isLowerCase, !document.hasRoot {
                    omit(index..<(end ?? text.count), text, text.declarationFault(at: index))
                } else {
                    removeContent(index..<(end ?? text.count), text)
                }
                return end ?? text.count
            }
        }
        if DocumentTypeText.begins(text, at: index) { return documentType(text, at: index) }
        if text.count - index > 2, text[index + 2].isXMLSpace {
            return lessThan(text, at: index, text.declarationFault(at: index))
        }
        let mark = text.index(from: index) { $0 == UInt8(ascii: ">") }
        guard mark < text.count || !mayWait(text, from: index) else { return nil }
        let end = min(mark + 1, text.count)
        omit(
            index..<end, text,
            document.part == .epilog ? text.contentAfterRoot(at: index) : text.declarationFault(at: index))
        doubtRest()
        return end
    }

    /// Returns whether more text may determine what begins at an offset.
    private mutating func mayWait(_ text: Span<UInt8>, from index: Int) -> Bool {
        !piece.isLast && text.count - index <= min(parsingOptions.limits.textLength, lookaheadLimit)
    }

    /// Returns whether XML reads the `>` or `->` at an offset as the inside of a comment; nil if more text is needed.
    private mutating func beginsComment(_ text: Span<UInt8>, at index: Int) -> Bool? {
        guard !options.isHTML else { return false }
        guard let end = text.endIfAny(of: "--", from: index), end < text.count else {
            return mayWait(text, from: index) ? nil : false
        }
        return text[end] == UInt8(ascii: ">")
    }

    /// Continues in a comment or CDATA section, up to its closing mark.
    mutating func section(_ text: Span<UInt8>, from start: Int, isComment: Bool) -> Int? {
        let first = isComment ? UInt8(ascii: "-") : UInt8(ascii: "]")
        var index = start
        while index < text.count {
            guard text[index] == first else {
                // The beginning of another comment is not split.
                if isComment, !piece.isLast, text[index] == UInt8(ascii: "<"), text.count - index < 6 {
                    return index > start ? index : nil
                }
                index = character(text, at: index, before: first)
                continue
            }
            if text.has(isComment ? "-->" : "]]>", at: index) {
                document.leave()
                return index + 3
            }
            let isHTMLComment = isComment && options.isHTML
            if text.count - index < (isHTMLComment ? 4 : 3), !piece.isLast { return index > start ? index : nil }
            if isHTMLComment, text.has("--!>", at: index) {
                replace(
                    index..<index + 4, text, "-->", text.doubleHyphenFault(at: index),
                    "treated as the end of the comment"
                )
                document.leave()
                return index + 4
            }
            if isComment, text.has("--", at: index) {
                replace(
                    index + 1..<index + 1, text, " ", text.doubleHyphenFault(at: index),
                    "a space inserted between the hyphens")
            }
            index += 1
        }
        return index
    }

    // MARK: Processing instructions

    private mutating func processingInstruction(_ text: Span<UInt8>, at index: Int) -> Int? {
        let close = text.endIfAny(of: "?>", from: max(index + 2, instructionEndSearched - piece.base))
        if close == nil { instructionEndSearched = max(instructionEndSearched, piece.base + text.count - 1) }
        guard close != nil || !mayWait(text, from: index) else { return nil }
        let nameEnd = text.endOfXMLName(from: index + 2)
        let fault = text.instructionFault(at: index, isClosed: close != nil, isBeforeRoot: !document.hasRoot)
        guard let end = close else {
            // Without a `?>`, the instruction ends at the next `>` or before the next tag.
            let mark = text.index(from: index + 1) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
            let end = mark < text.count && text[mark] == UInt8(ascii: ">") ? mark + 1 : mark
            omit(index..<end, text, fault ?? text.declarationFault(at: index))
            doubtRest()
            return end
        }
        let target = text.extracting(index + 2..<nameEnd)
        if let fault, target.isEmpty || fault.code != .invalidName {
            omit(index..<end, text, fault)
        } else {
            if let fault {
                let name = String(
                    decoding: target.array.map { $0 == UInt8(ascii: ":") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
                replace(index + 2..<nameEnd, text, name, fault, "replaced by “\(name)”")
            }
            var position = nameEnd
            while position < end { position = character(text, at: position, before: UInt8(ascii: "?")) }
        }
        return end
    }

    // MARK: Document type

    mutating func documentType(_ text: Span<UInt8>, at index: Int) -> Int? {
        let mayWait = !piece.isLast && text.count - index <= min(PrologueText.longest, lookaheadLimit)
        guard triedDocumentTypes < Self.maxDocumentTypes else { return furtherDocumentType(text, at: index, mayWait) }
        let wasSearched = hasNoDocumentTypeEnd
        let close = wasSearched ? nil : PrologueText.declarationEnd(in: text, from: index + 9)
        guard close != nil || !mayWait || wasSearched else { return nil }
        hasNoDocumentTypeEnd = close == nil
        triedDocumentTypes += 1
        var fault = misplacement(text, at: index)
        if fault == nil {
            do throws(Fault) {
                let range = index..<(close ?? (wasSearched ? index + 9 : text.count))
                document.declarations = try declarations(text, range, isClosed: close != nil)
                return close
            } catch {
                fault = error
            }
        }
        let end = DocumentTypeText.endOfMalformed(text.extracting(0..<(close ?? text.count)), from: index + 9)
        if let fault { omit(index..<end, text, fault) }
        return end
    }

    /// Omits a document type declaration after many others. Its end is not searched beyond the next tag.
    private mutating func furtherDocumentType(_ text: Span<UInt8>, at index: Int, _ mayWait: Bool) -> Int? {
        let end = DocumentTypeText.endOfMalformed(text, from: index + 9)
        guard end < text.count || !mayWait else { return nil }
        let fault = Fault(.malformedDocumentType, "another document type declaration is malformed", at: index)
        omit(index..<end, text, misplacement(text, at: index) ?? fault)
        return end
    }

    /// The number of document type declarations that are scanned as a whole. Several may extend to the same end, so
    /// that the same text is scanned for each.
    private static var maxDocumentTypes: Int { 8 }

    /// Returns the fault of a document type declaration in the wrong place; nil if the place is correct.
    private mutating func misplacement(_ text: Span<UInt8>, at index: Int) -> Fault? {
        if document.part == .epilog { return text.contentAfterRoot(at: index) }
        if document.hasRoot { return .documentTypeInRoot.at(index) }
        return document.declarations == nil ? nil : .secondDocumentType.at(index)
    }

    /// Parses the document type declaration in a range.
    private mutating func declarations(
        _ text: Span<UInt8>, _ range: Range<Int>, isClosed: Bool
    ) throws(Fault) -> Declarations {
        if let invalid = text.extracting(range).invalidUTF8(from: 0) {
            let offset = range.lowerBound + invalid.offset
            let other = check.firstFault(text.string(range), strictOptions)?.moved(by: range.lowerBound)
            if let other, other.offset < offset { throw other }
            throw text.badCharacter(at: offset) ?? Fault(.invalidEncoding, "the text is not valid UTF-8", at: offset)
        }
        do throws(Fault) {
            if isClosed {
                return try Declarations(text.string(range), isStandalone: document.isStandalone, parsingOptions, check)
            }
            throw check.firstFault(text.string(range), strictOptions)
                ?? .unclosedDocumentType
        } catch {
            throw error.moved(by: range.lowerBound)
        }
    }
}
