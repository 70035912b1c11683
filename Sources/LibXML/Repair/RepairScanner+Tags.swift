// Start and end tags.

extension RepairScanner {
    /// Skips a start tag. Returns nil if more text is needed.
    mutating func startTag(_ text: Span<UInt8>, at index: Int) -> Int? {
        switch strictTag(text, at: index) {
        case .wellFormed(let end, let nameEnd, let isEmpty, let hasNamespaces):
            guard !endsHere(text, at: index) else { return text.count }
            if document.part == .epilog {
                removeTag(index..<end, text)
            } else if hasNamespaces, !areBound(text, nameEnd: nameEnd, from: index) {
                checkNames(text, at: index, nameEnd: nameEnd, isEmpty: isEmpty)
            } else {
                wrapIfFirst(at: index, text)
                let name = text.extracting(index + 1..<nameEnd)
                begin(name, at: piece.base + index, isEmpty: isEmpty, markAt: end - 1, text)
            }
            return end
        case .incomplete where !piece.isLast && text.count - index <= longestOpenTag: return nil
        case .incomplete where !piece.isLast && document.part != .epilog:
            hasTagBeyondLimit = true
            return text.count
        case .incomplete, .malformed: return malformedTag(text, at: index)
        }
    }

    /// Begins an element with this name, and ends it if it is empty.
    ///
    /// - Parameters:
    ///   - start: the offset of its tag in the whole text.
    ///   - mark: the offset at which its `>` is, or was inserted.
    mutating func begin(_ name: Span<UInt8>, at start: Int, isEmpty: Bool, markAt mark: Int, _ text: Span<UInt8>) {
        document.part = .content
        if isEmpty { return endIfRoot() }
        open.push(name, at: start)
        if options.isHTML { followHTML(name, markAt: mark, text) }
    }

    /// Does the same, and binds the prefixes that the tag declares.
    mutating func begin(
        _ names: TagNames, at start: Int, isEmpty: Bool, markAt mark: Int, _ text: Span<UInt8>
    ) {
        bind(names)
        begin(names.element.contiguous.span, at: start, isEmpty: isEmpty, markAt: mark, text)
        if isEmpty { prefixes.end(above: open.count) }
    }

    /// Binds the prefixes that the tag of the next element declares.
    mutating func bind(_ names: TagNames) {
        for (prefix, uri) in names.declared { prefixes.bind(prefix, to: uri, level: open.count + 1) }
    }

    /// Applies the rules of HTML for an element with this name.
    private mutating func followHTML(_ name: Span<UInt8>, markAt mark: Int, _ text: Span<UInt8>) {
        if HTMLVoidElements.contains(name, isInPage: open.isPage) {
            edit(mark..<mark, text, "/".utf8)
            closeInnermost()
        } else if HTMLElements.containsRawText(name) || open.isPage && HTMLElements.containsPlainText(name) {
            document.part = .rawText
        }
    }

    /// Begins the element around all content before the first content, if the options require it.
    mutating func wrapIfFirst(at index: Int, _ text: Span<UInt8>) {
        guard !document.hasRoot, case .wrap(let name) = options.extraContent else { return }
        wrap(name, at: index, text)
    }

    private mutating func endIfRoot() {
        if open.isEmpty { document.part = .epilog }
    }

    @inline(__always)
    private mutating func closeInnermost() {
        open.pop()
        endDoubt()
        if prefixes.deepest > open.count { prefixes.end(above: open.count) }
        endIfRoot()
    }

    // MARK: Well-formed tags

    enum Tag {
        /// - Parameter hasNamespaces: whether a name has a colon, or the tag declares a namespace, or may do so by
        ///   default.
        case wellFormed(end: Int, nameEnd: Int, isEmpty: Bool, hasNamespaces: Bool)
        /// The text ends inside the tag.
        case incomplete
        case malformed
    }

