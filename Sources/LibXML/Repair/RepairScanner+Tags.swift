// Start and end tags.

extension RepairScanner {
    /// Goes past a start tag.
    mutating func startTag(_ text: Span<UInt8>, at index: Int, _ isLast: Bool) -> Int? {
        switch strictTag(text, at: index) {
        case .wellFormed(let end, let nameEnd, let isEmpty):
            guard !endsHere(text, at: index) else { return text.count }
            guard part.isInDocument else { return extraTag(index..<end, text) }
            begin(index + 1..<nameEnd, text, at: index, end: end, isEmpty: isEmpty)
            return end
        case .incomplete where !isLast && text.count - index <= parsingOptions.limits.tagSize: return nil
        case .incomplete, .malformed: return malformedTag(text, at: index, isLast)
        }
    }

    /// Opens an element whose tag has been looked at up to `end`.
    private mutating func begin(_ name: Range<Int>, _ text: Span<UInt8>, at index: Int, end: Int, isEmpty: Bool) {
        wrapIfFirst(at: index, text)
        hasRoot = true
        part = .content
        if isEmpty { return endIfRoot() }
        let nameStart = names.count
        text.extracting(name).append(to: &names)
        open.append(OpenElement(name: nameStart..<names.count, offset: base + index))
        if options.isHTML { followHTML(text.extracting(name), markAt: end - 1, text) }
    }

    /// Opens an element whose tag was mended.
    ///
    /// - Parameter mark: where its `>` is, or was put.
    mutating func open(_ name: [UInt8], at start: Position, isEmpty: Bool, markAt mark: Int, _ text: Span<UInt8>) {
        hasRoot = true
        part = .content
        if isEmpty { return endIfRoot() }
        let nameStart = names.count
        name.span.append(to: &names)
        open.append(OpenElement(name: nameStart..<names.count, offset: start.offset))
        if options.isHTML { followHTML(name.span, markAt: mark, text) }
    }

    /// Does what HTML does after a start tag of this name.
    private mutating func followHTML(_ name: Span<UInt8>, markAt mark: Int, _ text: Span<UInt8>) {
        if HTMLElements.isVoid(name) {
            edit(mark..<mark, text, "/".utf8)
            dropInnermost()
        } else if HTMLElements.holdsRawText(name) {
            part = .rawText
        }
    }

    /// Begins the element around all content, if there is to be one, before the first content.
    mutating func wrapIfFirst(at index: Int, _ text: Span<UInt8>) {
        guard !hasRoot, open.isEmpty, case .wrap(let name) = options.extraContent else { return }
        wrap(name, at: index, text)
    }

    private mutating func endIfRoot() {
        if open.isEmpty { part = .epilog }
    }

    @inline(__always)
    private mutating func dropInnermost() {
        names.truncate(to: open.removeLast().name.lowerBound)
        if places.count > open.count { places.removeLast() }
        endIfRoot()
    }

    // MARK: Well-formed tags

    enum Tag {
        case wellFormed(end: Int, nameEnd: Int, isEmpty: Bool)
        /// The text ends inside of it.
        case incomplete
        case malformed
    }

