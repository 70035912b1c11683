// Everything that begins with `<` but tags of elements, and what comes before the root element.

extension RepairScanner {
    /// Goes past what begins with the `<` at an offset.
    @inline(__always)
    mutating func markup(_ text: Span<UInt8>, at index: Int, _ isLast: Bool) -> Int? {
        let next = index + 1
        guard next < text.count else { return isLast ? lessThan(text, at: index) : nil }
        switch text[next] {
        case UInt8(ascii: "/"):
            guard next + 1 < text.count || !isLast else {
                replace(index..<text.count, text, "", .unclosedTag, "an end tag that does not end", "left out")
                return text.count
            }
            guard next + 1 < text.count else { return nil }
            let isTag = text[next + 1] == UInt8(ascii: ">") || text[next + 1].isXMLSpace
            guard isTag || text.mayBeginName(at: next + 1) else { return lessThan(text, at: index) }
            return endTag(text, at: index, isLast)
        case UInt8(ascii: "?"): return processingInstruction(text, at: index, isLast)
        case UInt8(ascii: "!"): return declaration(text, at: index, isLast)
        default:
            guard text.mayBeginName(at: next) else { return lessThan(text, at: index) }
            return startTag(text, at: index, isLast)
        }
    }

    /// Goes past a `<` that begins nothing.
    mutating func lessThan(_ text: Span<UInt8>, at index: Int) -> Int {
        if case .content = part {
            replace(
                index..<index + 1, text, "&lt;", .malformedTag, "“<” that begins no tag", "taken as text",
                help: "write &lt;")
        } else if case .wrap(let name) = options.extraContent {
            wrap(name, at: index, text)
            return index
        } else {
            leaveOut(index..<index + 1, text, "“<”")
        }
        return index + 1
    }

    // MARK: Beginning

    /// Looks at the XML declaration, if there is one.
    mutating func beginning(_ text: Span<UInt8>, at index: Int, _ isLast: Bool) -> Int? {
        let start = text.skipSpace(from: index)
        guard text.count - start >= 6 || !mayWait(text, from: index, isLast) else { return nil }
        guard text.has("<?xml", at: start), text.count - start > 5,
            text[start + 5].isXMLSpace || text[start + 5] == UInt8(ascii: "?")
        else {
            part = .prolog
            return index
        }
        // One without an end ends before the next tag.
        let mark = text.index(from: start + 1) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        guard mark < text.count || !mayWait(text, from: index, isLast) else { return nil }
        part = .prolog
        if start > index {
            replace(
                index..<start, text, "", .misplacedXMLDeclaration, "white space before the XML declaration", "left out")
        }
        let end = text.has(">", at: mark) ? mark + 1 : mark
        let declaration = text.string(start..<end)
        isStandalone = declaration.contains("standalone") && declaration.contains("yes")
        let isASCII = text.extracting(start..<end).isASCII
        if !isASCII || check(declaration + "<r/>", XMLParsingOptions()) != nil {
            let isClosed = end > start + 1 && text[end - 2] == UInt8(ascii: "?")
            replace(
                start..<end, text, "", .malformedXMLDeclaration,
                isClosed ? "a malformed XML declaration" : "an XML declaration that does not end", "left out")
        }
        return end
    }

    // MARK: Comments and CDATA sections