    /// Scans a start tag by the rules of XML 1.0, without namespaces.
    @inline(__always)
    private mutating func strictTag(_ text: Span<UInt8>, at start: Int) -> Tag {
        let count = text.count
        var hasNamespaces = document.declarations?.haveDefaults == true
        let nameEnd = text.endOfXMLName(from: start + 1, isInTag: true, &hasNamespaces)
        guard nameEnd > start + 1 else { return .malformed }
        var index = nameEnd
        attributes.removeAll()
        while true {
            guard index < count else { return .incomplete }
            let afterSpace = text.skipSpace(from: index)
            guard afterSpace < count else { return .incomplete }
            switch text[afterSpace] {
            case UInt8(ascii: ">"):
                return .wellFormed(end: afterSpace + 1, nameEnd: nameEnd, isEmpty: false, hasNamespaces: hasNamespaces)
            case UInt8(ascii: "/"):
                guard afterSpace + 1 < count else { return .incomplete }
                guard text[afterSpace + 1] == UInt8(ascii: ">") else { return .malformed }
                return .wellFormed(end: afterSpace + 2, nameEnd: nameEnd, isEmpty: true, hasNamespaces: hasNamespaces)
            default: break
            }
            guard afterSpace > index else { return .malformed }
            let attributeEnd = text.endOfXMLName(from: afterSpace, isInTag: true, &hasNamespaces)
            guard attributeEnd < count else { return .incomplete }
            guard attributeEnd > afterSpace, attributes.insert(afterSpace..<attributeEnd, text)
            else { return .malformed }
            if text[afterSpace] == UInt8(ascii: "x"), attributeEnd == afterSpace + 5, text.has("xmlns", at: afterSpace)
            {
                hasNamespaces = true
            }
            index = text.skipSpace(from: attributeEnd)
            guard index < count else { return .incomplete }
            guard text[index] == UInt8(ascii: "=") else { return .malformed }
            index = text.skipSpace(from: index + 1)
            guard index < count else { return .incomplete }
            let quote = text[index]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return .malformed }
            guard let end = strictValue(text, from: index + 1, quote) else { return .malformed }
            guard end < count else { return .incomplete }
            index = end + 1
        }
    }

    /// Returns the offset of the quote that closes a value by the rules of XML 1.0.
    ///
    /// Returns the end of the text if the value has no closing quote, and nil if the value is malformed.
    private mutating func strictValue(_ text: Span<UInt8>, from start: Int, _ quote: UInt8) -> Int? {
        var index = start
        while true {
            index = text.endOfPlainValue(from: index)
            guard index < text.count else { return index }
            let byte = text[index]
            if byte == quote { return index }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): index += 1
            case UInt8(ascii: "&"):
                guard let next = strictReference(text, at: index) else { return nil }
                index = next
            case UInt8(ascii: "<"): return nil
            case 0xEF:
                if text.has("\u{FFFE}", at: index) || text.has("\u{FFFF}", at: index) { return nil }
                index += 1
            case 0xC2:
                if options.controlsAreWindows1252, text.hasC1Control(at: index) { return nil }
                index += 1
            default:
                guard byte.isXMLSpace else { return nil }
                index += 1
            }
        }
    }

    /// Returns the end of a reference in an attribute value by the rules of XML 1.0; nil if it needs repair.
    private mutating func strictReference(_ text: Span<UInt8>, at index: Int) -> Int? {
        if let end = text.endOfPredefinedReference(at: index) { return end }
        let reference = Reference(in: text, at: index, before: text.count)
        guard reference.name.upperBound < text.count else { return text.count }
        guard reference.isClosed, !reference.name.isEmpty else { return nil }
        if reference.kind == .entity {
            let name = text.string(reference.name)
            let mayRefer = document.declarations?.mayRefer(to: name, isInAttribute: true) { _ in false }
            return mayRefer == true ? reference.end : nil
        }
        guard reference.character(in: text)?.isXMLCharacter == true,
            !options.controlsAreWindows1252 || !(0x80...0x9F).contains(reference.number)
        else { return nil }
        return reference.end
    }

    // MARK: End tags

    /// Skips an end tag. Returns nil if more text is needed.
    mutating func endTag(_ text: Span<UInt8>, at index: Int) -> Int? {
        if let end = open.endOfInnermostName(text, at: index + 2), text[end] == UInt8(ascii: ">") {
            closeInnermost()
            return end + 1
        }
        let nameStart = index + 2
        let isLast = piece.isLast || text.count - index > longestOpenTag
        guard nameStart < text.count else { return isLast ? text.count : nil }
        let limit = text.index(from: nameStart) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        guard limit < text.count || isLast else { return nil }
        let isClosed = limit < text.count && text[limit] == UInt8(ascii: ">")
        let end = isClosed ? limit + 1 : limit
        var nameEnd = min(text.endOfTagName(from: nameStart), limit)
        guard nameEnd > nameStart, isLast && !isClosed && limit == text.count ? nameEnd < limit : true else {
            omit(index..<end, text, endTagFault(text, at: index))
            return end
        }
        var name = XMLNameRepair.elementName(text.extracting(nameStart..<nameEnd))
        let close = text.endOfXMLName(from: nameStart)
        var found = open.level(named: name.contiguous.span)
        if found == nil, close < nameEnd {
            // The name of an open element, with other characters after it, as in </a]>.
            found = open.level(named: text.extracting(nameStart..<close))
            if found != nil { (name, nameEnd) = (text.extracting(nameStart..<close).array, close) }
        }
        guard let level = found ?? levelOfMistyped(name) else {
            if open.isEmpty || open.isInnermostWrapper || close < text.count && text.badCharacter(at: close) != nil {
                omit(index..<end, text, endTagFault(text, at: index))
            } else {
                let note = noteOfInnermost(text)
                let (tag, open) = (text.string(nameStart..<nameEnd), nameOfInnermost)
                replace(index..<end, text, "", fault: .mismatchedEndTag(tag, in: open), "omitted", note: note)
            }
            return end
        }
        let tag = text.string(nameStart..<nameEnd)
        while open.count - 1 > level { insertEndTag(at: index, text, before: tag) }
        let written = open.name(at: level)
        if written == name {
            // The invalid name was reported for the start tag.
            if !name.contiguous.span.hasSameBytes(as: text.extracting(nameStart..<nameEnd)) {
                edit(nameStart..<nameEnd, text, name)
            }
        } else {
            let start = piece.position(at: index, text)
            let note = noteOfInnermost(text)
            let name = String(decoding: written, as: UTF8.self)
            replace(
                nameStart..<nameEnd, text, name, fault: .mismatchedEndTag(tag, in: name),
                "replaced by </\(name)>", at: start, note: note)
        }
        let gap = text.skipSpace(from: nameEnd)
        if gap < limit { omit(gap..<limit, text, endTagFault(text, at: index), "the rest of the tag omitted") }
        if !isClosed {
            if gap < limit {
                let place = edit(end..<end, text, ">".utf8)
                log.extend(log.count - 1, with: lastEdit(place, ">"))
            } else {
                // White space after the name is content of the element around it.
                replace(
                    nameEnd..<nameEnd, text, ">", endTagFault(text, at: index), "“>” inserted",
                    written == name && nameEnd == limit && isMarkup(text, at: limit) ? .certain(.endTagMark) : .guess)
            }
        }
        closeInnermost()
        return end
    }

    /// Returns whether markup other than a start tag begins at a `<`, or the text ends there.
    private mutating func isMarkup(_ text: Span<UInt8>, at index: Int) -> Bool {
        index == text.count || text.has("</", at: index) || text.has("<!", at: index) || text.has("<?", at: index)
    }

    /// If an end tag matches no open element, but is probably a mistyped end tag of the innermost element: returns the
    /// level of that element.
    ///
    /// The names must have at least four characters, and differ by one that is missing, added, replaced or exchanged
    /// with its neighbor.
    private mutating func levelOfMistyped(_ name: [UInt8]) -> Int? {
        guard !open.isEmpty, !open.isInnermostWrapper else { return nil }
        guard name.count >= 4, abs(name.count - open.lengthOfInnermostName) <= 4 else { return nil }
        let innermost = open.name(at: open.count - 1)
        let (written, expected) = (String(decoding: name, as: UTF8.self), String(decoding: innermost, as: UTF8.self))
        return written.unicodeScalars.differsByOneEdit(from: expected.unicodeScalars) ? open.count - 1 : nil
    }

    /// Returns the fault of an end tag, other than a mismatched name.
    mutating func endTagFault(_ text: Span<UInt8>, at index: Int) -> Fault {
        if document.part == .epilog { return text.contentAfterRoot(at: index) }
        let fault = text.endTagFault(at: index)
        if open.isEmpty, fault?.code != .unclosedTag { return text.missingRoot(at: index) }
        return fault ?? Fault(.malformedTag, "the end tag is malformed", at: index)
    }

    /// The name of the innermost element for a message, shortened if it is long.
    private var nameOfInnermost: String { open.shownName(at: open.count - 1) }

    private mutating func noteOfInnermost(_ text: Span<UInt8>) -> (message: String, place: Position) {
        (Fault.beginning(of: nameOfInnermost), open.placeOfInnermost(text, &piece))
    }

    /// Inserts the end tag of the innermost element.
    mutating func insertEndTag(at index: Int, _ text: Span<UInt8>, before tag: String?) {
        let name = String(decoding: open.name(at: open.count - 1), as: UTF8.self)
        if open.isInnermostWrapper {
            edit(index..<index, text, "</\(name)>".utf8)
        } else {
            let note = noteOfInnermost(text)
            let start = open.offsetOfInnermost - piece.base
            replace(
                index..<index, text, "</\(name)>",
                fault: tag.map { .mismatchedEndTag($0, in: name, isOpen: true) }
                    ?? .unclosedElement(name),
                "</\(name)> inserted \(tag.map { "before </\($0)>" } ?? "at the end")", note: note)
            if log.keepsFixes, start >= 0 {
                let written = text.string(start + 1..<text.endOfTagName(from: start + 1))
                if written != name {
                    // The name in the start tag is not valid, and stays.
                    log.replaceFix(nil)
                } else if tag != nil, Fault.helpForVoid(name) != nil, let mark = endOfVoidTag(text, at: start) {
                    let place = piece.earlierPosition(at: mark, text)
                    log.replaceFix(Repair.Fix(edits: [lastEdit((place, place), "/")]))
                }
            }
        }
        closeInnermost()
    }

    /// Returns the offset of the `>` of a well-formed start tag. An empty element of HTML lacks the `/` before it,
    /// rather than an end tag.
    private func endOfVoidTag(_ text: Span<UInt8>, at start: Int) -> Int? {
        var quote: UInt8?
        for index in start + 1..<text.count {
            switch text[index] {
            case quote: quote = nil
            case _ where quote != nil: break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = text[index]
            case UInt8(ascii: "<"): return nil
            case UInt8(ascii: ">"): return index
            default: break
            }
        }
        return nil
    }

    /// Omits a tag after the root element.
    mutating func removeTag(_ range: Range<Int>, _ text: Span<UInt8>) {
        omit(range, text, text.contentAfterRoot(at: range.lowerBound), "its tag omitted", .none)
    }
}
