// Everything that begins with `<` but tags of elements, and what comes before the root element.

extension RepairScanner {
    /// Goes past what begins with the `<` at an offset.
    @inline(__always)
    mutating func markup(_ text: Span<UInt8>, at index: Int) -> Int? {
        let next = index + 1
        guard next < text.count else { return piece.isLast ? lessThan(text, at: index) : nil }
        switch text[next] {
        case UInt8(ascii: "/"):
            guard next + 1 < text.count else {
                guard piece.isLast else { return nil }
                leaveOut(index..<text.count, text, .unclosedTag, "an end tag that does not end")
                return text.count
            }
            let isTag = text[next + 1] == UInt8(ascii: ">") || text[next + 1].isXMLSpace
            guard isTag || text.mayBeginName(at: next + 1) else { return lessThan(text, at: index) }
            return endTag(text, at: index)
        case UInt8(ascii: "?"): return processingInstruction(text, at: index)
        case UInt8(ascii: "!"): return declaration(text, at: index)
        default:
            guard text.mayBeginName(at: next) else { return lessThan(text, at: index) }
            return startTag(text, at: index)
        }
    }

    /// Goes past a `<` that begins nothing.
    mutating func lessThan(_ text: Span<UInt8>, at index: Int) -> Int {
        if document.part == .content {
            replace(
                index..<index + 1, text, "&lt;", .malformedTag, "“<” that begins no tag", "taken as text",
                help: "write &lt;")
        } else if case .wrap(let name) = options.extraContent {
            wrap(name, at: index, text)
            return index
        } else {
            leaveOutContent(index..<index + 1, text, "“<”")
        }
        return index + 1
    }

    // MARK: Beginning

    /// Looks at the XML declaration, if there is one.
    mutating func beginning(_ text: Span<UInt8>, at index: Int) -> Int? {
        let start = text.skipSpace(from: index)
        guard text.count - start >= 6 || !mayWait(text, from: index) else { return nil }
        guard text.has("<?xml", at: start), text.count - start > 5,
            text[start + 5].isXMLSpace || text[start + 5] == UInt8(ascii: "?")
        else {
            document.part = .prolog
            return index
        }
        // One without an end ends before the next tag.
        let mark = text.index(from: start + 1) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        guard mark < text.count || !mayWait(text, from: index) else { return nil }
        document.part = .prolog
        if start > index {
            leaveOut(index..<start, text, .misplacedXMLDeclaration, "white space before the XML declaration")
        }
        let end = text.has(">", at: mark) ? mark + 1 : mark
        let declaration = text.string(start..<end)
        document.isStandalone = declaration.contains("standalone") && declaration.contains("yes")
        let isASCII = text.extracting(start..<end).isASCII
        if !isASCII || check(declaration + "<r/>", XMLParsingOptions()) != nil {
            let isClosed = end > start + 1 && text[end - 2] == UInt8(ascii: "?")
            leaveOut(
                start..<end, text, .malformedXMLDeclaration,
                isClosed ? "a malformed XML declaration" : "an XML declaration that does not end")
        }
        return end
    }

    // MARK: Comments and CDATA sections