    private mutating func declaration(_ text: Span<UInt8>, at index: Int, _ isLast: Bool) -> Int? {
        guard isLast || text.count - index >= 10 else { return nil }
        if text.has("<!--", at: index) {
            if text.has("<!-->", at: index) || text.has("<!--->", at: index) {
                guard let isComment = beginsComment(text, at: index + 4, isLast) else { return nil }
                if isComment { return beginSection(.comment, text, at: index, length: 4) }
                let end = text.index(from: index) { $0 == UInt8(ascii: ">") } + 1
                replace(
                    index..<end, text, "<!---->", .doubleHyphenInComment, "a comment that ends where it begins",
                    "taken as an empty one")
                return end
            }
            return beginSection(.comment, text, at: index, length: 4)
        }
        let isLowerCase = text.has("<![c", at: index) && text.string(index..<min(index + 9, text.count)) == "<![cdata["
        if text.has("<![CDATA[", at: index) || isLowerCase {
            switch part {
            case .content:
                if isLowerCase {
                    replace(
                        index..<index + 9, text, "<![CDATA[", .malformed, "“CDATA” in lower case",
                        "taken as in upper case")
                }
                return beginSection(.cdata, text, at: index, length: 9)
            case _ where options.extraContent != .skip:
                return lessThan(text, at: index)
            default:
                let end = text.endIfAny(of: "]]>", from: index + 9)
                guard end != nil || !mayWait(text, from: index, isLast) else { return nil }
                leaveOut(index..<(end ?? text.count), text, "a CDATA section")
                return end ?? text.count
            }
        }
        if Self.isDocumentType(text, at: index) { return documentType(text, at: index, isLast) }
        if text.count - index > 2, text[index + 2].isXMLSpace { return lessThan(text, at: index) }
        let mark = text.index(from: index) { $0 == UInt8(ascii: ">") }
        guard mark < text.count || !mayWait(text, from: index, isLast) else { return nil }
        let end = min(mark + 1, text.count)
        replace(
            index..<end, text, "", .malformed, "“<!” that begins no comment, CDATA section or declaration", "left out")
        return end
    }

    /// Whether more of the text may tell what begins at an offset.
    private func mayWait(_ text: Span<UInt8>, from index: Int, _ isLast: Bool) -> Bool {
        !isLast && text.count - index <= min(parsingOptions.limits.textLength, longestWait)
    }

    /// Whether what begins with `>` or `->` is the inside of a comment, as XML reads it; nil where more of the text is needed.
    private func beginsComment(_ text: Span<UInt8>, at index: Int, _ isLast: Bool) -> Bool? {
        guard !options.isHTML else { return false }
        guard let end = text.endIfAny(of: "--", from: index), end < text.count else {
            return mayWait(text, from: index, isLast) ? nil : false
        }
        return text[end] == UInt8(ascii: ">")
    }

    /// Goes past the mark that a comment or CDATA section begins with.
    private mutating func beginSection(_ kind: Part, _ text: Span<UInt8>, at index: Int, length: Int) -> Int {
        sectionStart = position(at: index, text)
        partAfter = part
        part = kind
        return index + length
    }