    /// Looks at a start tag by the rules of XML alone.
    @inline(__always)
    private mutating func strictTag(_ text: Span<UInt8>, at start: Int) -> Tag {
        let count = text.count
        let nameEnd = text.endOfXMLName(from: start + 1, isInTag: true)
        guard nameEnd > start + 1 else { return .malformed }
        var index = nameEnd
        if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
        while true {
            guard index < count else { return .incomplete }
            let afterSpace = text.skipSpace(from: index)
            guard afterSpace < count else { return .incomplete }
            switch text[afterSpace] {
            case UInt8(ascii: ">"): return .wellFormed(end: afterSpace + 1, nameEnd: nameEnd, isEmpty: false)
            case UInt8(ascii: "/"):
                guard afterSpace + 1 < count else { return .incomplete }
                guard text[afterSpace + 1] == UInt8(ascii: ">") else { return .malformed }
                return .wellFormed(end: afterSpace + 2, nameEnd: nameEnd, isEmpty: true)
            default: break
            }
            guard afterSpace > index else { return .malformed }
            let attributeEnd = text.endOfXMLName(from: afterSpace, isInTag: true)
            guard attributeEnd < count else { return .incomplete }
            guard attributeEnd > afterSpace, isNew(afterSpace..<attributeEnd, text) else { return .malformed }
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

    /// Notes the name of an attribute. Returns false when the tag has had one of this name.
    private mutating func isNew(_ name: Range<Int>, _ text: Span<UInt8>) -> Bool {
        if attributes.count < 16 {
            for other in attributes where other.count == name.count {
                if text.extracting(other).hasSameBytes(as: text.extracting(name)) { return false }
            }
        } else {
            if attributes.count == 16 { attributeNames = Set(attributes.map { text.extracting($0).array }) }
            guard attributeNames.insert(text.extracting(name).array).inserted else { return false }
        }
        attributes.append(name)
        return true
    }

    /// The closing quote of a value by the rules of XML alone; the end of the text when it has none; nil for a value that
    /// is malformed.
    private func strictValue(_ text: Span<UInt8>, from start: Int, _ quote: UInt8) -> Int? {
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
            default:
                guard byte.isXMLSpace else { return nil }
                index += 1
            }
        }
    }

    /// The end of a reference by the rules of XML alone, in an attribute value; nil where there is none.
    private func strictReference(_ text: Span<UInt8>, at index: Int) -> Int? {
        if let end = text.endOfPredefinedReference(at: index) { return end }
        let end = text.index(from: index) { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "<") || $0.isXMLSpace }
        guard end < text.count else { return end }
        guard text[end] == UInt8(ascii: ";") else { return nil }
        let name = text.string(index + 1..<end)
        if name.hasPrefix("#") {
            let isHexadecimal = name.hasPrefix("#x")
            let digits = name.utf8.dropFirst(isHexadecimal ? 2 : 1)
            guard digits.allSatisfy({ Self.digit($0, isHexadecimal) != nil }),
                let value = UInt32(String(Substring(digits)), radix: isHexadecimal ? 16 : 10),
                let scalar = Unicode.Scalar(value), scalar.isXMLCharacter, !(0x80...0x9F).contains(value)
            else { return nil }
            return end + 1
        }
        guard end > index + 1, text.endOfXMLName(from: index + 1) == end else { return nil }
        return declarations.mayRefer(to: name, isInAttribute: true) ? end + 1 : nil
    }

    // MARK: End tags

    /// Goes past an end tag.
    mutating func endTag(_ text: Span<UInt8>, at index: Int, _ isLast: Bool) -> Int? {
        if let element = open.last, !element.isWrapper, isName(element, text, at: index + 2) {
            let end = index + 2 + element.name.count
            if end < text.count, text[end] == UInt8(ascii: ">") {
                dropInnermost()
                return end + 1
            }
        }
        let nameStart = index + 2
        let isLast = isLast || text.count - index > parsingOptions.limits.tagSize
        guard nameStart < text.count else { return isLast ? text.count : nil }
        let limit = text.index(from: nameStart) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        guard limit < text.count || isLast else { return nil }
        let isClosed = limit < text.count && text[limit] == UInt8(ascii: ">")
        let end = isClosed ? limit + 1 : limit
        let nameEnd = min(text.endOfTagName(from: nameStart), limit)
        guard nameEnd > nameStart, isLast && !isClosed && limit == text.count ? nameEnd < limit : true else {
            replace(
                index..<end, text, "", isClosed ? .malformedTag : .unclosedTag,
                isClosed ? "an end tag without a name" : "an end tag that does not end", "left out")
            return end
        }
        let name = XMLNameRepair.name(text.extracting(nameStart..<nameEnd))
        guard let level = open.lastIndex(where: { matches($0, name.span) }) else {
            let tag = "</\(text.string(nameStart..<nameEnd))>"
            let (code, what): (XMLError.Code, String) =
                part.isInDocument
                ? (.mismatchedEndTag, "ends no open element") : (.contentAfterRootElement, "after the root element")
            replace(index..<end, text, "", code, "the end tag “\(tag)” \(what)", "left out")
            return end
        }
        let tag = "</\(text.string(nameStart..<nameEnd))>"
        while open.count - 1 > level { closeInnermost(at: index, text, before: tag) }
        let written = names.withSpan(open[level].name) { $0.array }
        if !written.span.hasSameBytes(as: text.extracting(nameStart..<nameEnd)) {
            replace(
                nameStart..<nameEnd, text, written, .mismatchedEndTag,
                "the end tag “\(tag)” is not written as the start tag", "taken as its end tag")
        }
        let gap = text.skipSpace(from: nameEnd)
        if gap < limit {
            replace(gap..<limit, text, "", .malformedTag, "an end tag holds more than a name", "the rest left out")
        }
        if !isClosed { replace(end..<end, text, ">", .unclosedTag, "an end tag without “>”", "ended here") }
        dropInnermost()
        return end
    }

    /// Whether the name of an element, and nothing else of a name, stands at an offset.
    @inline(__always)
    private func isName(_ element: OpenElement, _ text: Span<UInt8>, at index: Int) -> Bool {
        guard text.count - index > element.name.count else { return false }
        return names.withSpan(element.name) {
            $0.hasSameBytes(as: text.extracting(index..<index + element.name.count))
        }
    }

    private func matches(_ element: OpenElement, _ name: Span<UInt8>) -> Bool {
        guard !element.isWrapper, element.name.count == name.count else { return false }
        return names.withSpan(element.name) { own in
            if own.hasSameBytes(as: name) { return true }
            guard options.ignoresCase || options.isHTML else { return false }
            return own.indices.allSatisfy { own[$0].asciiLowercased == name[$0].asciiLowercased }
        }
    }

    /// Ends the innermost element before its end tag was found.
    mutating func closeInnermost(at index: Int, _ text: Span<UInt8>, before tag: String?) {
        let element = open[open.count - 1]
        let name = names.withSpan(element.name) { $0.string(0..<$0.count) }
        if element.isWrapper {
            edit(index..<index, text, "</\(name)>".utf8)
        } else {
            let start = placeOfInnermost(text)
            let (found, place) = tag.map { ("“\($0)”", "before “\($0)”") } ?? ("the end of the document", "at the end")
            replace(
                index..<index, text, "</\(name)>", tag == nil ? .unclosedElement : .mismatchedEndTag,
                "\(found) comes before “</\(name)>”", "“</\(name)>” inserted \(place)",
                note: ("the element begins here", start))
        }
        dropInnermost()
    }

    // MARK: Outside of the root element

    /// Goes past a tag after the root element, which is left out.
    private mutating func extraTag(_ range: Range<Int>, _ text: Span<UInt8>) -> Int {
        replace(
            range, text, "", .contentAfterRootElement, "an element after the root element", "its tag left out")
        return range.upperBound
    }
}