    private mutating func declaration(_ text: Span<UInt8>, at index: Int) -> Int? {
        guard piece.isLast || text.count - index >= 10 else { return nil }
        if text.has("<!--", at: index) {
            if text.has("<!-->", at: index) || text.has("<!--->", at: index) {
                guard let isComment = beginsComment(text, at: index + 4) else { return nil }
                if !isComment {
                    let end = text.index(from: index) { $0 == UInt8(ascii: ">") } + 1
                    replace(
                        index..<end, text, "<!---->", .doubleHyphenInComment, "a comment that ends where it begins",
                        "taken as an empty one")
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
                        index..<index + 9, text, "<![CDATA[", .malformed, "“CDATA” in lower case",
                        "taken as in upper case")
                }
                document.enter(.cdata, at: piece.position(at: index, text))
                return index + 9
            case _ where options.extraContent != .skip:
                return lessThan(text, at: index)
            default:
                let end = text.endIfAny(of: "]]>", from: index + 9)
                guard end != nil || !mayWait(text, from: index) else { return nil }
                leaveOutContent(index..<(end ?? text.count), text, "a CDATA section")
                return end ?? text.count
            }
        }
        if DocumentTypeText.begins(text, at: index) { return documentType(text, at: index) }
        if text.count - index > 2, text[index + 2].isXMLSpace { return lessThan(text, at: index) }
        let mark = text.index(from: index) { $0 == UInt8(ascii: ">") }
        guard mark < text.count || !mayWait(text, from: index) else { return nil }
        let end = min(mark + 1, text.count)
        leaveOut(index..<end, text, .malformed, "“<!” that begins no comment, CDATA section or declaration")
        return end
    }

    /// Whether more of the text may tell what begins at an offset.
    private func mayWait(_ text: Span<UInt8>, from index: Int) -> Bool {
        !piece.isLast && text.count - index <= min(parsingOptions.limits.textLength, longestWait)
    }

    /// Whether what begins with `>` or `->` is the inside of a comment, as XML reads it; nil where more of the text is needed.
    private func beginsComment(_ text: Span<UInt8>, at index: Int) -> Bool? {
        guard !options.isHTML else { return false }
        guard let end = text.endIfAny(of: "--", from: index), end < text.count else {
            return mayWait(text, from: index) ? nil : false
        }
        return text[end] == UInt8(ascii: ">")
    }

    /// Goes on in a comment or CDATA section, up to its closing mark.
    mutating func section(_ text: Span<UInt8>, from start: Int, isComment: Bool) -> Int? {
        let first = isComment ? UInt8(ascii: "-") : UInt8(ascii: "]")
        var index = start
        while index < text.count {
            guard text[index] == first else {
                index = character(text, at: index, mayBeKept: false)
                continue
            }
            if text.has(isComment ? "-->" : "]]>", at: index) {
                document.leave()
                return index + 3
            }
            if text.count - index < 3, !piece.isLast { return index > start ? index : nil }
            if isComment, text.has("--", at: index) {
                replace(
                    index + 1..<index + 1, text, " ", .doubleHyphenInComment, "“--” in a comment",
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
        guard let end = close else {
            // It has lost its end before the next tag.
            let mark = text.index(from: index + 1) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
            let end = mark < text.count && text[mark] == UInt8(ascii: ">") ? mark + 1 : mark
            leaveOut(index..<end, text, .unclosedProcessingInstruction, "a processing instruction that does not end")
            return end
        }
        // Beyond this the name is none.
        let target = text.string(index + 2..<nameEnd)
        let isSeparated = nameEnd == end - 2 || text[nameEnd].isXMLSpace
        if target.isEmpty || !isSeparated || target.contains(":") {
            leaveOut(index..<end, text, .invalidName, "a processing instruction without a target")
        } else if target.lowercased() == "xml" {
            leaveOut(
                index..<end, text, target == "xml" ? .misplacedXMLDeclaration : .reservedProcessingInstruction,
                "an XML declaration that is not at the beginning")
        } else {
            var position = nameEnd
            while position < end { position = character(text, at: position, mayBeKept: false) }
        }
        return end
    }

    // MARK: Document type

    mutating func documentType(_ text: Span<UInt8>, at index: Int) -> Int? {
        let close = hasNoDocumentTypeEnd ? nil : PrologueText.declarationEnd(in: text, from: index + 9)
        let longest = min(PrologueText.longest, longestWait)
        let mayWait = !piece.isLast && text.count - index <= longest && !hasNoDocumentTypeEnd
        guard close != nil || !mayWait else { return nil }
        hasNoDocumentTypeEnd = close == nil
        let isMisplaced = document.hasRoot || document.declarations != nil
        if !isMisplaced, let close, text.extracting(index..<close).invalidUTF8(from: 0) == nil,
            let declarations = DeclaredEntities(
                declaredIn: text.string(index..<close), isStandalone: document.isStandalone, parsingOptions, check)
        {
            document.declarations = declarations
            return close
        }
        let end = DocumentTypeText.endOfMalformed(text.extracting(0..<(close ?? text.count)), from: index + 9)
        if isMisplaced {
            let place = document.hasRoot ? "in or after the root element" : "after another one"
            leaveOut(index..<end, text, .misplacedDocumentType, "a document type declaration \(place)")
        } else {
            leaveOut(index..<end, text, .malformedDocumentType, "a malformed document type declaration")
        }
        return end
    }
}