    /// Goes on in a comment or CDATA section, up to its closing mark.
    mutating func section(_ text: Span<UInt8>, from start: Int, _ isLast: Bool, isComment: Bool) -> Int? {
        let first = isComment ? UInt8(ascii: "-") : UInt8(ascii: "]")
        var index = start
        while index < text.count {
            guard text[index] == first else {
                index = character(text, at: index, mayBeKept: false)
                continue
            }
            if text.has(isComment ? "-->" : "]]>", at: index) {
                part = partAfter
                return index + 3
            }
            if text.count - index < 3, !isLast { return index > start ? index : nil }
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

    private mutating func processingInstruction(_ text: Span<UInt8>, at index: Int, _ isLast: Bool) -> Int? {
        let close = text.endIfAny(of: "?>", from: max(index + 2, instructionEndSearched - base))
        if close == nil { instructionEndSearched = max(instructionEndSearched, base + text.count - 1) }
        guard close != nil || !mayWait(text, from: index, isLast) else { return nil }
        let nameEnd = text.endOfXMLName(from: index + 2)
        guard let end = close else {
            // It has lost its end before the next tag.
            let mark = text.index(from: index + 1) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
            let end = mark < text.count && text[mark] == UInt8(ascii: ">") ? mark + 1 : mark
            replace(
                index..<end, text, "", .unclosedProcessingInstruction, "a processing instruction that does not end",
                "left out")
            return end
        }
        // Beyond this the name is none.
        let target = text.string(index + 2..<nameEnd)
        let isSeparated = nameEnd == end - 2 || text[nameEnd].isXMLSpace
        if target.isEmpty || !isSeparated || target.contains(":") {
            replace(index..<end, text, "", .invalidName, "a processing instruction without a target", "left out")
        } else if target.lowercased() == "xml" {
            replace(
                index..<end, text, "",
                target == "xml" ? .misplacedXMLDeclaration : .reservedProcessingInstruction,
                "an XML declaration that is not at the beginning", "left out")
        } else {
            var position = nameEnd
            while position < end { position = character(text, at: position, mayBeKept: false) }
        }
        return end
    }

    // MARK: Document type

    private static func isDocumentType(_ text: Span<UInt8>, at index: Int) -> Bool {
        guard text.count - index > 9 else { return false }
        return text.string(index + 2..<index + 9).uppercased() == "DOCTYPE"
    }

    private mutating func documentType(_ text: Span<UInt8>, at index: Int, _ isLast: Bool) -> Int? {
        let close = hasNoDocumentTypeEnd ? nil : Self.endOfDocumentType(text, from: index + 9)
        let longest = min(PrologueText.longest, longestWait)
        let mayWait = !isLast && text.count - index <= longest && !hasNoDocumentTypeEnd
        guard close != nil || !mayWait else { return nil }
        hasNoDocumentTypeEnd = close == nil
        let isMisplaced = hasRoot || hasDocumentType
        if !isMisplaced, let close, text.extracting(index..<close).invalidUTF8(from: 0) == nil,
            let declarations = DeclaredEntities(
                declaredIn: text.string(index..<close), isStandalone: isStandalone, parsingOptions, check)
        {
            self.declarations = declarations
            hasDocumentType = true
            return close
        }
        let end = Self.endOfMalformedDocumentType(text.extracting(0..<(close ?? text.count)), from: index + 9)
        let what =
            !isMisplaced
            ? "a malformed document type declaration"
            : "a document type declaration \(hasRoot ? "in or after the root element" : "after another one")"
        replace(index..<end, text, "", isMisplaced ? .misplacedDocumentType : .malformedDocumentType, what, "left out")
        return end
    }

    /// The end of what is left of a malformed document type declaration: after its `>`, or before the next tag.
    private static func endOfMalformedDocumentType(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        var isInSubset = false
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset: return index + 1
            case UInt8(ascii: "<"):
                guard isInSubset, let end = endOfDeclaration(text, at: index) else { return index }
                index = end
                continue
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = text[index]
                let end = text.index(from: index + 1) {
                    $0 == quote || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
                }
                if end < text.count, text[end] == quote { index = end }
            default: break
            }
            index += 1
        }
        return text.count
    }

    /// The end of a declaration, comment or processing instruction of an internal subset; nil for anything else.
    private static func endOfDeclaration(_ text: Span<UInt8>, at index: Int) -> Int? {
        if text.has("<!--", at: index) { return text.endIfAny(of: "-->", from: index + 4) }
        if text.has("<?", at: index) { return text.endIfAny(of: "?>", from: index + 2) }
        guard text.has("<!", at: index) else { return nil }
        var index = index + 2
        while index < text.count, text[index] != UInt8(ascii: ">"), text[index] != UInt8(ascii: "<") {
            let quote = text[index]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let end = text.index(from: index + 1) { $0 == quote }
                if end < text.count { index = end }
            }
            index += 1
        }
        return text.has(">", at: index) ? index + 1 : index
    }

    /// The end of a document type declaration; nil where it has none.
    private static func endOfDocumentType(_ text: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        var isInSubset = false
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = text[index]
                index = text.index(from: index + 1) { $0 == quote } + 1
            case UInt8(ascii: "<") where text.has("<!--", at: index):
                guard let end = text.endIfAny(of: "-->", from: index + 4) else { return nil }
                index = end
            case UInt8(ascii: "<") where text.has("<?", at: index):
                guard let end = text.endIfAny(of: "?>", from: index + 2) else { return nil }
                index = end
            case UInt8(ascii: "["):
                isInSubset = true
                index += 1
            case UInt8(ascii: "]"):
                isInSubset = false
                index += 1
            case UInt8(ascii: ">") where !isInSubset: return index + 1
            default: index += 1
            }
        }
        return nil
    }
}