extension RepairScanner.Part {
    /// Whether an element may begin here.
    var isInDocument: Bool {
        if case .epilog = self { return false }
        return true
    }
}

/// Elements of HTML whose tags mean something of their own.
enum HTMLElements {
    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    static func isVoid(_ name: Span<UInt8>) -> Bool {
        name.count <= 6 && void.contains(name.string(0..<name.count).lowercased())
    }

    static func holdsRawText(_ name: Span<UInt8>) -> Bool {
        name.count <= 6 && ["script", "style"].contains(name.string(0..<name.count).lowercased())
    }
}

/// Names that are made of what is none.
enum XMLNameRepair {
    /// The name with an underscore for each character that XML does not allow there.
    static func name(_ bytes: Span<UInt8>) -> [UInt8] {
        guard bytes.isEmpty || bytes.endOfXMLName(from: 0, isInTag: true) < bytes.count else { return bytes.array }
        var name = ""
        var hasColon = false
        for scalar in bytes.string(0..<bytes.count).unicodeScalars {
            if name.isEmpty, !scalar.mayBeginName, scalar.mayContinueName { name = "_" }
            let isSecondColon = hasColon && scalar == ":"
            hasColon = hasColon || scalar == ":"
            name.unicodeScalars.append(scalar.mayContinueName && !isSecondColon ? scalar : "_")
        }
        return Array((name.isEmpty ? "_" : name).utf8)
    }
}
